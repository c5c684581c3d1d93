package engine

import (
	"math/bits"

	"mujo/engine/bitboard"
	"mujo/engine/rules"
)

// A Stage is a set of kinds of moves to generate.
type Stage uint8

// The stages. Captures are moves that take or burn an enemy piece; leaps are
// an emperor's moves to free squares, which are many and seldom good.
const (
	Captures Stage = 1 << iota
	Quiets
	Leaps
	Drops

	AllMoves = Captures | Quiets | Leaps | Drops
)

// A generator makes the moves of one stage.
type generator struct {
	p         *Position
	out       []Move
	us        Color
	own       Piece // flag of the side's own pieces and the guards
	captures  bool
	quiets    bool
	hunts     bool  // captures alone are wanted, and movers has marked what is beside enemies
	zone      uint8 // attribute of the squares where the side promotes
	last      uint8 // attribute of its last rank
	promotion *rules.PromotionRule

	// About the piece whose moves are being made.
	from       Square
	piece      Piece
	mover      *rules.Mover
	promotable bool // may promote now or on some square
	burns      bool // burns, or promotes to what burns
}

// Generate appends to dst the pseudo-legal moves of the stages: all that the
// rules allow but for the safety of a royal that must be kept safe. Each
// effect is generated once.
func (p *Position) Generate(dst []Move, stage Stage) []Move {
	if p.finished() {
		return dst
	}
	g := p.generator(dst, stage)
	if stage&(Captures|Quiets|Leaps) != 0 {
		g.hunts = !g.quiets && g.captures
		for i, w := range p.movers(stage) {
			for ; w != 0; w &= w - 1 {
				from := Square(i<<6 + bits.TrailingZeros64(w))
				g.pieceMoves(from, p.board[from], stage&Leaps != 0)
			}
		}
	}
	if stage&Drops != 0 && p.r.HasDrops {
		g.drops()
	}
	return g.out
}

// movers returns the squares of the pieces of the side to move that may have
// a move of the stage. Most pieces of a large army stand among their own:
// those that just step need a free square or an enemy beside them, those that
// just slide too, and a free square for what is further away.
func (p *Position) movers(stage Stage) bitboard.Set {
	us := p.side
	own, enemy := p.owned[us], p.owned[us.Other()]
	movable, enemies := p.movable, p.enemies
	if stage&Captures != 0 {
		enemy.Spread(enemies, p.r.Stride)
	}
	if p.r.Borrow {
		return own
	}
	if stage&(Captures|Quiets) == 0 {
		return p.traits[rules.UniversalIndex][us]
	}
	board, scratch := p.r.Board, p.targets
	for i := range scratch {
		scratch[i] = board[i] &^ (own[i] | enemy[i])
	}
	scratch.Spread(movable, p.r.Stride)
	if stage&Captures != 0 {
		if stage&Quiets == 0 {
			sliders := p.traits[rules.SliderIndex][us]
			for i := range movable {
				movable[i] &= sliders[i]
			}
		}
		for i := range movable {
			movable[i] |= enemies[i]
		}
	}
	for _, trait := range [...]int{rules.JumperIndex, rules.PasserIndex, rules.RoamerIndex, rules.UniversalIndex, rules.KindlerIndex} {
		if p.traitCount[trait][us] > 0 {
			for i, w := range p.traits[trait][us] {
				movable[i] |= w
			}
		}
	}
	for i := range movable {
		movable[i] &= own[i]
	}
	return movable
}

func (p *Position) generator(dst []Move, stage Stage) generator {
	us := p.side
	return generator{
		p: p, out: dst, us: us, own: us.Flag(),
		captures: stage&Captures != 0, quiets: stage&Quiets != 0,
		zone: rules.ZoneBlack << us, last: rules.LastBlack << us, promotion: &p.r.Promotion,
	}
}

