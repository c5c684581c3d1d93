package eval

import (
	"math"

	"mujo/engine"
	"mujo/engine/rules"
)

// handShare is the value of a piece in hand as a share of its value on the
// board.
const handShare = 1.05

// placement returns the scores that a position sums up: value and placement
// of each piece on each square, and the value of pieces in hand.
func placement(r *rules.Rules, values []float64) *engine.Scores {
	s := &engine.Scores{
		Board: make([]int32, 2*len(r.Kinds)*r.NumSquares),
		Hand:  make([]int32, 2*len(r.Kinds)),
	}
	for k := 1; k < len(r.Kinds); k++ {
		kind := rules.Kind(k)
		black, white := rules.MakePiece(kind, rules.Black), rules.MakePiece(kind, rules.White)
		value := values[k]
		if r.Kinds[k].Traits&rules.Royal != 0 && r.Kinds[k].Value == 0 {
			value = math.Min(value, spareRoyal)
		}
		s.Hand[black.Index()] = int32(math.Round(value * handShare))
		s.Hand[white.Index()] = -s.Hand[black.Index()]
		for _, sq := range r.Squares {
			worth := int32(math.Round(value + place(r, values, kind, sq)))
			s.Board[black.Index()*r.NumSquares+int(sq)] = worth
			turned := r.At(r.Files-1-r.Column(sq), r.Ranks-1-r.Rank(sq))
			s.Board[white.Index()*r.NumSquares+int(turned)] = -worth
		}
	}
	return s
}

// spareRoyal bounds the value of a royal that has none of its own.
const spareRoyal = 15 * pawn

// place is the bonus for Black's piece of kind k on sq.
func place(r *rules.Rules, values []float64, k rules.Kind, sq rules.Square) float64 {
	info := &r.Kinds[k]
	advance := float64(r.Ranks-1-r.Rank(sq)) / float64(r.Ranks-1) // 0 at home, 1 at the far end
	middle := float64(r.Files-1) / 2
	centre := 1 - math.Abs(float64(r.Column(sq))-middle)/middle // 0 at the edge, 1 in the middle
	if info.Traits&rules.Royal != 0 {
		return -20 * advance * float64(r.Ranks) / 4 // royals stay home
	}
	value := values[k]
	bonus := promotionChance(r, values, k, sq)
	switch pc := rules.MakePiece(k, rules.Black); {
	case !slides(r, pc): // a stepper is useful where the fight is
		bonus += math.Min(value, 6*pawn) / pawn * (6*math.Min(advance, 0.75) + 4*centre*advance)
	case forwardOnly(r, pc):
		bonus += 2 * (1 - advance)
	default:
		bonus += 8*centre + 8*math.Min(advance, 0.5)
	}
	return bonus
}

// slides reports whether the piece slides without limit anywhere or reaches
// as far by other means.
func slides(r *rules.Rules, pc rules.Piece) bool {
	for _, n := range r.Reach[pc.Index()] {
		if n == rules.Unlimited {
			return true
		}
	}
	return r.Movers[pc.Index()].Universal
}

// forwardOnly reports whether the piece never goes back or sideways.
func forwardOnly(r *rules.Rules, pc rules.Piece) bool { return r.Dead[pc.Index()] > 0 }

// promotionChance is what a kind may hope to gain by promotion from sq: by
// zone, more the nearer it is, and most just before it; by capture, a little
// anywhere.
func promotionChance(r *rules.Rules, values []float64, k rules.Kind, sq rules.Square) float64 {
	to := r.Kinds[k].Promotes
	if to == 0 {
		return 0
	}
	gain := values[to] - values[k]
	if r.Kinds[to].Traits&rules.Royal != 0 {
		gain = spareRoyal
	}
	switch {
	case gain <= 0:
		return 0
	case r.Promotion.ByCapture:
		return math.Min(0.12*gain, 2*pawn)
	case !r.Promotion.Zone:
		return 0
	}
	distance := r.Rank(sq) - (r.Sheet.Promotion.ZoneRanks - 1)
	if distance <= 0 { // declined: only a capture promotes now, unless any move does
		if r.Promotion.OnAny {
			return 0.5 * gain
		}
		return 0.15 * gain
	}
	var speed float64 // 1 just before the zone; a slider loses little further off
	if !slides(r, rules.MakePiece(k, rules.Black)) {
		speed = 1 / (1 + 0.35*float64(distance-1))
	} else {
		speed = 1 / (1 + 0.1*float64(distance-1))
	}
	return math.Min(0.3*gain*speed, 4*pawn)
}
