package engine

import (
	"math/bits"

	"mujo/engine/bitboard"
	"mujo/engine/rules"
)

// Attack tests look outward from the attacked square, so their cost does not
// grow with the army: the first piece on each of eight rays, then jumpers
// within jumping distance, then the few pieces that reach past others or
// round corners.

// mover returns the movement in force for pc on sq.
func (p *Position) mover(sq Square, pc Piece) *rules.Mover {
	if p.r.Borrow {
		pc = p.lender(sq, pc)
	}
	return &p.r.Movers[pc.Index()]
}

// lender returns the piece whose move pc on sq makes: the friend directly
// behind it, or pc itself.
func (p *Position) lender(sq Square, pc Piece) Piece {
	behind := p.r.Delta[rules.South]
	if pc.Color() == White {
		behind = -behind
	}
	if friend := p.board[int(sq)+int(behind)]; friend&(rules.BlackFlag|rules.WhiteFlag) == pc.Color().Flag() {
		return friend
	}
	return pc
}

// InCheck reports whether c's only royal is attacked. A side with several
// royals is never in check.
func (p *Position) InCheck(c Color) bool {
	sq, ok := p.Royal(c)
	return ok && p.Attacked(sq, c.Other())
}

// Attacked reports whether by could remove a piece on sq with its next move:
// by capture, an emperor's included, or by burning.
func (p *Position) Attacked(sq Square, by Color) bool {
	if p.reaches(sq, by) {
		return true
	}
	if p.traitCount[rules.UniversalIndex][by] > 0 && p.emperorsTake(sq, by) {
		return true
	}
	return p.traitCount[rules.BurnerIndex][by]+p.traitCount[rules.KindlerIndex][by] > 0 && p.burnable(sq, by)
}

// emperorsTake reports whether an emperor of by could capture on sq.
func (p *Position) emperorsTake(sq Square, by Color) bool {
	for i, w := range p.traits[rules.UniversalIndex][by] {
		for ; w != 0; w &= w - 1 {
			if p.emperorTakes(Square(i<<6+bits.TrailingZeros64(w)), sq, by) {
				return true
			}
		}
	}
	return false
}

// emperorTakes reports whether by's emperor on from could capture on sq: no
// enemy piece may protect it, and an enemy emperor protects all but itself.
// The test is made with the emperor off its square, since a piece behind it
// protects once it has left.
func (p *Position) emperorTakes(from, sq Square, by Color) bool {
	them := by.Other()
	emperors := p.traitCount[rules.UniversalIndex][them]
	if emperors > 1 || emperors == 1 && !p.traits[rules.UniversalIndex][them].Has(sq) {
		return false
	}
	pc := p.board[from]
	p.lift(from, pc)
	taken := !p.reaches(sq, them)
	p.place(from, pc)
	return taken
}

// burnable reports whether a burner of by, or a piece that becomes one, can
// come to rest beside sq, where no enemy burner would remove it first.
func (p *Position) burnable(sq Square, by Color) bool {
	own := by.Flag()
	kindlers := p.traits[rules.KindlerIndex][by]
	for i, w := range p.traits[rules.BurnerIndex][by] {
		for w |= kindlers[i]; w != 0; w &= w - 1 {
			from := Square(i<<6 + bits.TrailingZeros64(w))
			if !p.mayBurn(from, sq) {
				continue
			}
			for d := range rules.NumDirs {
				to := Square(int(sq) + int(p.r.Delta[d]))
				if p.board[to]&own == 0 && !p.besideBurner(to, by.Other()) && p.burnsOn(from, to) && p.pieceReaches(from, to) {
					return true
				}
			}
		}
	}
	return false
}

// mayBurn reports whether the piece on from is near enough to get beside sq
// with its king steps or jumps, or in line with a square beside it.
func (p *Position) mayBurn(from, sq Square) bool {
	dx, dy := p.r.Column(from)-p.r.Column(sq), p.r.Rank(from)-p.r.Rank(sq)
	dx, dy = max(dx, -dx), max(dy, -dy)
	return max(dx, dy) <= maxWalk+1 || dx <= 1 || dy <= 1 || -2 <= dx-dy && dx-dy <= 2
}

// maxWalk is the longest that any area move or jump goes.
const maxWalk = 3

// burnsOn reports whether the piece on from, gone to to, is a burner or may
// become one by that move.
func (p *Position) burnsOn(from, to Square) bool {
	pc := p.board[from]
	if p.r.Traits[pc.Index()]&rules.Burner != 0 {
		return true
	}
	c := pc.Color()
	g := generator{
		p: p, us: c, zone: rules.ZoneBlack << c, last: rules.LastBlack << c, promotion: &p.r.Promotion,
		from: from, piece: pc,
	}
	may, _ := g.promotes(to, p.board[to] != Empty)
	return may
}