// pieceMoves makes the moves of the piece on from.
func (g *generator) pieceMoves(from Square, pc Piece, leaps bool) {
	g.start(from, pc)
	switch m := g.mover; {
	case m.Simple:
		g.steps()
		g.leaps()
	case m.Universal:
		g.universal(leaps)
	default:
		g.powers()
	}
}

// start sets the generator on the piece on from.
func (g *generator) start(from Square, pc Piece) {
	r := g.p.r
	m := &r.Movers[pc.Index()]
	g.from, g.piece, g.mover = from, pc, m
	g.promotable = m.Promotes != 0 // a borrowed move does not change what promotes
	g.burns = r.HasBurn && (m.Burns || g.promotable && r.Movers[m.PromotesTo.Index()].Burns)
	if r.Borrow {
		g.mover = g.p.mover(from, pc)
	}
}

// steps makes the slides, of one step or more.
func (g *generator) steps() {
	if g.hunts && !g.burns {
		g.stepCaptures()
		return
	}
	p := g.p
	steps := g.mover.Steps
	for i := range steps {
		s := &steps[i]
		to := int(g.from) + int(s.Delta)
		x := p.board[to]
		if x&g.own != 0 {
			continue
		}
		if x != Empty {
			if g.captures {
				g.capture(Square(to))
			}
			continue
		}
		if s.Max == 1 {
			if g.quiets || g.burns {
				g.quiet(Square(to))
			}
			continue
		}
		n := p.free(g.from, s.Dir)
		last := min(n, int(s.Max))
		if g.quiets || g.burns {
			for k := 1; ; k++ {
				g.quiet(Square(to))
				if k == last {
					break
				}
				to += int(s.Delta)
			}
		}
		if g.captures && n < int(s.Max) {
			to = int(g.from) + (n+1)*int(s.Delta)
			if p.board[to]&g.own == 0 {
				g.capture(Square(to))
			}
		}
	}
}

// stepCaptures makes the captures of slides. Most directions lead nowhere:
// where there are many, what stands around the piece is looked up at once.
func (g *generator) stepCaptures() {
	p, m := g.p, g.mover
	r := p.r
	if p.enemies.Has(g.from) {
		near := m.Near
		if near.Many() {
			near &= r.Around(p.owned[g.us.Other()], g.from)
		}
		for ; near != 0; near &= near - 1 {
			if to := int(g.from) + int(r.Delta[near.First()]); g.enemy(to) {
				g.capture(Square(to))
			}
		}
	}
	far := m.Far
	if far.Many() {
		far &^= r.Around(p.owned[g.us], g.from)
	}
	for ; far != 0; far &= far - 1 {
		d := far.First()
		n := p.free(g.from, d)
		if n == 0 || n >= int(m.Limit[d]) {
			continue
		}
		if to := int(g.from) + (n+1)*int(r.Delta[d]); p.board[to]&g.own == 0 {
			g.capture(Square(to))
		}
	}
}

// manyLeaps are so many that it pays to look for the enemies within reach of
// any jump instead of at the ends of each.
const manyLeaps = 8

// leaps makes the jumps.
func (g *generator) leaps() {
	p := g.p
	if !g.quiets && !g.burns && bits.OnesCount64(g.mover.Leaps) > manyLeaps {
		g.leapCaptures()
		return
	}
	for m := g.mover.Leaps & p.r.OnBoard[g.from]; m != 0; m &= m - 1 {
		to := Square(int(g.from) + int(p.r.Offsets[bits.TrailingZeros64(m)]))
		switch x := p.board[to]; {
		case x&g.own != 0:
		case x != Empty:
			if g.captures {
				g.capture(to)
			}
		case g.quiets || g.burns:
			g.quiet(to)
		}
	}
}

// leapCaptures makes the jumps that capture.
func (g *generator) leapCaptures() {
	p := g.p
	enemies := p.owned[g.us.Other()]
	zone := &p.r.JumpZone[g.from] // jumps go both ways, if not of the same side
	for i, z := range zone.Words {
		for w := z & enemies[int(zone.First)+i]; w != 0; w &= w - 1 {
			to := Square((int(zone.First)+i)<<6 + bits.TrailingZeros64(w))
			if g.mover.Leaps>>p.r.OffsetBetween(g.from, to)&1 != 0 {
				g.capture(to)
			}
		}
	}
}

