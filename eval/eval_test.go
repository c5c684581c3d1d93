package eval

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"mujo/engine"
	"mujo/engine/rules"
	"mujo/eval/net"
	"mujo/variants"
)

func compile(t testing.TB, name string) *rules.Rules {
	t.Helper()
	r, err := rules.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// playout calls f on the positions of a random game.
func playout(p *engine.Position, seed uint64, plies int, f func()) {
	for range plies {
		f()
		moves := p.GenerateLegal(nil)
		if len(moves) == 0 {
			return
		}
		seed = seed*6364136223846793005 + 1442695040888963407
		p.Make(moves[seed>>33%uint64(len(moves))])
	}
}

// turned is the SFEN with the board turned and the colours exchanged.
func turned(sfen string) string {
	f := strings.Fields(sfen)
	ranks := strings.Split(f[0], "/")
	var out []string
	for i := len(ranks) - 1; i >= 0; i-- {
		var rank string
		for rest := ranks[i]; rest != ""; {
			n := 1
			switch {
			case rest[0] >= '0' && rest[0] <= '9':
				for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
					n++
				}
			default:
				if rest[0] == '+' {
					n++
				}
				if rest[n-1] == '{' {
					n = strings.IndexByte(rest, '}') + 1
				}
			}
			rank = swapCase(rest[:n]) + rank
			rest = rest[n:]
		}
		out = append(out, rank)
	}
	side := map[string]string{"b": "w", "w": "b"}[f[1]]
	return strings.Join([]string{strings.Join(out, "/"), side, swapCase(f[2]), f[3]}, " ")
}

func swapCase(s string) string {
	if s == strings.ToUpper(s) {
		return strings.ToLower(s)
	}
	if s == strings.ToLower(s) {
		return strings.ToUpper(s)
	}
	return strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' {
			return c - 'a' + 'A'
		}
		if c >= 'A' && c <= 'Z' {
			return c - 'A' + 'a'
		}
		return c
	}, s)
}

// TestEvaluate: over random games the sum kept by the moves equals the one
// worked out anew, the terms add up to the evaluation, and the position
// turned round with colours exchanged is worth the same.
func TestEvaluate(t *testing.T) {
	for _, name := range variants.Names() {
		t.Run(name, func(t *testing.T) {
			r := compile(t, name)
			e := New(r)
			p := engine.New(r)
			p.Attach(e.Scores())
			plies := 120
			if r.NumSquares > 600 {
				plies = 40
			}
			playout(p, 5, plies, func() {
				score := e.Evaluate(p)
				fresh, err := engine.ParseSFEN(r, p.SFEN())
				if err != nil {
					t.Fatal(err)
				}
				fresh.Attach(e.Scores())
				if got := e.Evaluate(fresh); got != score {
					t.Fatalf("%s: %d kept, %d worked out anew", p.SFEN(), score, got)
				}
				sum := 0
				for _, term := range e.Terms(p) {
					sum += term.Black - term.White
				}
				if p.Side() == rules.White {
					sum = -sum
				}
				if max(-Limit, min(Limit, sum)) != score {
					t.Fatalf("%s: terms add up to %d, the evaluation is %d", p.SFEN(), sum, score)
				}
				if r.Lions != nil && strings.Fields(p.SFEN())[2] != "-" {
					return // names a square, which would have to be turned too
				}
				q, err := engine.ParseSFEN(r, turned(p.SFEN()))
				if err != nil {
					t.Fatal(err)
				}
				q.Attach(e.Scores())
				if got := e.Evaluate(q); got != score {
					t.Fatalf("%s: %d, turned round %d", p.SFEN(), score, got)
				}
			})
		})
	}
}

// TestPursuit: a royal with nothing left is driven to the edge and surrounded.
func TestPursuit(t *testing.T) {
	r := compile(t, "chushogi")
	e := NewWith(r, nil)
	pursuit := func(sfen string) int {
		p, err := engine.ParseSFEN(r, sfen)
		if err != nil {
			t.Fatal(err)
		}
		p.Attach(e.Scores())
		return e.pursuit(p)
	}
	const rest = "/12/12/12/12/12/12/12/12/7K4"
	middle := pursuit("12/12/4Q1k1Q3/12/12/12/12/12/12/12/12/7K4 b - 1")
	edge := pursuit("4Q1k1Q3/12/12" + rest + " b - 1")
	far := pursuit("6k5/12/12/12/12/12/12/12/12/12/4Q3Q3/7K4 b - 1")
	if middle <= 0 || edge <= middle || far >= edge {
		t.Errorf("in the middle %d, at the edge %d, with queens far off %d", middle, edge, far)
	}
	if white := pursuit("4K7/12/12/12/12/12/12/12/12/12/12/3q1K1q4 b - 1"); white != 0 {
		t.Errorf("two royals are pursued for %d", white)
	}
	if white := pursuit("4k7/12/12/12/12/12/12/12/12/12/12/3q1K1q4 b - 1"); white != -edge {
		t.Errorf("White's pursuit is worth %d, Black's %d", white, edge)
	}
	if even := pursuit("4Q1k1Q3/12/12/12/12/12/12/12/12/12/12/4q2Kq3 b - 1"); even != 0 {
		t.Errorf("without a lead a pursuit is worth %d", even)
	}
}