// besideBurner reports whether a burner of c stands beside sq.
func (p *Position) besideBurner(sq Square, c Color) bool { return p.heat[c][sq] > 0 }

// reaches reports whether a piece of c other than an emperor could capture on
// sq by its bare move, whatever stands there.
func (p *Position) reaches(sq Square, c Color) bool {
	own := c.Flag()
	co := &p.r.Coords[sq]
	for line := range co {
		delta := int(p.r.Delta[line])
		up := p.lines.Up(co[line])
		at := int(sq) + (up+1)*delta
		if pc := p.board[at]; pc&own != 0 && p.slides(Square(at), pc, line+4) > up {
			return true
		}
		down := p.lines.Down(co[line])
		at = int(sq) - (down+1)*delta
		if pc := p.board[at]; pc&own != 0 && p.slides(Square(at), pc, line) > down {
			return true
		}
	}
	if p.traitCount[rules.JumperIndex][c] > 0 && p.jumpedAt(sq, c) {
		return true
	}
	if p.traitCount[rules.PasserIndex][c] > 0 && p.passedTo(sq, c) {
		return true
	}
	return p.traitCount[rules.RoamerIndex][c] > 0 && p.roamedTo(sq, c)
}

// slides returns how far pc on sq slides in direction d of the board over
// free squares.
func (p *Position) slides(sq Square, pc Piece, d int) int {
	if p.r.Borrow {
		if pc == rules.Guard {
			return 0
		}
		pc = p.lender(sq, pc)
	}
	return int(p.r.Reach[pc.Index()][d])
}

func (p *Position) jumpedAt(sq Square, c Color) bool {
	jumpers := p.jumpers(c)
	zone := &p.r.JumpZone[sq]
	for i, z := range zone.Words {
		for w := z & jumpers[int(zone.First)+i]; w != 0; w &= w - 1 {
			if p.jumps(Square((int(zone.First)+i)<<6+bits.TrailingZeros64(w)), sq) {
				return true
			}
		}
	}
	return false
}

// jumpers returns the squares of c's pieces that may jump: where moves are
// borrowed any may.
func (p *Position) jumpers(c Color) bitboard.Set {
	if p.r.Borrow {
		return p.owned[c]
	}
	return p.traits[rules.JumperIndex][c]
}

// jumps reports whether the piece on from jumps to sq, within jumping
// distance.
func (p *Position) jumps(from, sq Square) bool {
	return p.mover(from, p.board[from]).Jumps>>p.r.OffsetBetween(from, sq)&1 != 0
}

// passedTo reports whether a piece of c reaches sq along a line past others.
func (p *Position) passedTo(sq Square, c Color) bool {
	for i, w := range p.traits[rules.PasserIndex][c] {
		for w &= p.r.Aligned[sq][i]; w != 0; w &= w - 1 {
			from := Square(i<<6 + bits.TrailingZeros64(w))
			if p.rayReaches(from, sq, p.board[from]) {
				return true
			}
		}
	}
	return false
}

func (p *Position) roamedTo(sq Square, c Color) bool {
	for i, w := range p.traits[rules.RoamerIndex][c] {
		for ; w != 0; w &= w - 1 {
			from := Square(i<<6 + bits.TrailingZeros64(w))
			if p.roams(from, sq, p.board[from]) {
				return true
			}
		}
	}
	return false
}

// pieceReaches reports whether the piece on from could go to sq or capture
// there by its bare move, an emperor apart.
func (p *Position) pieceReaches(from, sq Square) bool {
	if from == sq {
		return false
	}
	pc := p.board[from]
	if d, dist, ok := p.direction(from, sq); ok {
		if dist <= p.slides(from, pc, int(d)) && dist <= p.free(from, d)+1 {
			return true
		}
		if p.r.Traits[pc.Index()]&rules.Passer != 0 && p.rayReaches(from, sq, pc) {
			return true
		}
	}
	m := p.mover(from, pc)
	if m.Jumps != 0 {
		if o, ok := p.r.Offset(from, sq); ok && m.Jumps>>o&1 != 0 {
			return true
		}
	}
	return p.r.Traits[pc.Index()]&rules.Roamer != 0 && p.roams(from, sq, pc)
}

// near reports whether a and b are at most n king steps apart.
func (p *Position) near(a, b Square, n int) bool {
	dx := p.r.Column(a) - p.r.Column(b)
	dy := p.r.Rank(a) - p.r.Rank(b)
	return -n <= dx && dx <= n && -n <= dy && dy <= n
}