// quiet makes a move to a free square.
func (g *generator) quiet(to Square) {
	if g.burns {
		if !g.hunts || g.p.enemies.Has(to) {
			g.burning(newMove(g.from, to))
		}
		return
	}
	m := newMove(g.from, to)
	if !g.promotable {
		g.out = append(g.out, m)
		return
	}
	g.promote(m, false)
}

// capture makes a capture by displacement.
func (g *generator) capture(to Square) {
	m := newMove(g.from, to)
	if g.p.r.Lions != nil && g.p.isLion(to) && !g.p.mayTakeLion(m, to) {
		return
	}
	g.take(m)
}

// take makes a capture that is allowed, with what it turns the piece into.
func (g *generator) take(m Move) {
	if g.p.r.HasContagion {
		if k := g.p.infection(m, g.piece); k != 0 {
			if k != g.piece.Kind() {
				m |= promotes
			}
			g.out = append(g.out, m)
			return
		}
	}
	if !g.promotable {
		g.out = append(g.out, m)
		return
	}
	g.promote(m, true)
}

// infection returns what pc becomes by contagion from what m takes, 0 if it
// stays itself: the last infection counts, and royals are exempt.
func (p *Position) infection(m Move, pc Piece) (becomes Kind) {
	if p.r.Traits[pc.Index()]&rules.Royal != 0 {
		return 0
	}
	first, second := p.Stops(m)
	for _, sq := range [...]Square{first, second, m.To()} {
		if sq == 0 || sq == m.From() || p.board[sq] == Empty {
			continue
		}
		if k := p.contagion(sq); k != 0 {
			becomes = k
		}
	}
	return becomes
}

// promote makes the move with or without promotion, as the rule has it.
func (g *generator) promote(m Move, capture bool) {
	may, must := g.promotes(m.To(), capture)
	if may {
		g.out = append(g.out, m|promotes)
	}
	if !must {
		g.out = append(g.out, m)
	}
}

// promotes reports whether the piece may and whether it must promote.
func (g *generator) promotes(to Square, capture bool) (may, must bool) {
	rule := g.promotion
	attr := g.p.r.Attr[to]
	switch {
	case rule.Zone:
		starts, ends := g.p.r.Attr[g.from]&g.zone != 0, attr&g.zone != 0
		if !starts && !ends {
			return false, false
		}
		may = rule.OnAny || ends && !starts || capture && rule.OnCapture
		if !may && rule.Second && attr&g.last != 0 {
			may = g.p.r.Kinds[g.piece.Kind()].SecondChance
		}
		must = may && (rule.Compulsory || rule.Forced && g.dead(to))
	case rule.ByCapture:
		may, must = capture, capture
	case rule.ByMove:
		may, must = true, true
	}
	return may, must
}

// dead reports whether the unpromoted piece could never move from to.
func (g *generator) dead(to Square) bool { return g.p.dead(g.piece, to) }

// dead reports whether pc could never move again from sq.
func (p *Position) dead(pc Piece, sq Square) bool {
	n := int(p.r.Dead[pc.Index()])
	if pc.Color() == Black {
		return p.r.Rank(sq) < n
	}
	return p.r.Ranks-1-p.r.Rank(sq) < n
}

// burning makes a move to a free square by a piece that burns or may come to:
// a capture if it burns anything.
func (g *generator) burning(m Move) {
	before := len(g.out)
	if g.promotable {
		g.promote(m, false)
	} else {
		g.out = append(g.out, m)
	}
	kept := before
	for _, m := range g.out[before:] {
		pc := g.piece
		if m.Promotes() {
			pc = g.p.r.Movers[pc.Index()].PromotesTo
		}
		burns := g.p.r.Movers[pc.Index()].Burns && g.p.wouldBurn(m.To(), g.us)
		if burns && g.captures || !burns && g.quiets {
			g.out[kept] = m
			kept++
		}
	}
	g.out = g.out[:kept]
}

