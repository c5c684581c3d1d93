package search

import (
	"time"

	"mujo/engine"
)

// A Score is in centipawns from the side to move's view. Beyond ±MateBound it
// counts the plies to the end of the game: Mate - plies. Evaluations keep well
// within; on the largest boards they exceed what a host takes for centipawns,
// so what prints them clamps them.
type Score int32

// The scale of scores.
const (
	Infinite  Score = 1_010_000
	Mate      Score = 1_000_000 // the game is won now
	MateBound Score = Mate - 5_000
	// Settled is a game won or lost by a rule that a longer game would apply,
	// as perpetual check, less the plies to it.
	Settled Score = 500_000
)

// MatePlies returns the number of plies to the end of the game, positive if
// the side to move wins, and whether the score says so.
func (s Score) MatePlies() (int, bool) {
	switch {
	case s >= MateBound:
		return int(Mate - s), true
	case s <= -MateBound:
		return -int(Mate + s), true
	}
	return 0, false
}

// A Bound says how a score relates to the true one.
type Bound uint8

// The bounds.
const (
	Exact Bound = iota
	Lower       // the true score is at least this
	Upper       // the true score is at most this
)

// An Info is a report of a running search.
type Info struct {
	Depth    int // plies searched in full
	SelDepth int // plies of the deepest line
	Time     time.Duration
	Nodes    uint64
	HashFull int // permille of the table in use
	MultiPV  int // rank of this line, from 1
	Score    Score
	Bound    Bound
	PV       []engine.Move // never empty; valid during the call only
}

// A Result is the answer of a search.
type Result struct {
	Best   engine.Move // NoMove if there is no legal move
	Ponder engine.Move // the expected reply, NoMove if unknown
	Score  Score
	Depth  int
	Nodes  uint64
	Time   time.Duration
}
