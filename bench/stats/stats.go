package stats

import (
	"math"
)

// A Trinomial counts games by result, from one player's view.
type Trinomial struct{ Wins, Draws, Losses int }

// Games is the number of games.
func (t Trinomial) Games() int { return t.Wins + t.Draws + t.Losses }

// Points is the sum of the scores, a draw being half a point.
func (t Trinomial) Points() float64 { return float64(t.Wins) + float64(t.Draws)/2 }

// Score is the mean score, a half where there are no games.
func (t Trinomial) Score() float64 {
	if t.Games() == 0 {
		return 0.5
	}
	return t.Points() / float64(t.Games())
}

// DrawRate is the share of draws.
func (t Trinomial) DrawRate() float64 { return float64(t.Draws) / float64(max(t.Games(), 1)) }

// A Pentanomial counts pairs of games by the points one player made in both:
// none, a half, one, one and a half, two.
type Pentanomial [5]int

// Pairs is the number of pairs.
func (p Pentanomial) Pairs() int {
	n := 0
	for _, c := range p {
		n += c
	}
	return n
}

// A distribution is a list of scores with their probabilities.
type distribution []outcome

type outcome struct{ score, p float64 }

func (d distribution) mean() float64 {
	m := 0.0
	for _, o := range d {
		m += o.p * o.score
	}
	return m
}

func (d distribution) variance() float64 {
	m, v := d.mean(), 0.0
	for _, o := range d {
		v += o.p * (o.score - m) * (o.score - m)
	}
	return v
}

// scores is the distribution of counts over mean scores a game, spaced evenly
// from 0 to 1; least stands in for counts of nothing.
func scores(counts []int, least float64) (n float64, d distribution) {
	d = make(distribution, len(counts))
	for i, c := range counts {
		d[i] = outcome{float64(i) / float64(len(counts)-1), max(float64(c), least)}
		n += d[i].p
	}
	if n > 0 {
		for i := range d {
			d[i].p /= n
		}
	}
	return n, d
}

// Elo is the difference that a mean score stands for, infinite at 0 and 1.
func Elo(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return -400 * math.Log10(1/score-1)
}

// Score is the mean score that a difference in Elo promises.
func Score(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// perNormalized is the normalized Elo in one standard deviation of a game:
// near equality a point of it is one of Elo at the deviation of wins and
// losses alone.
const perNormalized = 800 / math.Ln10

// confidence is the number of standard deviations of a 95 % interval.
const confidence = 1.959963984540054

// An Estimate is what results say about strength.
type Estimate struct {
	Elo, Low, High float64 // with a confidence of 95 %
	Normalized     float64 // Elo by the spread of the results, see doc.go
	LOS            float64 // likelihood of superiority
}

// Error is half the width of the interval, infinite where it has no end.
func (e Estimate) Error() float64 {
	if math.IsInf(e.Low, 0) || math.IsInf(e.High, 0) {
		return math.Inf(1)
	}
	return (e.High - e.Low) / 2
}

// Of estimates from the pairs if most games have a partner, else from all games
// by themselves.
func Of(p Pentanomial, t Trinomial) Estimate {
	if p.Pairs() > 0 && 4*p.Pairs() >= t.Games() {
		return estimate(p[:], 2)
	}
	return estimate([]int{t.Losses, t.Draws, t.Wins}, 1)
}

// estimate is for counts of groups of so many games.
func estimate(counts []int, games float64) Estimate {
	n, d := scores(counts, 0)
	if n == 0 {
		return Estimate{Low: math.Inf(-1), High: math.Inf(1), LOS: 0.5}
	}
	mean, deviation := d.mean(), math.Sqrt(d.variance())
	e := Estimate{Elo: Elo(mean)}
	if deviation == 0 {
		// All alike: the spread is unknown. A count of one more of each end
		// bounds it.
		wider := append([]int(nil), counts...)
		wider[0]++
		wider[len(wider)-1]++
		m, w := scores(wider, 0)
		margin := confidence * math.Sqrt(w.variance()/m)
		e.Low, e.High = Elo(mean-margin), Elo(mean+margin)
		e.Normalized = math.Copysign(math.Inf(1), mean-0.5)
		if mean == 0.5 {
			e.Normalized = 0
		}
		e.LOS = normal((mean - 0.5) / math.Sqrt(w.variance()/m))
		return e
	}
	se := deviation / math.Sqrt(n)
	e.Low, e.High = Elo(mean-confidence*se), Elo(mean+confidence*se)
	e.Normalized = (mean - 0.5) / (deviation * math.Sqrt(games)) * perNormalized
	e.LOS = normal((mean - 0.5) / se)
	return e
}

// normal is the cumulative distribution of the standard normal.
func normal(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
