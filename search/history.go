package search

import (
	"mujo/engine"
	"mujo/engine/rules"
)

// historyMax bounds history scores.
const historyMax = 1 << 14

// histories remember which moves proved good in a worker's search.
type histories struct {
	squares int
	quiet   []int16       // by piece index and square
	capture []int16       // by piece index of mover and victim
	counter []engine.Move // reply that refuted a move, by piece index and square
	kinds   int
}

func newHistories(r *rules.Rules) *histories {
	pieces := 2 * len(r.Kinds)
	return &histories{
		squares: r.NumSquares, kinds: pieces,
		quiet:   make([]int16, pieces*r.NumSquares),
		capture: make([]int16, pieces*pieces),
		counter: make([]engine.Move, pieces*r.NumSquares),
	}
}

// fade halves what was learnt before, for a new search.
func (h *histories) fade() {
	for i := range h.quiet {
		h.quiet[i] /= 2
	}
	for i := range h.capture {
		h.capture[i] /= 2
	}
}

func (h *histories) clear() {
	clear(h.quiet)
	clear(h.capture)
	clear(h.counter)
}

// quietOf returns the score of a quiet move by pc to sq, for reading and
// updating.
func (h *histories) quietOf(pc engine.Piece, sq engine.Square) *int16 {
	return &h.quiet[pc.Index()*h.squares+int(sq)]
}

func (h *histories) captureOf(pc, victim engine.Piece) *int16 {
	return &h.capture[pc.Index()*h.kinds+victim.Index()]
}

func (h *histories) counterOf(pc engine.Piece, sq engine.Square) *engine.Move {
	return &h.counter[pc.Index()*h.squares+int(sq)]
}

// gravity moves *h towards historyMax or -historyMax by bonus.
func gravity(h *int16, bonus int) {
	b := max(-historyMax, min(historyMax, bonus))
	size := b
	if size < 0 {
		size = -size
	}
	*h += int16(b - int(*h)*size/historyMax)
}