// wouldBurn reports whether a burner of c coming to rest on sq burns a piece.
func (p *Position) wouldBurn(sq Square, c Color) bool {
	enemy := c.Other().Flag()
	found := false
	for d := range rules.NumDirs {
		x := p.board[int(sq)+int(p.r.Delta[d])]
		if x&(rules.BlackFlag|rules.WhiteFlag) != enemy {
			continue
		}
		if p.r.Traits[x.Index()]&rules.Burner != 0 {
			return false // the mover is removed instead
		}
		found = true
	}
	return found
}

// drops makes the drops.
func (g *generator) drops() {
	p, r := g.p, g.p.r
	for slot, n := range p.hands[g.us] {
		if n == 0 {
			continue
		}
		kind := r.HandKinds[slot]
		g.drop(kind, 0)
		if other := r.Kinds[kind].Promotes; r.EitherSide && other != 0 {
			g.drop(other, promotes)
		}
	}
}

// drop makes the drops of one kind; other is set when it comes down turned
// over from the side that names it in hand.
func (g *generator) drop(kind Kind, other Move) {
	p, r := g.p, g.p.r
	pc := rules.MakePiece(kind, g.us)
	first, last := g.dropRanks(pc)
	closed := g.closedFiles(pc)
	if other != 0 {
		kind = r.Kinds[kind].Promotes // named by the side in hand
	}
	for rank := first; rank < last; rank++ {
		// The rank's line holds column x at bit x+1.
		start := r.At(0, rank)
		free := ^(p.lines[r.Coords[start][rules.East].Line]>>1 | closed) & (1<<r.Files - 1)
		for ; free != 0; free &= free - 1 {
			g.out = append(g.out, newDrop(kind, start+Square(bits.TrailingZeros64(free)))|other)
		}
	}
}

// dropRanks returns the ranks, from first to before last, where pc may drop.
func (g *generator) dropRanks(pc Piece) (first, last int) {
	r := g.p.r
	first, last = 0, r.Ranks
	if r.Drops.NoDeadDrop {
		if n := int(r.Dead[pc.Index()]); g.us == Black {
			first = n
		} else {
			last -= n
		}
	}
	return first, last
}

// canDrop reports whether a drop from anywhere is possible here.
func (g *generator) canDrop(m Move) bool {
	p, r := g.p, g.p.r
	kind, to := m.Dropped(), m.To()
	if int(kind) >= len(r.Kinds) || r.HandSlot[kind] < 0 || p.hands[g.us][r.HandSlot[kind]] == 0 ||
		int(to) >= len(p.board) || p.board[to] != Empty {
		return false
	}
	if m.Promotes() {
		if kind = r.Kinds[kind].Promotes; !r.EitherSide || kind == 0 {
			return false
		}
	}
	pc := rules.MakePiece(kind, g.us)
	first, last := g.dropRanks(pc)
	rank := r.Rank(to)
	return rank >= first && rank < last && g.closedFiles(pc)>>r.Column(to)&1 == 0
}

// closedFiles returns the columns that hold as many pieces pc as the rules
// allow.
func (g *generator) closedFiles(pc Piece) uint64 {
	p, r := g.p, g.p.r
	limit := 0
	switch {
	case pc.Kind() != r.DropPawn:
		return 0
	case r.Drops.Nifu:
		limit = 1
	case r.Drops.TwoAFile:
		limit = 2
	default:
		return 0
	}
	var once, twice uint64
	for i, w := range p.owned[g.us] {
		for ; w != 0; w &= w - 1 {
			sq := Square(i<<6 + bits.TrailingZeros64(w))
			if p.board[sq] == pc {
				bit := uint64(1) << r.Column(sq)
				twice |= once & bit
				once |= bit
			}
		}
	}
	if limit == 1 {
		return once
	}
	return twice
}
