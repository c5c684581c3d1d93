package net

import (
	"bytes"
	"compress/gzip"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mujo/engine"
	"mujo/engine/rules"
)

func load(t testing.TB, name string) *rules.Rules {
	t.Helper()
	r, err := rules.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// random returns weights that differ everywhere.
func random(r *rules.Rules, hidden int, near bool, seed uint64) *Weights {
	w := New(ShapeOf(r, hidden, near))
	rng := rand.New(rand.NewPCG(seed, 0))
	fill := func(a []int16, limit int) {
		for i := range a {
			a[i] = int16(rng.IntN(2*limit+1) - limit)
		}
	}
	fill(w.Place, 100)
	fill(w.Input, min(40, int(w.MaxInput())))
	fill(w.Bias, min(60, int(w.MaxInput())))
	fill(w.Output, min(2000, int(w.MaxOutput())))
	return w
}

// TestFollow checks that the sums, brought up to date by what changed, are
// those of a state that sees the position for the first time. Not every
// position is evaluated, and sides pass at times.
func TestFollow(t *testing.T) {
	for _, name := range []string{"shogi", "chushogi", "kyotoshogi", "tenjikushogi", "makadaidaishogi"} {
		t.Run(name, func(t *testing.T) {
			r := load(t, name)
			n := NewNet(r, random(r, 16, true, 1))
			s := n.NewState()
			p := engine.New(r)
			rng := rand.New(rand.NewPCG(7, 7))
			seen := map[int]bool{}
			for range 600 {
				if rng.IntN(3) > 0 {
					got, want := s.Evaluate(p), n.NewState().Evaluate(p)
					if got != want {
						t.Fatalf("%s: %d, expected %d", p.SFEN(), got, want)
					}
					seen[got] = true
				}
				moves := p.GenerateLegal(nil)
				if len(moves) == 0 || p.Moves() > 150 || p.Moves() > 0 && rng.IntN(3) == 0 {
					for range min(p.Moves(), 1+rng.IntN(3)) {
						p.Unmake()
					}
					continue
				}
				if rng.IntN(9) == 0 {
					p.MakeNull()
					continue
				}
				p.Make(moves[rng.IntN(len(moves))])
			}
			if len(seen) < 20 {
				t.Errorf("only %d different values", len(seen))
			}
		})
	}
}

// TestSides checks that a turned position with the colours exchanged is worth
// the same, and that what one side gains the other loses.
func TestSides(t *testing.T) {
	r := load(t, "shogi")
	s := NewNet(r, random(r, 32, true, 3)).NewState()
	value := func(sfen string) int {
		p, err := engine.ParseSFEN(r, sfen)
		if err != nil {
			t.Fatal(err)
		}
		return s.Evaluate(p)
	}
	black := value("4k4/9/9/9/4p4/9/4P4/1B7/4K2R1 b Gp2n 1")
	white := value("1r2k4/7b1/4p4/9/4P4/9/9/9/4K4 w P2Ng 1")
	other := value("4k4/9/9/9/4p4/9/4P4/1B7/4K2R1 w Gp2n 1")
	if black == 0 || black != white || black != -other {
		t.Errorf("Black %d, turned for White %d, for the other side %d", black, white, other)
	}
}

func TestLayout(t *testing.T) {
	r := load(t, "shogi")
	l := NewLayout(r)
	pawn, ok := r.KindByToken("P")
	if !ok {
		t.Fatal("no pawn")
	}
	pc := rules.MakePiece(pawn, rules.White)
	sq := r.At(2, 3)
	for _, tc := range []struct {
		name      string
		got, want int
	}{
		{"the other view of a piece", l.Other(l.Piece(rules.Black, pc, sq)), l.Piece(rules.White, pc, sq)},
		{"and back", l.Other(l.Piece(rules.White, pc, sq)), l.Piece(rules.Black, pc, sq)},
		{"the other view of a hand", l.Other(l.Held(rules.Black, rules.White, 1, 2)), l.Held(rules.White, rules.White, 1, 2)},
		{"a mirrored piece", l.Mirror(l.Piece(rules.Black, pc, sq)), l.Piece(rules.Black, pc, r.At(6, 3))},
		{"the other view of a neighbour", l.Other(l.Near(rules.Black, rules.Black, pc, 3)), l.Near(rules.White, rules.Black, pc, 3)},
		{"a mirrored neighbour", l.Mirror(l.Near(rules.Black, rules.White, pc, 7)), l.Near(rules.Black, rules.White, pc, 13)},
		{"the last input", l.Near(rules.Black, rules.White, rules.MakePiece(rules.Kind(len(r.Kinds)-1), rules.White), rules.NumOffsets-1), l.Inputs(true) - 1},
		{"a mirrored hand", l.Mirror(l.Held(rules.Black, rules.White, 1, 2)), l.Held(rules.Black, rules.White, 1, 2)},
		{"one too many", l.Held(rules.Black, rules.Black, 0, held), -1},
		{"the last place", l.PlaceOf(l.Held(rules.Black, rules.Black, len(r.HandKinds)-1, held-1)), l.Places() - 1},
	} {
		if tc.got != tc.want {
			t.Errorf("%s: %d, expected %d", tc.name, tc.got, tc.want)
		}
	}
	used := map[int]bool{}
	for i := range l.Inputs(true) {
		used[l.Other(i)] = true
	}
	if len(used) != l.Inputs(true) {
		t.Errorf("Other gives %d of %d inputs", len(used), l.Inputs(true))
	}
}

func TestEncode(t *testing.T) {
	for _, hidden := range []int{0, 32} {
		r := load(t, "minishogi")
		w := random(r, hidden, hidden > 0, 5)
		w.Terms = map[string]int{"royal danger": 120}
		var b bytes.Buffer
		if err := w.Encode(&b); err != nil {
			t.Fatal(err)
		}
		got, err := Decode(r, &b)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(w, got); diff != "" {
			t.Errorf("hidden %d: %s", hidden, diff)
		}
	}
}

func encoded(t testing.TB, w *Weights) string {
	t.Helper()
	var b bytes.Buffer
	if err := w.Encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// plain undoes the compression, packed does it again.
func plain(t testing.TB, packed string) string {
	t.Helper()
	z, err := gzip.NewReader(strings.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func packed(plain string) string {
	var b strings.Builder
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(plain)) // a strings.Builder takes it all
	_ = z.Close()
	return b.String()
}

func TestDecodeErrors(t *testing.T) {
	r := load(t, "minishogi")
	good := plain(t, encoded(t, random(r, 16, false, 1)))
	large := random(r, 16, false, 1)
	large.Bias[0] = large.MaxInput() + 1
	for _, tc := range []struct{ name, text, want string }{
		{"empty", "", "no header line"},
		{"no JSON", "weights\n", "not a file of weights"},
		{"unknown field", strings.Replace(good, `"hidden"`, `"width":1,"hidden"`, 1), "width"},
		{"version", strings.Replace(good, `"mujo_weights":1`, `"mujo_weights":9`, 1), "mujo_weights 9: expected 1"},
		{"variant", plain(t, encoded(t, New(ShapeOf(load(t, "shogi"), 0, false)))), `weights for "shogi": expected "minishogi"`},
		{"board", strings.Replace(good, `"files":5`, `"files":6`, 1), "6x5: expected 5x5"},
		{"pieces", strings.Replace(good, `["`, `["X`, 1), "other pieces"},
		{"hidden", strings.Replace(good, `"hidden":16`, `"hidden":6`, 1), "hidden 6"},
		{"short", good[:len(good)-1], "cut short"},
		{"long", good + "x", "more weights"},
		{"too large", plain(t, encoded(t, large)), "expected -"},
	} {
		_, err := Decode(r, strings.NewReader(packed(tc.text)))
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, expected %q", tc.name, err, tc.want)
		}
	}
	if _, err := Decode(r, strings.NewReader(good)); err == nil || !strings.Contains(err.Error(), "gzip") {
		t.Errorf("not compressed: %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	r := load(f, "dobutsu")
	f.Add(plain(f, encoded(f, random(r, 16, true, 1))), false)
	f.Add(plain(f, encoded(f, random(r, 0, false, 1))), false)
	f.Add(encoded(f, random(r, 0, false, 1)), true)
	f.Fuzz(func(t *testing.T, text string, asIs bool) {
		if !asIs {
			text = packed(text)
		}
		w, err := Decode(r, strings.NewReader(text))
		if err != nil {
			return
		}
		p := engine.New(r)
		if n := NewNet(r, w); n != nil {
			n.NewState().Evaluate(p)
		}
		again, err := Decode(r, strings.NewReader(encoded(t, w)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(w, again); diff != "" {
			t.Error(diff)
		}
	})
}

// TestVectors compares the loops for this processor with those in Go, at the
// bounds too.
func TestVectors(t *testing.T) {
	fast, plain := newVectors(), plainVectors()
	rng := rand.New(rand.NewPCG(1, 1))
	for _, hidden := range []int{16, 64, 112, MaxHidden} {
		limit := (&Shape{Hidden: hidden}).MaxOutput()
		for round := range 50 {
			draw := func(limit int) []int16 {
				a := make([]int16, hidden)
				for i := range a {
					a[i] = int16(rng.IntN(2*limit+1) - limit)
				}
				return a
			}
			sums, output := draw(300), draw(int(limit))
			if round == 0 {
				for i := range output {
					output[i], sums[i] = limit, 32_000
				}
			}
			if got, want := fast.weigh(sums, output), plain.weigh(sums, output); got != want {
				t.Fatalf("%d units: weigh gives %d, expected %d", hidden, got, want)
			}
			input := draw(100)
			for range 3 {
				input = append(input, draw(100)...)
			}
			rows := func(n int) []uint32 {
				a := make([]uint32, n)
				for i := range a {
					a[i] = uint32(rng.IntN(4) * hidden)
				}
				return a
			}
			plus, minus := rows(rng.IntN(4)), rows(rng.IntN(4))
			a, b := make([]int16, hidden), make([]int16, hidden)
			fast.update(a, sums, input, plus, minus)
			plain.update(b, sums, input, plus, minus)
			if diff := cmp.Diff(b, a); diff != "" {
				t.Fatalf("%d units: %s", hidden, diff)
			}
			if fast.update(sums, sums, input, plus, minus); !cmp.Equal(a, sums) {
				t.Fatalf("%d units: in place %v, expected %v", hidden, sums, a)
			}
		}
	}
}

// TestDiffer compares the lists of squares that differ, on boards of every
// length.
func TestDiffer(t *testing.T) {
	fast, plain := newVectors(), plainVectors()
	rng := rand.New(rand.NewPCG(2, 2))
	for length := 1; length < 100; length++ {
		now, was := make([]rules.Piece, length), make([]rules.Piece, length)
		got, want := make([]rules.Square, length), make([]rules.Square, length)
		for range 20 {
			share := 1 + rng.IntN(20)
			for i := range now {
				now[i], was[i] = rules.Piece(rng.IntN(1<<16)), rules.Piece(rng.IntN(1<<16))
				if rng.IntN(share) != 0 {
					now[i] = was[i]
				}
			}
			got := got[:fast.differ(got, now, was)]
			want := want[:plain.differ(want, now, was)]
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%d squares: %s", length, diff)
			}
		}
	}
}

func BenchmarkEvaluate(b *testing.B) {
	for _, name := range []string{"shogi", "chushogi"} {
		b.Run(name, func(b *testing.B) {
			r := load(b, name)
			s := NewNet(r, random(r, 64, true, 1)).NewState()
			p := engine.New(r)
			moves := p.GenerateLegal(nil)
			for i := range b.N {
				p.Make(moves[i%len(moves)])
				s.Evaluate(p)
				p.Unmake()
			}
		})
	}
}
