package engine

import (
	"math/bits"

	"mujo/engine/rules"
)

// powers makes the moves of a piece that does more than slide and jump.
func (g *generator) powers() {
	m := g.mover
	if m.SetBased {
		g.roam()
	} else {
		g.steps()
		g.leaps()
		g.rays()
	}
	if g.captures {
		if m.Lion || m.Double != 0 {
			g.doubleCaptures()
		}
		if m.LineDirs != 0 {
			g.lineCaptures()
		}
		g.iguis()
	}
	if m.PassDirs != 0 && (g.quiets || g.burns) {
		g.pass()
	}
}

// rays makes the moves along lines where several powers may reach one square.
func (g *generator) rays() {
	p := g.p
	for i := range g.mover.Rays {
		y := &g.mover.Rays[i]
		delta := int(p.r.Delta[y.Dir])
		targets := p.rayTargets(g.from, y, g.mover.Rank)
		for targets.free != 0 && (g.quiets || g.burns) {
			g.quiet(Square(int(g.from) + bits.TrailingZeros64(targets.free)*delta))
			targets.free &= targets.free - 1
		}
		for targets.capture != 0 && (g.captures || y.RangeCapture) {
			dist := bits.TrailingZeros64(targets.capture)
			to := Square(int(g.from) + dist*delta)
			takes := p.board[to] != Empty || g.fliesOverEnemy(delta, dist)
			if p.board[to]&g.own == 0 && (takes && g.captures || !takes && g.quiets) {
				g.capture(to)
			}
			targets.capture &= targets.capture - 1
		}
	}
}

// fliesOverEnemy reports whether a range capture takes any enemy before its
// last square, and not own pieces alone.
func (g *generator) fliesOverEnemy(delta, dist int) bool {
	for k := 1; k < dist; k++ {
		if g.enemy(int(g.from) + k*delta) {
			return true
		}
	}
	return false
}

// rayTargets are the squares that a ray reaches, as distances: those reached
// without a capture, and those where the move captures, unless an own piece
// stands there.
type rayTargets struct{ free, capture uint64 }

func (p *Position) rayTargets(from Square, y *rules.Ray, rank uint8) rayTargets {
	occupied, edge := p.ray(from, y.Dir)
	inside := uint64(1)<<edge - 2 // distances 1 to edge-1
	upTo := func(n uint8) uint64 {
		if n >= 63 {
			return ^uint64(0)
		}
		return 1<<(n+1) - 1
	}
	first := bits.TrailingZeros64(occupied)
	reached := y.Jumps | upTo(y.Slide)&upTo(uint8(first))&^1
	if y.Slide == 0 {
		reached = y.Jumps
	}
	for _, s := range y.Skips {
		stop := bits.TrailingZeros64(occupied &^ (uint64(1)<<s.From - 1))
		reached |= upTo(s.Max) & upTo(uint8(stop)) &^ (1<<s.From - 1)
	}
	if y.Hop > 0 {
		stop := occupied
		for k := uint8(0); k < y.Hop && bits.OnesCount64(stop) > 1; k++ {
			stop &= stop - 1
		}
		reached |= upTo(uint8(bits.TrailingZeros64(stop))) &^ 1
	}
	out := rayTargets{free: reached & inside &^ occupied, capture: reached & inside & occupied}
	if !y.RangeJump && !y.RangeCapture {
		return out
	}
	// Fly on from the first piece while those passed are of lower rank.
	delta := int(p.r.Delta[y.Dir])
	for k := first; k < edge; {
		if p.rank(Square(int(from)+k*delta)) >= rank {
			break
		}
		next := bits.TrailingZeros64(occupied &^ (uint64(2)<<k - 1))
		if y.RangeCapture {
			beyond := (uint64(1)<<next - 1) &^ (uint64(2)<<k - 1)
			out.free &^= beyond // a capture now, whatever else reaches it
			out.capture |= beyond
		}
		if next < edge && !(y.RangeJump && p.r.LowerOnly && p.rank(Square(int(from)+next*delta)) >= rank) {
			out.capture |= 1 << next
		}
		k = next
	}
	out.capture &= inside
	return out
}

