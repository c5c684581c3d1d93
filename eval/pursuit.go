package eval

import (
	"math/bits"

	"mujo/engine"
	"mujo/engine/rules"
)

// The worth of a pursuit, in centipawns.
const (
	pursuitFrom = 1500 // the lead in material at which it begins to count
	pursuitFull = 2000 // and how much further it counts in full
	nearness    = 20   // of a piece, for each king step that it is nearer to the royal than half the board
	hemmed      = 100  // for each half square that the royal is off the middle
)

// pursuit is what it is worth to Black, if one side is far ahead and the other
// has lost much of its army, to be near the other's only royal and to have it
// away from the middle. Without it the side ahead sees nothing to aim at on a
// large board as long as there is nothing to capture.
func (e *Evaluator) pursuit(p *engine.Position) int {
	lead, hunter := int(p.Score()), rules.Black
	if lead < 0 {
		lead, hunter = -lead, rules.White
	}
	if lead <= pursuitFrom {
		return 0
	}
	hunted := hunter.Other()
	royal, ok := p.Royal(hunted)
	lost := e.army - p.Pieces(hunted) - p.HandSize(hunted)
	if !ok || lost <= 0 {
		return 0
	}
	r := e.r
	x, y := r.Column(royal), r.Rank(royal)
	half := max(r.Files, r.Ranks) / 2
	sum := hemmed * (distance(2*x, r.Files-1) + distance(2*y, r.Ranks-1))
	for i, word := range p.Owned(hunter) {
		for ; word != 0; word &= word - 1 {
			sq := rules.Square(i<<6 + bits.TrailingZeros64(word))
			sum += nearness * (half - max(distance(r.Column(sq), x), distance(r.Rank(sq), y)))
		}
	}
	sum = sum * min(lead-pursuitFrom, pursuitFull) / pursuitFull * lost / e.army * lost / e.army
	if hunter == rules.White {
		return -sum
	}
	return sum
}

func distance(a, b int) int { return max(a-b, b-a) }