// TestValues: the sheet's values are used as they are, and where it has none
// the formula stays near those it has.
func TestValues(t *testing.T) {
	for _, name := range variants.Names() {
		r := compile(t, name)
		e := New(r)
		var n, sum float64
		for k := 1; k < len(r.Kinds); k++ {
			info := &r.Kinds[k]
			kind := rules.Kind(k)
			got := e.Value(kind)
			if got <= 0 && info.Traits&rules.Royal == 0 && len(info.Sheet.Moves) > 0 {
				t.Errorf("%s: %s is worth %d", name, info.Sheet.ID, got)
			}
			if info.Value == 0 || info.Traits&rules.Royal != 0 {
				continue
			}
			if want := info.Value * pawn; math.Abs(float64(got)-want) > 1 {
				t.Errorf("%s: %s is worth %d, the sheet says %v", name, info.Sheet.ID, got, want)
			}
			n++
			sum += math.Pow(math.Log(e.estimate(kind)/info.Value), 2)
		}
		if n == 0 {
			continue
		}
		off := math.Exp(math.Sqrt(sum / n))
		t.Logf("%s: the formula is off by a factor of %.2f in the mean over %v kinds", name, off, n)
		if off > 2 {
			t.Errorf("%s: the formula for values is off by a factor of %.2f", name, off)
		}
	}
}

func BenchmarkEvaluate(b *testing.B) {
	for _, name := range []string{"shogi", "chushogi", "tenjikushogi", "taishogi"} {
		b.Run(name, func(b *testing.B) {
			r := compile(b, name)
			e := New(r)
			var positions []*engine.Position
			p := engine.New(r)
			p.Attach(e.Scores())
			playout(p, 3, 200, func() { positions = append(positions, p.Clone()) })
			sum := 0
			for i := 0; b.Loop(); i++ {
				sum += e.Evaluate(positions[i%len(positions)])
			}
			_ = sum
		})
	}
}

// TestBuiltIn reads all weights that come with the program.
func TestBuiltIn(t *testing.T) {
	for _, name := range variants.Names() {
		r := compile(t, name)
		if _, err := builtIn(r); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestBuiltInRuleSets checks that rule sets have weights, where they have the
// pieces of their variant those of the variant.
func TestBuiltInRuleSets(t *testing.T) {
	for _, tt := range []struct {
		name, of string // of: "" for none
	}{
		{"chushogi", "chushogi"},
		{"chushogi-federation", "chushogi"},
		{"tenjikushogi-hachu", "tenjikushogi"},
		{"torishogi-japanese", "torishogi"},
		{"washogi-evans", "washogi"},
		{"washogi-drops", "washogi-drops"},
		{"taishogi-evans", ""},
	} {
		w, err := builtIn(compile(t, tt.name))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		of := ""
		if w != nil {
			of = w.Variant
		}
		if of != tt.of {
			t.Errorf("%s: weights of %q, expected %q", tt.name, of, tt.of)
		}
	}
}

// TestOwnSheet checks that a sheet may bear the name of a variant whose weights
// do not fit it.
func TestOwnSheet(t *testing.T) {
	s, err := variants.Load("minishogi")
	if err != nil {
		t.Fatal(err)
	}
	own := *s
	own.Variant = "shogi"
	r, err := rules.Compile(&own)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := builtIn(r); err == nil {
		t.Fatal("the weights fit")
	}
	p, e := engine.New(r), New(r)
	p.Attach(e.Scores())
	if got := e.Evaluate(p); got != tempo {
		t.Errorf("start position: %d, expected %d", got, tempo)
	}
}

// TestLearned checks that weights change the evaluation by what they say, and
// that terms are known.
func TestLearned(t *testing.T) {
	r := compile(t, "minishogi")
	w := net.New(net.ShapeOf(r, 0, false))
	w.Terms = map[string]int{"danger from hand": 200}
	layout := net.NewLayout(r)
	p, err := engine.ParseSFEN(r, "4k/3p1/5/P4/K4 b G 1")
	if err != nil {
		t.Fatal(err)
	}
	w.Place[layout.Piece(rules.Black, p.At(r.At(0, 3)), r.At(0, 3))] = 33
	w.Place[layout.HandPlace(int(r.HandSlot[goldOf(t, r)]))] = 7
	plain, learned := NewWith(r, nil), NewWith(r, w)
	p.Attach(plain.Scores())
	before, hand := plain.Evaluate(p), plain.Measures(p)[handAttack]
	p.Attach(learned.Scores())
	if got, want := learned.Evaluate(p), before+33+7+hand; got != want || hand == 0 {
		t.Errorf("%d, expected %d; danger from hand %d", got, want, hand)
	}
	w.Terms = map[string]int{"luck": 1}
	var b bytes.Buffer
	if err := w.Encode(&b); err != nil {
		t.Fatal(err)
	}
	if _, err := Decode(r, &b); err == nil || !strings.Contains(err.Error(), `term "luck"`) {
		t.Errorf("an unknown term: %v", err)
	}
}

func goldOf(t *testing.T, r *rules.Rules) rules.Kind {
	t.Helper()
	k, ok := r.KindByToken("G")
	if !ok {
		t.Fatal("no gold")
	}
	return k
}
