package eval

import (
	"math"
	"math/bits"

	"mujo/engine"
	"mujo/engine/rules"
)

// weighRoyals prepares the tables of measure: an enemy near a lone royal
// is the more dangerous the stronger it is, with the square root of its
// value, and a friend beside it shields it if it is of little worth itself.
func (e *tables) weighRoyals() {
	r := e.r
	for k := 1; k < len(r.Kinds); k++ {
		root := math.Sqrt(e.values[k] / pawn)
		for _, c := range []rules.Color{rules.Black, rules.White} {
			i := rules.MakePiece(rules.Kind(k), c).Index()
			if r.Kinds[k].Traits&rules.Royal != 0 {
				continue
			}
			e.threat[i] = int16(math.Round(18 * math.Min(root, 6)))
			e.shield[i] = int16(math.Round(9 * math.Min(root, 2.2)))
		}
	}
	for o := range e.distance {
		e.distance[o] = uint8(rules.OffsetDistance(o))
	}
	e.handPower = make([]int16, len(r.HandKinds))
	for slot, k := range r.HandKinds {
		e.handPower[slot] = int16(math.Round(7 * math.Sqrt(e.values[k]/pawn)))
	}
}

// The measures of a side.
const (
	shelter = iota
	attackers
	handAttack
	spares
	numMeasures
)

// LocalMeasures is how many of Measures, from the first, judge what is near an
// only royal. A network that sees it can do without them.
const LocalMeasures = spares

// MeasureNames returns what hosts and weight files call the hand-made terms of
// Measures.
func MeasureNames() []string {
	return []string{"royal shelter", "royal danger", "danger from hand", "spare royals"}
}

// measures are the hand-made terms of one side, in centipawns.
type measures [numMeasures]int

// factors weigh measures, in percent.
type factors = measures

// measure judges the surroundings of c's only royal: what shields it, less
// what the enemy has near it and, where there are drops, in hand. A side with
// several royals is not in danger of losing its last one.
func (e *Evaluator) measure(p *engine.Position, c rules.Color) measures {
	var m measures
	sq, ok := p.Royal(c)
	if !ok {
		m[spares] = spareRoyals(p.Royals(c))
		return m
	}
	if !e.local {
		return m
	}
	r := e.r
	shield, danger, enemies := 0, 0, 0
	for around := r.OnBoard[sq]; around != 0; around &= around - 1 {
		o := bits.TrailingZeros64(around)
		pc := p.At(rules.Square(int(sq) + int(r.Offsets[o])))
		if pc == rules.Empty {
			continue
		}
		near := int(e.distance[o])
		if pc.Color() == c {
			if near == 1 {
				shield += int(e.shield[pc.Index()])
			} else if near == 2 {
				shield += int(e.shield[pc.Index()]) / 3
			}
			continue
		}
		danger += int(e.threat[pc.Index()]) * (4 - near) / 2
		enemies++
	}
	m[shelter], m[attackers] = shield, -danger
	if r.HasDrops {
		held := 0
		for slot, w := range e.handPower {
			held += int(w) * min(p.Hand(c.Other(), slot), 3)
		}
		m[handAttack] = -held * (1 + enemies)
	}
	return m
}

// spareRoyals is the worth of having n royals: the game is not lost with the
// first.
func spareRoyals(n int) int {
	if n > 1 {
		return 4*pawn + 2*pawn*(min(n, 3)-2)
	}
	return 0
}
