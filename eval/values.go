package eval

import (
	"math"

	"mujo/engine"
	"mujo/engine/rules"
)

// pawn is the value of a pawn in centipawns.
const pawn = 100

// royalExchange is what a royal counts in exchanges: more than anything that
// could be gained by losing it.
const royalExchange = 300_000

// kindValues returns the value of each kind in centipawns: the sheet's, or
// for kinds it gives none the formula's.
func kindValues(r *rules.Rules) (values []float64, f formula) {
	mobility := make([]float64, len(r.Kinds))
	for k := 1; k < len(r.Kinds); k++ {
		mobility[k] = reach(r, rules.Kind(k))
	}
	f = fit(r, mobility)
	values = make([]float64, len(r.Kinds))
	for k := 1; k < len(r.Kinds); k++ {
		v := r.Kinds[k].Value
		if v == 0 {
			v = f.value(mobility[k])
		}
		values[k] = v * pawn
	}
	return values, f
}

// A formula gives the value in pawns of a kind that reaches a number of
// squares: scale * reach^power.
type formula struct{ scale, power float64 }

func (f formula) value(reach float64) float64 { return f.scale * math.Pow(reach, f.power) }

// fit finds the formula that is nearest to the sheet's own values, by least
// squares of the logarithms. A sheet without values gets half a pawn for each
// square reached, as the German Chu Shogi Association's tables have it for
// step movers.
func fit(r *rules.Rules, mobility []float64) formula {
	var n, sx, sy, sxx, sxy float64
	for k := 1; k < len(r.Kinds); k++ {
		if v := r.Kinds[k].Value; v > 0 && mobility[k] > 0 && r.Kinds[k].Traits&rules.Royal == 0 {
			x, y := math.Log(mobility[k]), math.Log(v)
			n, sx, sy, sxx, sxy = n+1, sx+x, sy+y, sxx+x*x, sxy+x*y
		}
	}
	if d := n*sxx - sx*sx; n >= 3 && d > 1e-9 {
		power := (n*sxy - sx*sy) / d
		return formula{math.Exp((sy - power*sx) / n), power}
	}
	return formula{0.5, 1}
}

// crowding is the chance that a square is free, in the mean over a game.
const crowding = 0.7

// reach estimates how many squares a kind attacks from an average square of a
// board of average crowding.
func reach(r *rules.Rules, k rules.Kind) float64 {
	pc := rules.MakePiece(k, rules.Black)
	m := &r.Movers[pc.Index()]
	var sum float64
	for _, sq := range r.Squares {
		sum += reachFrom(r, m, pc, sq)
	}
	return sum / float64(len(r.Squares))
}

func reachFrom(r *rules.Rules, m *rules.Mover, pc rules.Piece, sq rules.Square) float64 {
	var sum float64
	ray := func(d rules.Dir, from rules.Square, n int, p float64) (total float64) {
		for k, left := 1, r.RayLength(from, d); k <= min(n, left); k++ {
			total += p
			p *= crowding
		}
		return total
	}
	for d := range rules.NumDirs {
		n := int(r.Reach[pc.Index()][d])
		sum += ray(rules.Dir(d), sq, n, 1)
		if !m.Hook.Has(rules.Dir(d)) {
			continue
		}
		left, right := rules.Turns(rules.Dir(d))
		corner, p := sq, 1.0
		for range r.RayLength(sq, rules.Dir(d)) {
			corner = rules.Square(int(corner) + int(r.Delta[d]))
			p *= crowding
			sum += ray(left, corner, rules.Unlimited, p) + ray(right, corner, rules.Unlimited, p)
		}
	}
	for o := range rules.NumOffsets {
		if m.Jumps>>o&1 != 0 && r.OnBoard[sq]>>o&1 != 0 {
			sum++
		}
	}
	for i := range m.Rays {
		y := &m.Rays[i]
		for _, s := range y.Skips {
			if n := r.RayLength(sq, y.Dir); n >= int(s.From) {
				sum += ray(y.Dir, sq, min(n, int(s.Max))-int(s.From)+1, 1)
			}
		}
		if y.RangeJump || y.RangeCapture || y.Hop > 0 { // what lies behind the first piece
			sum += 0.5 * float64(r.RayLength(sq, y.Dir)) * (1 - crowding)
		}
	}
	if m.Lion { // captures twice
		sum += 8
	}
	if m.Area > 0 {
		n := float64(2*m.Area + 1)
		sum += 0.6 * (n*n - 1)
	}
	if m.Burns {
		sum += 40
	}
	for d := range rules.NumDirs {
		if m.LineDirs.Has(rules.Dir(d)) || m.Double.Has(rules.Dir(d)) || m.Igui.Has(rules.Dir(d)) {
			sum++
		}
	}
	if m.Universal { // it may go anywhere, but hardly ever capture
		sum += 12
	}
	return sum
}

// exchangeValues returns what pieces are worth in exchanges. A captured piece
// that can be dropped counts twice: it is lost and gained.
func exchangeValues(r *rules.Rules, values []float64) *engine.Values {
	v := &engine.Values{Spare: spareRoyal}
	for k := 1; k < len(r.Kinds); k++ {
		info := &r.Kinds[k]
		worth := int32(math.Round(values[k]))
		if info.Traits&rules.Royal != 0 {
			worth = royalExchange
		}
		gain := worth
		if info.Hand != 0 {
			gain += int32(math.Round(values[info.Hand] * handShare))
		}
		for _, c := range []rules.Color{rules.Black, rules.White} {
			i := rules.MakePiece(rules.Kind(k), c).Index()
			v.Piece[i], v.Gain[i] = worth, gain
		}
	}
	return v
}
