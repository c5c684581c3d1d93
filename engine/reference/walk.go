package reference

import (
	"slices"

	"mujo/variants"
)

// A visit is told of one way a piece can go: the squares where it stops before
// the last and which its text has to name (those where it captures, or the one
// that it passes by), the last square, and what it captures, in order. The
// slices are the visitor's to keep.
type visit func(stops []int, to int, caps []int)

// powers are the moves that the piece on sq has at this moment.
func (b board) powers(sq int) []variants.Move {
	p := b.at[sq]
	kind := p.kind
	if b.sheet.Borrowed == "friend_behind" {
		if behind, ok := b.walk(sq, p.side, steps["B"], 1); ok && b.at[behind].side == p.side {
			kind = b.at[behind].kind
		}
	}
	return b.sheet.Pieces[kind].Moves
}

// use visits every way in which a piece of that kind and side goes from sq by
// the power m, whoever may be lost by it.
func (b board) use(m variants.Move, kind int16, side int8, sq int, v visit) {
	w := walker{b, kind, side, sq, v}
	switch m.Kind {
	case variants.Slide:
		w.slide(m)
	case variants.Jump:
		for _, to := range m.To {
			if sq, ok := b.walk(sq, side, step{to[0], to[1]}, 1); ok {
				w.land(sq)
			}
		}
	case variants.Lion:
		w.lion()
	case variants.LionLine:
		w.lionLine(m)
	case variants.DoubleStep:
		w.doubleStep(m.Dirs)
	case variants.Hook:
		w.hook(m)
	case variants.Area:
		w.area(m)
	case variants.RangeJump:
		w.rangeJump(m)
	case variants.RangeCapture:
		w.rangeCapture(m)
	case variants.SkipSlide:
		w.skipSlide(m)
	case variants.HopSlide:
		w.hopSlide(m)
	case variants.Igui:
		w.igui(m)
	case variants.Burn: // no movement
	case variants.UniversalLeap:
		for to := range b.at {
			w.land(to)
		}
	default:
		panic("reference: unknown power " + m.Kind)
	}
}

type walker struct {
	board
	kind  int16
	side  int8
	from  int
	visit visit
}

func (w walker) free(sq int) bool  { return w.at[sq].side == 0 }
func (w walker) enemy(sq int) bool { return w.at[sq].side == -w.side }

// land goes straight to a square, if no friend stands there, and says whether
// the way leads on from it.
func (w walker) land(to int) bool {
	if w.enemy(to) {
		w.visit(nil, to, []int{to})
	} else if w.free(to) {
		w.visit(nil, to, nil)
		return true
	}
	return false
}

// line goes from square to square in one direction, until f says to stop.
func (w walker) line(from int, d step, f func(n, sq int) bool) {
	for n := 1; ; n++ {
		sq, ok := w.walk(from, w.side, d, n)
		if !ok || !f(n, sq) {
			return
		}
	}
}

func (w walker) slide(m variants.Move) {
	if m.OnlyFrom == "last_rank" && !w.onLastRank(w.from, w.side) {
		return
	}
	for _, dir := range m.Dirs {
		w.line(w.from, steps[dir], func(n, sq int) bool {
			return w.land(sq) && n != m.Max
		})
	}
}

// lion is two steps in any direction, or a jump as far.
func (w walker) lion() {
	w.doubleStep(around)
	for right := -2; right <= 2; right++ {
		for forward := -2; forward <= 2; forward++ {
			if max(abs(right), abs(forward)) < 2 {
				continue
			}
			if sq, ok := w.walk(w.from, w.side, step{right, forward}, 1); ok {
				w.land(sq)
			}
		}
	}
}

func (w walker) doubleStep(dirs []string) {
	for _, first := range dirs {
		mid, ok := w.walk(w.from, w.side, steps[first], 1)
		if !ok || !w.enemy(mid) && !w.free(mid) {
			continue
		}
		w.land(mid)
		var stops, caps []int
		if w.enemy(mid) {
			stops, caps = []int{mid}, []int{mid}
		}
		for _, second := range dirs {
			to, ok := w.walk(mid, w.side, steps[second], 1)
			switch {
			case !ok:
			case to == w.from:
				w.visit([]int{mid}, to, caps)
			case w.enemy(to):
				w.visit(stops, to, append(slices.Clone(caps), to))
			case w.free(to):
				w.visit(stops, to, caps)
			}
		}
	}
}

// lionLine makes legs along one half-line from the start, as many single steps
// in all as the power has. A leg may leap, at the price of the squares it
// passes; it may not end on a friend, nor beyond the start.
func (w walker) lionLine(m variants.Move) {
	for _, dir := range m.Dirs {
		line := []int{w.from}
		w.line(w.from, steps[dir], func(n, sq int) bool {
			line = append(line, sq)
			return n < m.Steps
		})
		w.legs(line, 0, m.Steps, nil)
	}
}