// roam makes the direct moves of a piece whose powers overlap: all its
// destinations are gathered in a set first.
func (g *generator) roam() {
	p, m := g.p, g.mover
	p.targets.Clear()
	g.markSteps(m.Steps)
	if m.OnlyFrom != nil && p.onLastRank(g.from, g.us) {
		g.markSteps(m.OnlyFrom)
	}
	for o := m.Leaps & p.r.OnBoard[g.from]; o != 0; o &= o - 1 {
		g.mark(int(g.from) + int(p.r.Offsets[bits.TrailingZeros64(o)]))
	}
	for i := range m.Rays {
		y := &m.Rays[i]
		t := p.rayTargets(g.from, y, m.Rank)
		for w := t.free | t.capture; w != 0; w &= w - 1 {
			g.mark(int(g.from) + bits.TrailingZeros64(w)*int(p.r.Delta[y.Dir]))
		}
	}
	if m.Hook != 0 {
		g.markHooks()
	}
	if m.Area > 0 {
		g.markArea()
	}
	if m.Double != 0 {
		g.markDouble()
	}
	for i := range p.targets {
		for w := p.targets[i]; w != 0; w &= w - 1 {
			to := Square(i<<6 + bits.TrailingZeros64(w))
			if p.board[to] != Empty {
				g.capture(to)
			} else {
				g.quiet(to)
			}
		}
	}
}

// mark notes a destination that the stage wants.
func (g *generator) mark(to int) {
	switch x := g.p.board[to]; {
	case x&g.own != 0:
	case x != Empty:
		if g.captures {
			g.p.targets.Add(Square(to))
		}
	case g.quiets || g.burns:
		g.p.targets.Add(Square(to))
	}
}

func (g *generator) markSteps(steps []rules.Step) {
	for i := range steps {
		s := &steps[i]
		g.markSlide(g.from, s.Dir, int(s.Max))
	}
}

// markSlide notes the squares up to n steps from from in direction d.
func (g *generator) markSlide(from Square, d rules.Dir, n int) {
	delta := int(g.p.r.Delta[d])
	free := g.p.free(from, d)
	if g.quiets || g.burns {
		to := int(from)
		for range min(free, n) {
			to += delta
			g.p.targets.Add(Square(to))
		}
	}
	if free < n {
		g.mark(int(from) + (free+1)*delta)
	}
}

// markHooks notes what lies round each corner of a hook mover's first legs.
func (g *generator) markHooks() {
	p := g.p
	for d := range rules.NumDirs {
		if !g.mover.Hook.Has(rules.Dir(d)) {
			continue
		}
		left, right := rules.Turns(rules.Dir(d))
		corner := int(g.from)
		for range p.free(g.from, rules.Dir(d)) {
			corner += int(p.r.Delta[d])
			g.markSlide(Square(corner), left, rules.Unlimited)
			g.markSlide(Square(corner), right, rules.Unlimited)
		}
	}
}

// markArea notes the squares within the piece's king steps over free squares.
func (g *generator) markArea() {
	p := g.p
	own, enemy := p.owned[g.us], p.owned[g.us.Other()]
	reached, around := p.reached, p.around
	reached.Clear()
	reached.Add(g.from)
	for range g.mover.Area {
		reached.Spread(around, p.r.Stride)
		for i, w := range around {
			w &= p.r.Board[i] &^ own[i]
			free := w &^ enemy[i]
			reached[i] |= free
			if g.captures {
				p.targets[i] |= w & enemy[i]
			}
			if g.quiets || g.burns {
				p.targets[i] |= free
			}
		}
	}
}

// markDouble notes the squares two steps away over a free square.
func (g *generator) markDouble() {
	p := g.p
	for d := range rules.NumDirs {
		mid := int(g.from) + int(p.r.Delta[d])
		if !g.mover.Double.Has(rules.Dir(d)) || p.board[mid] != Empty {
			continue
		}
		for e := range rules.NumDirs {
			if to := mid + int(p.r.Delta[e]); g.mover.Double.Has(rules.Dir(e)) && to != int(g.from) {
				g.mark(to)
			}
		}
	}
}

// enemy reports whether an enemy piece stands on sq.
func (g *generator) enemy(sq int) bool {
	x := g.p.board[sq]
	return x != Empty && x&g.own == 0
}

// doubleCaptures makes the moves of a lion, or of a piece that steps twice,
// that capture on their first step and go on, or come back.
func (g *generator) doubleCaptures() {
	p, m := g.p, g.mover
	dirs := m.Double
	if m.Lion {
		dirs = rules.AllDirs
	}
	for d := range rules.NumDirs {
		mid := int(g.from) + int(p.r.Delta[d])
		if !dirs.Has(rules.Dir(d)) || !g.enemy(mid) {
			continue
		}
		stop := through(rules.Dir(d), 1, 0)
		for e := range rules.NumDirs {
			to := mid + int(p.r.Delta[e])
			if dirs.Has(rules.Dir(e)) && (to == int(g.from) || p.board[to]&g.own == 0) {
				g.stopping(newMove(g.from, Square(to)) | stop)
			}
		}
	}
}

