package stats

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

// A Model says what unit the hypotheses of a test are in.
type Model string

// The models.
const (
	Normalized Model = "normalized" // Elo by the deviation of the results
	Logistic   Model = "logistic"   // Elo by the mean score
)

// A Test is a sequential test of Elo0 against Elo1.
type Test struct {
	Elo0  float64 `json:"elo0"`
	Elo1  float64 `json:"elo1"`
	Alpha float64 `json:"alpha"` // chance to accept Elo1 when Elo0 holds
	Beta  float64 `json:"beta"`  // chance to accept Elo0 when Elo1 holds
	Model Model   `json:"model"`
}

// Check reports what is wrong with the test's figures.
func (t Test) Check() error {
	switch {
	case !(t.Elo0 < t.Elo1) || math.IsInf(t.Elo0, 0) || math.IsInf(t.Elo1, 0):
		return fmt.Errorf("elo0=%v elo1=%v: expected elo0 below elo1", t.Elo0, t.Elo1)
	case !(t.Alpha > 0 && t.Alpha < 0.5):
		return fmt.Errorf("alpha=%v: expected a number between 0 and 0.5", t.Alpha)
	case !(t.Beta > 0 && t.Beta < 0.5):
		return fmt.Errorf("beta=%v: expected a number between 0 and 0.5", t.Beta)
	case t.Model != Normalized && t.Model != Logistic:
		return fmt.Errorf("model=%s: expected normalized or logistic", t.Model)
	}
	return nil
}

// A State is how far a test has come.
type State struct {
	LLR          float64 // log of the likelihood ratio of Elo1 to Elo0
	Lower, Upper float64 // where it ends
}

// Decided returns "H0" or "H1" once the test is over, else "".
func (s State) Decided() string {
	switch {
	case s.LLR <= s.Lower:
		return "H0"
	case s.LLR >= s.Upper:
		return "H1"
	}
	return ""
}

func (s State) String() string {
	text := fmt.Sprintf("LLR %.2f (%.2f, %.2f)", s.LLR, s.Lower, s.Upper)
	if d := s.Decided(); d != "" {
		text += " " + d + " accepted"
	}
	return text
}

// Bounds are Wald's: the ratios at which a test with these errors stops.
func (t Test) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// regular stands in for outcomes that have not occurred, as in fishtest: the
// logarithms need something.
const regular = 1e-3

// State evaluates the test on pairs.
func (t Test) State(p Pentanomial) State {
	var s State
	s.Lower, s.Upper = t.Bounds()
	if p.Pairs() == 0 {
		return s
	}
	n, d := scores(p[:], regular)
	var d0, d1 distribution
	if t.Model == Logistic {
		d0, d1 = d.withMean(Score(t.Elo0)), d.withMean(Score(t.Elo1))
	} else {
		// The deviation is that of pairs, whose mean varies less by √2.
		d0 = d.withRatio(0.5, t.Elo0/perNormalized*math.Sqrt2)
		d1 = d.withRatio(0.5, t.Elo1/perNormalized*math.Sqrt2)
	}
	for i := range d {
		s.LLR += n * d[i].p * math.Log(d1[i].p/d0[i].p)
	}
	return s
}

// withMean is the distribution of mean s most likely to have given d.
func (d distribution) withMean(s float64) distribution {
	shifted := make(distribution, len(d))
	for i, o := range d {
		shifted[i] = outcome{o.score - s, o.p}
	}
	return d.tilted(shifted)
}

// tilted solves the likelihood equations for the constraint that the scores of
// by, which are those of d transformed, have mean 0.
func (d distribution) tilted(by distribution) distribution {
	x := secular(by)
	out := make(distribution, len(d))
	for i, o := range d {
		out[i] = outcome{o.score, o.p / (1 + x*by[i].score)}
	}
	return out
}

// withRatio is the distribution most likely to have given d of those whose
// mean lies ratio deviations above ref. It is found by repeated linearising.
func (d distribution) withRatio(ref, ratio float64) distribution {
	now := make(distribution, len(d))
	for i, o := range d {
		now[i] = outcome{o.score, 1 / float64(len(d))}
	}
	for range 50 {
		mean, deviation := now.mean(), math.Sqrt(now.variance())
		by := make(distribution, len(d))
		for i, o := range d {
			z := (mean - o.score) / deviation
			by[i] = outcome{o.score - ref - ratio*deviation*(1+z*z)/2, o.p}
		}
		next := d.tilted(by)
		moved := 0.0
		for i := range next {
			moved = max(moved, math.Abs(next[i].p-now[i].p))
		}
		now = next
		if moved < 1e-9 {
			break
		}
	}
	return now
}

// secular solves sum p*a/(1+x*a) = 0 for x by halving: the sum falls from plus
// to minus infinity between the poles of the least and the largest a.
func secular(d distribution) float64 {
	least, most := math.Inf(1), math.Inf(-1)
	for _, o := range d {
		least, most = min(least, o.score), max(most, o.score)
	}
	if least >= 0 || most <= 0 {
		return 0 // no such distribution
	}
	low, high := -1/most, -1/least
	for range 200 {
		x := (low + high) / 2
		sum := 0.0
		for _, o := range d {
			sum += o.p * o.score / (1 + x*o.score)
		}
		if sum > 0 {
			low = x
		} else {
			high = x
		}
	}
	return (low + high) / 2
}

// ParseModel reads the name of a model.
func ParseModel(s string) (Model, error) {
	switch m := Model(strings.ToLower(s)); m {
	case Normalized, Logistic:
		return m, nil
	}
	return "", errors.New("expected normalized or logistic")
}