// direction returns the direction and distance from a to b, or false if they
// are not on one line.
func (p *Position) direction(a, b Square) (rules.Dir, int, bool) {
	ca, cb := &p.r.Coords[a], &p.r.Coords[b]
	for line := range ca {
		if ca[line].Line != cb[line].Line {
			continue
		}
		if n := int(cb[line].Pos) - int(ca[line].Pos); n > 0 {
			return rules.Dir(line), n, true
		} else if n < 0 {
			return rules.Dir(line + 4), -n, true
		}
	}
	return 0, 0, false
}

// free returns how many squares from sq in direction d are free.
func (p *Position) free(sq Square, d rules.Dir) int {
	c := p.r.Coords[sq][d&3]
	if d < 4 {
		return p.lines.Up(c)
	}
	return p.lines.Down(c)
}

// nextTwo returns how far the next two occupied squares are from sq in
// direction d, guards included. Past a guard there is none.
func (p *Position) nextTwo(sq Square, d rules.Dir) (first, second int) {
	c := p.r.Coords[sq][d&3]
	if d < 4 {
		first, second = p.lines.UpTwo(c)
	} else {
		first, second = p.lines.DownTwo(c)
	}
	return first + 1, second + 1
}

// ray returns the occupancy from sq in direction d, bit k for distance k, and
// the distance of the edge, whose bit is set too.
func (p *Position) ray(sq Square, d rules.Dir) (occupied uint64, edge int) {
	c := p.r.Coords[sq][d&3]
	if d < 4 {
		return p.lines.RayUp(c), int(p.r.Lengths[c.Line]) - int(c.Pos) + 1
	}
	return p.lines.RayDown(c), int(c.Pos)
}

// rayReaches reports whether pc's ray from from captures on sq past other
// pieces; plain slides and jumps are not its concern.
func (p *Position) rayReaches(from, sq Square, pc Piece) bool {
	d, dist, ok := p.direction(from, sq)
	if !ok {
		return false
	}
	m := &p.r.Movers[pc.Index()]
	for i := range m.Rays {
		y := &m.Rays[i]
		if y.Dir != d {
			continue
		}
		occupied, _ := p.ray(from, d)
		between := occupied & (1<<dist - 1)
		for _, s := range y.Skips {
			if dist >= int(s.From) && dist <= int(s.Max) && between>>s.From == 0 {
				return true
			}
		}
		if y.Hop > 0 && bits.OnesCount64(between) <= int(y.Hop) {
			return true
		}
		if y.RangeJump || y.RangeCapture {
			if y.RangeJump && p.r.LowerOnly && between != 0 && p.rank(sq) >= m.Rank {
				return false
			}
			return p.allLower(from, d, between, m.Rank)
		}
	}
	return false
}

// rank returns the jumping rank of what stands on sq.
func (p *Position) rank(sq Square) uint8 { return p.r.Movers[p.board[sq].Index()].Rank }

// allLower reports whether all pieces at the distances of between are of
// lower rank.
func (p *Position) allLower(from Square, d rules.Dir, between uint64, rank uint8) bool {
	delta := int(p.r.Delta[d])
	for ; between != 0; between &= between - 1 {
		if p.rank(Square(int(from)+bits.TrailingZeros64(between)*delta)) >= rank {
			return false
		}
	}
	return true
}

// roams reports whether pc on from captures on sq by a power that leaves its
// lines or that captures without moving.
func (p *Position) roams(from, sq Square, pc Piece) bool {
	if from == sq {
		return false // nothing protects itself, though its walk may come back
	}
	m := &p.r.Movers[pc.Index()]
	if m.Hook != 0 && p.hooks(from, sq, m) {
		return true
	}
	if m.Area > 0 && p.near(from, sq, int(m.Area)) && p.walks(from, sq, int(m.Area)) {
		return true
	}
	if (m.Igui|m.Double) != 0 && p.near(from, sq, 2) && p.stepsTwice(from, sq, pc, m) {
		return true
	}
	if m.OnlyFrom != nil && p.onLastRank(from, pc.Color()) {
		if d, dist, ok := p.direction(from, sq); ok && dist <= p.free(from, d)+1 {
			for _, s := range m.OnlyFrom {
				if s.Dir == d && dist <= int(s.Max) {
					return true
				}
			}
		}
	}
	return false
}

// hooks reports whether a hook mover on from reaches sq round one corner.
// There are at most two corners, one on each of its family's lines.
func (p *Position) hooks(from, sq Square, m *rules.Mover) bool {
	dx := p.r.Column(sq) - p.r.Column(from)
	dy := p.r.Rank(sq) - p.r.Rank(from)
	const orthogonal = 1<<rules.East | 1<<rules.West | 1<<rules.North | 1<<rules.South
	if m.Hook&orthogonal != 0 && dx != 0 && dy != 0 {
		if p.hookVia(from, sq, m, rules.East, dx) || p.hookVia(from, sq, m, rules.South, dy) {
			return true
		}
	}
	if m.Hook&^orthogonal != 0 && (dx+dy)&1 == 0 && dx != dy && dx != -dy {
		return p.hookVia(from, sq, m, rules.SouthEast, (dx+dy)/2) || p.hookVia(from, sq, m, rules.SouthWest, (dy-dx)/2)
	}
	return false
}