// lineCaptures makes the moves of a lion power along one line that capture
// before their end. Powers of a full lion are left to doubleCaptures.
func (g *generator) lineCaptures() {
	p, m := g.p, g.mover
	for d := range rules.NumDirs {
		if !m.LineDirs.Has(rules.Dir(d)) {
			continue
		}
		delta := int(p.r.Delta[d])
		var sq [4]int
		sq[0] = int(g.from)
		n := 0 // squares on the board
		for n < int(m.LineSteps) && p.board[sq[n]+delta] != rules.Guard {
			sq[n+1] = sq[n] + delta
			n++
		}
		lands := func(k int) bool { return k <= n && p.board[sq[k]]&g.own == 0 }
		first, second := n >= 1 && g.enemy(sq[1]), n >= 2 && g.enemy(sq[2])
		stop := func(k1, k2, to int) {
			g.stopping(newMove(g.from, Square(sq[to])) | through(rules.Dir(d), k1, k2))
		}
		if first && !m.Lion {
			stop(1, 0, 0)
			if lands(2) {
				stop(1, 0, 2)
			}
		}
		if m.LineSteps < 3 {
			continue
		}
		if first && lands(3) {
			stop(1, 0, 3)
		}
		if second && lands(1) {
			stop(2, 0, 1)
			if first && p.r.HasContagion {
				// The same captures, but another infection last.
				if a, b := p.contagion(Square(sq[1])), p.contagion(Square(sq[2])); a != 0 && b != 0 && a != b {
					stop(1, 2, 1)
				}
			}
		}
		if second && lands(3) {
			stop(2, 0, 3)
			if first {
				stop(1, 2, 3)
			}
		}
	}
}

// contagion returns what a capturer of the piece on sq becomes, 0 if itself.
func (p *Position) contagion(sq Square) Kind { return p.r.Kinds[p.board[sq].Kind()].Contagion }

// iguis makes the captures without moving of a piece that has only these.
func (g *generator) iguis() {
	for d := range rules.NumDirs {
		if g.mover.Igui.Has(rules.Dir(d)) && !g.mover.Lion && g.enemy(int(g.from)+int(g.p.r.Delta[d])) {
			g.stopping(newMove(g.from, g.from) | through(rules.Dir(d), 1, 0))
		}
	}
}

// stopping makes a capture with stops, if the trading of lions allows it.
func (g *generator) stopping(m Move) {
	p := g.p
	if p.r.Lions != nil {
		first, second := p.Stops(m)
		for _, sq := range [...]Square{first, second, m.To()} {
			if sq != 0 && sq != g.from && p.isLion(sq) && !p.mayTakeLion(m, sq) {
				return
			}
		}
	}
	g.take(m)
}

// pass makes the move that steps to a free square and back. Of the squares
// that would do, the first in ASCII order names it.
func (g *generator) pass() {
	p := g.p
	best := -1
	for d := range rules.NumDirs {
		sq := int(g.from) + int(p.r.Delta[d])
		if g.mover.PassDirs.Has(rules.Dir(d)) && p.board[sq] == Empty &&
			(best < 0 || p.r.Order[sq] < p.r.Order[int(g.from)+int(p.r.Delta[best])]) {
			best = d
		}
	}
	if best < 0 {
		return
	}
	m := newMove(g.from, g.from) | through(rules.Dir(best), 1, 0)
	switch {
	case g.burns:
		g.burning(m)
	case !g.quiets:
	case g.promotable:
		g.promote(m, false)
	default:
		g.out = append(g.out, m)
	}
}

// universal makes an emperor's moves.
func (g *generator) universal(leaps bool) {
	p, r := g.p, g.p.r
	if leaps {
		for rank := range r.Ranks {
			start := r.At(0, rank)
			free := ^(p.lines[r.Coords[start][rules.East].Line] >> 1) & (1<<r.Files - 1)
			for ; free != 0; free &= free - 1 {
				g.quietLeap(start + Square(bits.TrailingZeros64(free)))
			}
		}
	}
	if !g.captures {
		return
	}
	them := g.us.Other()
	targets := p.owned[them]
	switch p.traitCount[rules.UniversalIndex][them] {
	case 0:
	case 1:
		targets = p.traits[rules.UniversalIndex][them] // all others are protected by it
	default:
		return
	}
	p.lift(g.from, g.piece) // a piece behind it protects once it has left
	p.targets.Clear()
	for i := range targets {
		for w := targets[i]; w != 0; w &= w - 1 {
			if sq := Square(i<<6 + bits.TrailingZeros64(w)); !p.reaches(sq, them) {
				p.targets.Add(sq)
			}
		}
	}
	p.place(g.from, g.piece)
	for i := range p.targets {
		for w := p.targets[i]; w != 0; w &= w - 1 {
			g.capture(Square(i<<6 + bits.TrailingZeros64(w)))
		}
	}
}

func (g *generator) quietLeap(to Square) {
	m := newMove(g.from, to)
	if !g.promotable {
		g.out = append(g.out, m)
		return
	}
	g.promote(m, false)
}