// legs goes on along line from its square number at, with left steps to go and
// caps taken so far.
func (w walker) legs(line []int, at, left int, caps []int) {
	for next, sq := range line {
		cost := abs(next - at)
		if cost == 0 || cost > left {
			continue
		}
		taken := caps
		if next > 0 && !slices.Contains(caps, sq) {
			if w.enemy(sq) {
				taken = append(slices.Clone(caps), sq)
			} else if !w.free(sq) {
				continue
			}
		}
		stops := taken
		if len(taken) > len(caps) {
			stops = caps // the last capture is where it ends
		}
		if next == 0 && len(taken) == 0 {
			stops = []int{line[at]} // a pass
		}
		w.visit(stops, sq, taken)
		w.legs(line, next, left-cost, taken)
	}
}

func (w walker) hook(m variants.Move) {
	for _, dir := range m.First {
		d := steps[dir]
		w.line(w.from, d, func(_, corner int) bool {
			if !w.land(corner) {
				return false
			}
			for _, turned := range []step{{-d.forward, d.right}, {d.forward, -d.right}} {
				w.line(corner, turned, func(_, sq int) bool { return w.land(sq) })
			}
			return true
		})
	}
}

// area walks over free squares, at most so many king steps, and may end with a
// capture.
func (w walker) area(m variants.Move) {
	seen := map[int]bool{w.from: true}
	edge := []int{w.from}
	for range m.Steps {
		var next []int
		for _, at := range edge {
			for _, dir := range around {
				sq, ok := w.walk(at, w.side, steps[dir], 1)
				if !ok || seen[sq] {
					continue
				}
				seen[sq] = true
				if w.land(sq) {
					next = append(next, sq)
				}
			}
		}
		edge = next
	}
	if !m.Pass || m.Steps < 2 {
		return
	}
	for _, dir := range around {
		if sq, ok := w.walk(w.from, w.side, steps[dir], 1); ok && w.free(sq) {
			w.visit([]int{sq}, w.from, nil)
		}
	}
}

// rangeJump slides, and to capture also jumps over pieces of either side whose
// rank is below its own.
func (w walker) rangeJump(m variants.Move) {
	for _, dir := range m.Dirs {
		jumping := false
		w.line(w.from, steps[dir], func(_, sq int) bool {
			if w.free(sq) {
				if !jumping {
					w.land(sq)
				}
				return true
			}
			other := w.at[sq].kind
			if w.enemy(sq) && (!jumping || w.mayJumpOnto(other)) {
				w.land(sq)
			}
			jumping = true
			return w.rank[other] < w.rank[w.kind]
		})
	}
}

func (w walker) mayJumpOnto(other int16) bool {
	if w.sheet.JumpCaptures != "lower" {
		return true
	}
	return !w.royal[other] && w.rank[other] < w.rank[w.kind]
}

// rangeCapture flies over pieces of lower rank, all of which are captured.
func (w walker) rangeCapture(m variants.Move) {
	for _, dir := range m.Dirs {
		var over []int
		w.line(w.from, steps[dir], func(_, sq int) bool {
			if w.free(sq) {
				w.visit(nil, sq, slices.Clone(over))
				return true
			}
			if w.enemy(sq) {
				w.visit(nil, sq, append(slices.Clone(over), sq))
			}
			over = append(over, sq)
			other := w.at[sq].kind
			return w.rank[other] < w.rank[w.kind] && !w.royal[other]
		})
	}
}

// skipSlide begins with a leap to the square of that number.
func (w walker) skipSlide(m variants.Move) {
	for _, dir := range m.Dirs {
		w.line(w.from, steps[dir], func(n, sq int) bool {
			return n < m.From || w.land(sq) && n != m.Max
		})
	}
}

// hopSlide passes over pieces without touching them.
func (w walker) hopSlide(m variants.Move) {
	for _, dir := range m.Dirs {
		over := 0
		w.line(w.from, steps[dir], func(_, sq int) bool {
			if !w.land(sq) {
				over++
			}
			return m.Over == 0 || over <= m.Over
		})
	}
}

func (w walker) igui(m variants.Move) {
	for _, dir := range m.Dirs {
		if sq, ok := w.walk(w.from, w.side, steps[dir], 1); ok && w.enemy(sq) {
			w.visit([]int{sq}, w.from, []int{sq})
		}
	}
}

// attacked says whether a bare move of a piece of side by captures what stands
// on sq: the rules that protect lions, emperors' prey and royals do not count.
func (b board) attacked(sq int, by int8) bool {
	for from, p := range b.at {
		if p.side != by {
			continue
		}
		for _, m := range b.powers(from) {
			found := false
			b.use(m, p.kind, p.side, from, func(_ []int, _ int, caps []int) {
				found = found || slices.Contains(caps, sq)
			})
			if found {
				return true
			}
		}
	}
	return false
}

// stuck says whether a piece of that kind could never move from sq, not even on
// an empty board. A power that holds only where the piece already stands on its
// last rank is no reason to go there.
func (r *rules) stuck(kind int16, side int8, sq int) bool {
	found := false
	for _, m := range r.sheet.Pieces[kind].Moves {
		if m.OnlyFrom == "" {
			r.empty.use(m, kind, side, sq, func([]int, int, []int) { found = true })
		}
	}
	return !found
}
