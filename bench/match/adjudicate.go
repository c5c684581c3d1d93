package match

import (
	"fmt"

	"mujo/bench/player"
	"mujo/engine"
)

// A Resign ends games that a player takes for lost.
type Resign struct {
	Moves    int // in a row at Score or worse; 0: never
	Score    int // centipawns
	TwoSided bool
}

// String is empty where games are never ended.
func (r Resign) String() string {
	if r.Moves == 0 {
		return ""
	}
	return fmt.Sprintf("movecount=%d score=%d twosided=%v", r.Moves, r.Score, r.TwoSided)
}

// A Draw ends games that both players take for even.
type Draw struct {
	From  int // number of the first move, of both sides, that counts
	Moves int // of each side in a row within Score; 0: never
	Score int
}

// String is empty where games are never ended.
func (d Draw) String() string {
	if d.Moves == 0 {
		return ""
	}
	return fmt.Sprintf("movenumber=%d movecount=%d score=%d", d.From, d.Moves, d.Score)
}

// certain is the score of a mate.
const certain = 1 << 30

// An adjudicator follows the scores of a game.
type adjudicator struct {
	resign Resign
	draw   Draw

	lost, won [2]int // moves in a row with such scores, by color
	even      int    // plies in a row, of both
}

// see takes in what c's move was said to be worth, and returns how the game
// is ended by it.
func (a *adjudicator) see(c engine.Color, ply int, i *player.Info) (o engine.Outcome, reason string) {
	score := i.Score
	switch {
	case i.Mate > 0:
		score = certain
	case i.Mate < 0:
		score = -certain
	}
	count := func(n *int, ok bool) {
		if *n++; !ok || !i.HasScore {
			*n = 0
		}
	}
	count(&a.lost[c], score <= -a.resign.Score)
	count(&a.won[c], score >= a.resign.Score)
	count(&a.even, ply >= 2*a.draw.From-1 && max(score, -score) <= a.draw.Score)
	if n := a.resign.Moves; n > 0 && a.lost[c] >= n && (!a.resign.TwoSided || a.won[c.Other()] >= n) {
		return engine.Outcome{Over: true, Winner: c.Other()}, AdjudicatedWin
	}
	if n := a.draw.Moves; n > 0 && a.even >= 2*n {
		return engine.Outcome{Over: true, Draw: true}, AdjudicatedDraw
	}
	return engine.Outcome{}, ""
}
