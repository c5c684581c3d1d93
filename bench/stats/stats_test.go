package stats

import (
	"math"
	"testing"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if math.Abs(got-want) > within || math.IsNaN(got) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// TestElo has values that follow from the logistic curve by hand.
func TestElo(t *testing.T) {
	for _, tt := range []struct{ score, elo float64 }{{0.5, 0}, {0.75, 190.8485}, {0.25, -190.8485}, {10.0 / 11, 400}, {0.64, 99.95099}} {
		near(t, "Elo", Elo(tt.score), tt.elo, 0.001)
		near(t, "Score", Score(tt.elo), tt.score, 1e-6)
	}
	if !math.IsInf(Elo(1), 1) || !math.IsInf(Elo(0), -1) {
		t.Error("a clean score has a finite Elo")
	}
}

// TestTrinomial: 100 wins, 100 draws, 80 losses. The mean is 150/280, the
// variance 0.159..; the interval and the likelihood follow.
func TestTrinomial(t *testing.T) {
	e := Of(Pentanomial{}, Trinomial{Wins: 100, Draws: 100, Losses: 80})
	mean := 150.0 / 280
	variance := (100*(1-mean)*(1-mean) + 100*(0.5-mean)*(0.5-mean) + 80*mean*mean) / 280
	se := math.Sqrt(variance / 280)
	near(t, "Elo", e.Elo, 24.8587, 0.001)
	near(t, "low", e.Low, Elo(mean-1.959964*se), 0.001)
	near(t, "high", e.High, Elo(mean+1.959964*se), 0.001)
	near(t, "LOS", e.LOS, 0.9323, 0.0005)
	near(t, "normalized", e.Normalized, (mean-0.5)/math.Sqrt(variance)*800/math.Ln10, 1e-9)
}

// TestPentanomial checks that pairs that are always shared out evenly leave no
// doubt, where single games would.
func TestPentanomial(t *testing.T) {
	pairs := Of(Pentanomial{0, 10, 180, 10, 0}, Trinomial{Wins: 190, Draws: 20, Losses: 190})
	single := Of(Pentanomial{}, Trinomial{Wins: 190, Draws: 20, Losses: 190})
	if pairs.Error() >= single.Error()/3 {
		t.Errorf("error %v by pairs, %v by games", pairs.Error(), single.Error())
	}
	near(t, "Elo", pairs.Elo, 0, 1e-9)
	near(t, "LOS", pairs.LOS, 0.5, 1e-9)
	// Independent games have the same error either way.
	pairs = Of(Pentanomial{25, 0, 50, 0, 25}, Trinomial{Wins: 100, Losses: 100})
	single = Of(Pentanomial{}, Trinomial{Wins: 100, Losses: 100})
	near(t, "error", pairs.Error(), single.Error(), 0.2)
	near(t, "normalized", pairs.Normalized, single.Normalized, 1e-9)
}

func TestFewGames(t *testing.T) {
	for _, tr := range []Trinomial{{}, {Wins: 3}, {Losses: 2}, {Draws: 4}} {
		e := Of(Pentanomial{}, tr)
		if math.IsNaN(e.Elo) || math.IsNaN(e.Low) || math.IsNaN(e.High) || math.IsNaN(e.LOS) || e.Low > e.High {
			t.Errorf("%+v: %+v", tr, e)
		}
	}
	if e := Of(Pentanomial{}, Trinomial{Wins: 3}); e.LOS < 0.5 || e.LOS == 1 {
		t.Errorf("three wins: LOS %v", e.LOS)
	}
}

func TestBounds(t *testing.T) {
	lower, upper := Test{Alpha: 0.05, Beta: 0.05}.Bounds()
	near(t, "lower", lower, -2.9444, 1e-4)
	near(t, "upper", upper, 2.9444, 1e-4)
	lower, upper = Test{Alpha: 0.05, Beta: 0.1}.Bounds()
	near(t, "lower", lower, -2.2513, 1e-4)
	near(t, "upper", upper, 2.8904, 1e-4)
}

var samplePairs = []Pentanomial{
	{31, 1245, 2563, 1337, 24}, {3, 50, 80, 66, 9}, {0, 3, 10, 2, 1}, {100, 300, 500, 280, 90}, {5, 0, 30, 0, 9}, {0, 0, 7, 0, 0},
}

// TestLLRApproximation compares with the closed form that holds for small
// differences: LLR = n (s1-s0) (2 mean - s0 - s1) / (2 variance).
func TestLLRApproximation(t *testing.T) {
	for _, p := range samplePairs[:2] {
		test := Test{Elo0: 0, Elo1: 4, Alpha: 0.05, Beta: 0.05, Model: Logistic}
		n, d := scores(p[:], regular)
		s0, s1 := Score(test.Elo0), Score(test.Elo1)
		want := n * (s1 - s0) * (2*d.mean() - s0 - s1) / (2 * d.variance())
		near(t, "logistic", test.State(p).LLR, want, 0.02*math.Abs(want)+0.005)

		test.Model = Normalized
		r0, r1 := test.Elo0/perNormalized*math.Sqrt2, test.Elo1/perNormalized*math.Sqrt2
		r := (d.mean() - 0.5) / math.Sqrt(d.variance())
		want = n / 2 * math.Log((1+(r-r0)*(r-r0))/(1+(r-r1)*(r-r1)))
		near(t, "normalized", test.State(p).LLR, want, 0.02*math.Abs(want)+0.005)
	}
}

// TestLikelihood checks that the constrained distributions keep the constraint
// and that no neighbour that keeps it too is likelier.
func TestLikelihood(t *testing.T) {
	likelihood := func(d, of distribution) float64 {
		sum := 0.0
		for i := range d {
			sum += of[i].p * math.Log(d[i].p)
		}
		return sum
	}
	for _, p := range samplePairs {
		_, d := scores(p[:], regular)
		for _, s := range []float64{0.48, 0.5, 0.53} {
			m := d.withMean(s)
			near(t, "mean", m.mean(), s, 1e-9)
			best := likelihood(m, d)
			// Moves of weight that keep the sum and the mean: (1, -2, 1).
			for i := range 3 {
				for _, step := range []float64{1e-5, -1e-5} {
					n := append(distribution(nil), m...)
					n[i].p += step
					n[i+1].p -= 2 * step
					n[i+2].p += step
					if n[i].p > 0 && n[i+1].p > 0 && n[i+2].p > 0 && likelihood(n, d) > best+1e-12 {
						t.Errorf("%v, mean %v: a likelier neighbour", p, s)
					}
				}
			}
		}
		for _, r := range []float64{-0.05, 0, 0.08} {
			m := d.withRatio(0.5, r)
			near(t, "ratio", (m.mean()-0.5)/math.Sqrt(m.variance()), r, 1e-6)
			sum := 0.0
			for _, o := range m {
				sum += o.p
			}
			near(t, "sum", sum, 1, 1e-6)
		}
	}
}

// TestSPRT has the sign right, and decides when there is enough evidence.
func TestSPRT(t *testing.T) {
	for _, model := range []Model{Normalized, Logistic} {
		test := Test{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05, Model: model}
		if got := test.State(Pentanomial{0, 20, 100, 80, 10}).Decided(); got != "H1" {
			t.Errorf("%s: a strong result: %q", model, got)
		}
		if got := test.State(Pentanomial{10, 80, 100, 20, 0}).Decided(); got != "H0" {
			t.Errorf("%s: a weak result: %q", model, got)
		}
		if s := test.State(Pentanomial{}); s.Decided() != "" || s.LLR != 0 {
			t.Errorf("%s: no games: %+v", model, s)
		}
		if got := test.State(Pentanomial{1, 3, 5, 3, 1}).Decided(); got != "" {
			t.Errorf("%s: few games: %q", model, got)
		}
	}
	for _, bad := range []Test{{Elo0: 5, Elo1: 5, Alpha: .05, Beta: .05, Model: Logistic}, {Elo1: 5, Alpha: 0, Beta: .05, Model: Logistic},
		{Elo1: 5, Alpha: .05, Beta: 0.7, Model: Logistic}, {Elo1: 5, Alpha: .05, Beta: .05}, {Elo0: math.NaN(), Elo1: 5, Alpha: .05, Beta: .05, Model: Logistic}} {
		if bad.Check() == nil {
			t.Errorf("%+v passes", bad)
		}
	}
}