// hookVia tries the corner n squares along line, backwards if n is negative.
func (p *Position) hookVia(from, sq Square, m *rules.Mover, line rules.Dir, n int) bool {
	d, dist := line, n
	if n < 0 {
		d, dist = line^4, -n
	}
	if !m.Hook.Has(d) || dist > p.free(from, d) {
		return false
	}
	corner := Square(int(from) + n*int(p.r.Delta[line]))
	e, rest, ok := p.direction(corner, sq)
	return ok && rest <= p.free(corner, e)+1
}

// walks reports whether up to n king steps over free squares lead from from
// to sq.
func (p *Position) walks(from, sq Square, n int) bool {
	if p.near(from, sq, 1) {
		return true
	}
	if n == 1 {
		return false
	}
	for d := range rules.NumDirs {
		next := Square(int(from) + int(p.r.Delta[d]))
		if p.board[next] == Empty && p.near(next, sq, n-1) && p.walks(next, sq, n-1) {
			return true
		}
	}
	return false
}

// stepsTwice reports whether igui or two steps capture on sq; the square
// between may be free or an enemy that is captured on the way.
func (p *Position) stepsTwice(from, sq Square, pc Piece, m *rules.Mover) bool {
	own := pc.Color().Flag()
	for d := range rules.NumDirs {
		mid := Square(int(from) + int(p.r.Delta[d]))
		if mid == sq && (m.Igui | m.Double).Has(rules.Dir(d)) {
			return true
		}
		if !m.Double.Has(rules.Dir(d)) || p.board[mid]&own != 0 {
			continue
		}
		for e := range rules.NumDirs {
			if m.Double.Has(rules.Dir(e)) && int(mid)+int(p.r.Delta[e]) == int(sq) {
				return true
			}
		}
	}
	return false
}

func (p *Position) onLastRank(sq Square, c Color) bool {
	return p.r.Attr[sq]&(rules.LastBlack<<c) != 0
}

// Cheapest returns the square of c's least valuable piece that could capture
// on sq by its bare move, emperors aside, by values of a piece index.
func (p *Position) Cheapest(sq Square, c Color, values *[rules.MaxPieces]int32) (Square, bool) {
	var from Square
	best := int32(1<<31 - 1)
	try := func(at Square, pc Piece) {
		if v := values[pc.Index()]; v < best {
			from, best = at, v
		}
	}
	own := c.Flag()
	co := &p.r.Coords[sq]
	for line := range co {
		delta := int(p.r.Delta[line])
		up := p.lines.Up(co[line])
		at := int(sq) + (up+1)*delta
		if pc := p.board[at]; pc&own != 0 && p.slides(Square(at), pc, line+4) > up {
			try(Square(at), pc)
		}
		down := p.lines.Down(co[line])
		at = int(sq) - (down+1)*delta
		if pc := p.board[at]; pc&own != 0 && p.slides(Square(at), pc, line) > down {
			try(Square(at), pc)
		}
	}
	if p.traitCount[rules.JumperIndex][c] > 0 {
		jumpers := p.jumpers(c)
		zone := &p.r.JumpZone[sq]
		for i, z := range zone.Words {
			for w := z & jumpers[int(zone.First)+i]; w != 0; w &= w - 1 {
				at := Square((int(zone.First)+i)<<6 + bits.TrailingZeros64(w))
				if p.jumps(at, sq) {
					try(at, p.board[at])
				}
			}
		}
	}
	// Dearer pieces than the best need not be asked.
	if p.traitCount[rules.PasserIndex][c] > 0 {
		for i, w := range p.traits[rules.PasserIndex][c] {
			for w &= p.r.Aligned[sq][i]; w != 0; w &= w - 1 {
				at := Square(i<<6 + bits.TrailingZeros64(w))
				if pc := p.board[at]; values[pc.Index()] < best && p.rayReaches(at, sq, pc) {
					try(at, pc)
				}
			}
		}
	}
	if p.traitCount[rules.RoamerIndex][c] > 0 {
		for i, w := range p.traits[rules.RoamerIndex][c] {
			for ; w != 0; w &= w - 1 {
				at := Square(i<<6 + bits.TrailingZeros64(w))
				if pc := p.board[at]; values[pc.Index()] < best && p.roams(at, sq, pc) {
					try(at, pc)
				}
			}
		}
	}
	return from, best != 1<<31-1
}

// each calls f for every square of s.
func (p *Position) each(s bitboard.Set, f func(Square)) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			f(Square(i<<6 + bits.TrailingZeros64(w)))
		}
	}
}
