package tune

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mujo/bench/record"
	"mujo/engine"
	"mujo/engine/rules"
	"mujo/eval"
	"mujo/eval/net"
)

func load(t testing.TB, name string) *rules.Rules {
	t.Helper()
	r, err := rules.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var quick = Settings{Nodes: 60, Random: 6, MaxPlies: 120, Adjudicate: 3000, Seed: 1}

func play(t testing.TB, r *rules.Rules, path string, s Settings, games, threads int) {
	t.Helper()
	if err := Play(context.Background(), r, path, s, games, threads, func(int) {}); err != nil {
		t.Fatal(err)
	}
}

// TestOpenings checks that games begin with at least a quarter of the random
// moves and with as many as are allowed.
func TestOpenings(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, tc := range []struct{ random, least int }{{0, 0}, {1, 1}, {2, 1}, {14, 4}, {20, 5}} {
		s := Settings{Random: tc.random}
		seen := map[int]bool{}
		for range 1000 {
			seen[s.openingLength(rng)] = true
		}
		for n := range tc.random + 2 {
			if want := n >= tc.least && n <= tc.random; seen[n] != want {
				t.Errorf("at most %d random moves: %d drawn %v, expected %v", tc.random, n, seen[n], want)
			}
		}
	}
}

// TestDistinct checks that a game is the same by its moves, wherever the random
// ones end.
func TestDistinct(t *testing.T) {
	games := []Game{
		{Number: 0, Opening: []string{"a"}, Moves: []string{"b", "c"}},
		{Number: 1, Opening: []string{"a", "b"}, Moves: []string{"c"}},
		{Number: 2, Moves: []string{"a", "b"}},
		{Number: 3, Opening: []string{"a"}, Moves: []string{"b", "c"}},
	}
	var got []int
	for _, g := range distinct(games) {
		got = append(got, g.Number)
	}
	if diff := cmp.Diff([]int{0, 2}, got); diff != "" {
		t.Error(diff)
	}
}

// TestPlayResumes checks that games go on after an interruption as if there
// had been none.
func TestPlayResumes(t *testing.T) {
	r := load(t, "minishogi")
	whole, parts := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "parts")
	play(t, r, whole, quick, 6, 1)
	play(t, r, parts, quick, 2, 1)
	f, err := os.OpenFile(parts, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"opening":["1`); err != nil {
		t.Fatal(err)
	}
	f.Close()
	play(t, r, parts, quick, 6, 1)
	a, err := ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	b, err := ReadFile(parts)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(a, b); diff != "" {
		t.Error(diff)
	}
	lines := bytes.SplitAfter(read(t, whole), []byte("\n"))
	if err := os.WriteFile(parts, slices.Concat(lines[0], lines[3], lines[1]), 0o644); err != nil {
		t.Fatal(err)
	}
	play(t, r, parts, quick, 6, 2) // numbers 0 and 2 are there
	if b, err = ReadFile(parts); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(b.Games, func(x, y Game) int { return x.Number - y.Number })
	if diff := cmp.Diff(a, b); diff != "" {
		t.Errorf("games missing in between: %s", diff)
	}
	if len(a.Games) != 6 {
		t.Errorf("%d games, expected 6", len(a.Games))
	}
	other := quick
	other.Nodes++
	err = Play(context.Background(), r, parts, other, 8, 1, func(int) {})
	if err == nil || !strings.Contains(err.Error(), "other settings") {
		t.Errorf("other settings: %v", err)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestPlayStops(t *testing.T) {
	r := load(t, "minishogi")
	ctx, cancel := context.WithCancel(context.Background())
	path := filepath.Join(t.TempDir(), "games")
	err := Play(ctx, r, path, quick, 1000, 2, func(done int) {
		if done == 3 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	f, err := ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(f.Games); n < 3 || n > 5 {
		t.Errorf("%d games", n)
	}
}

func TestReadErrors(t *testing.T) {
	const header = `{"mujo_selfplay":1,"variant":"shogi","nodes":1,"random":1,"max_plies":1,"adjudicate":0,"seed":1}` + "\n"
	for _, tc := range []struct{ name, text, want string }{
		{"empty", "", "no games"},
		{"no header", "{\"opening\":[]}\n", "f:1: not a header"},
		{"version", strings.Replace(header, ":1", ":2", 1), "mujo_selfplay 2: expected 1"},
		{"no JSON", header + "x\n", "f:2: "},
		{"field", header + `{"openings":[]}` + "\n", "openings"},
		{"result", header + `{"opening":[],"moves":[],"scores":[],"result":"won"}` + "\n", `result "won"`},
		{"scores", header + `{"opening":[],"moves":["7g7f"],"scores":[]}` + "\n", "0 for 1 moves"},
		{"score", header + `{"opening":[],"moves":["7g7f"],"scores":[999999]}` + "\n", "score 999999"},
	} {
		_, err := Read(strings.NewReader(tc.text), "f")
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, expected %q", tc.name, err, tc.want)
		}
	}
	if f, err := Read(strings.NewReader(header+`{"opening":[],"mo`), "f"); err != nil || len(f.Games) != 0 {
		t.Errorf("the beginning of a line: %v, %v", f, err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(`{"mujo_selfplay":1,"variant":"shogi","nodes":1,"random":1,"max_plies":1,"adjudicate":0,"seed":1}
{"opening":["7g7f"],"moves":["3c3d"],"scores":[12],"result":"draw"}
`)
	r := load(f, "shogi")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Read(strings.NewReader(text), "f")
		if err == nil {
			_, _ = collect(r, file.Games, lesson{scale: 1000, lambda: 0.5, blend: 0.7, near: true}, 1) // must not panic, whatever the moves
		}
	})
}

// sampled returns samples of a few games.
func sampled(t testing.TB, r *rules.Rules) *samples {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games")
	play(t, r, path, quick, 12, 2)
	f, err := ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s, err := collect(r, f.Games, lesson{scale: 1000, blend: 1, near: true}, 2)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestGradient compares the gradients with differences of the value.
func TestGradient(t *testing.T) {
	for _, name := range []string{"minishogi", "dobutsu"} {
		r := load(t, name)
		s := sampled(t, r)
		m := newModel(r, net.ShapeOf(r, 16, true), s.width, 1)
		rng := rand.New(rand.NewPCG(1, 2))
		for i := range m.output.of(m.params) {
			m.output.of(m.params)[i] = float32(rng.Float64()*2 - 1)
		}
		p := m.newPass()
		const sample = 3
		value := func() float64 {
			p.see(s.of(sample), m.mirror != nil)
			return float64(p.value(s.base[sample], s.measuresOf(sample)))
		}
		value()
		p.learn(1, s.measuresOf(sample))
		checked := 0
		for i, g := range p.grads {
			if g == 0 || rng.IntN(3) > 0 {
				continue
			}
			const step = 1e-3
			kept := m.params[i]
			m.params[i] = kept + step
			up := value()
			m.params[i] = kept - step
			down := value()
			m.params[i] = kept
			want := (up - down) / (2 * step) / unit
			if math.Abs(float64(g)-want) > 0.02*math.Max(1, math.Abs(want)) {
				t.Errorf("%s: parameter %d: gradient %v, difference %v", name, i, g, want)
			}
			checked++
		}
		if checked < 15 {
			t.Errorf("%s: only %d gradients checked", name, checked)
		}
	}
}

// TestFit checks that a fit lessens the loss and that the engine evaluates as
// the fitted model does.
func TestFit(t *testing.T) {
	r := load(t, "minishogi")
	path := filepath.Join(t.TempDir(), "games")
	play(t, r, path, quick, 60, 1) // one thread: which games are kept back follows from their order
	file, err := ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, shape := range []struct {
		hidden int
		near   bool
	}{{0, false}, {16, false}, {16, true}} {
		f := Fit{Hidden: shape.hidden, Near: shape.near, Epochs: 12, Batch: 64, Rate: 0.006, Lambda: 0.5, Blend: 0.7, Seed: 1}
		w, rep, err := f.Run(context.Background(), r, []*File{file}, 2, func(*Report) {})
		if err != nil {
			t.Fatal(err)
		}
		if last := rep.Epochs[len(rep.Epochs)-1]; last.Train >= 0.97*rep.Epochs[0].Train {
			t.Errorf("%v: the loss went from %v to %v", shape, rep.Epochs[0].Train, last.Train)
		}
		if math.Abs(rep.After/rep.Epochs[len(rep.Epochs)-1].Valid-1) > 0.02 {
			t.Errorf("%v: rounding changed the loss from %v to %v", shape, rep.Epochs[len(rep.Epochs)-1].Valid, rep.After)
		}
		compare(t, r, w)
	}
}

// compare checks the integers of the engine against the model.
func compare(t *testing.T, r *rules.Rules, w *net.Weights) {
	t.Helper()
	m := newModel(r, w.Shape, len(eval.MeasureNames()), 1)
	m.adopt(w, eval.MeasureNames())
	e := eval.NewWith(r, w)
	c := &collector{layout: net.NewLayout(r), lesson: lesson{near: w.Near}, e: eval.NewWith(r, nil), out: &samples{first: []int{0}}}
	pass := m.newPass()
	p, plain := engine.New(r), engine.New(r)
	p.Attach(e.Scores())
	plain.Attach(c.e.Scores())
	rng := rand.New(rand.NewPCG(4, 4))
	const pieces = 12
	for i := 0; i < 60; i++ {
		c.add(plain, 0.5)
		pass.see(c.out.of(i), false)
		want := pass.value(c.out.base[i], c.out.measuresOf(i))
		if got := e.Evaluate(p); math.Abs(float64(got)-float64(want)) > pieces/2 { // half a centipawn each
			t.Fatalf("%s: the engine says %d, the model %v", p.SFEN(), got, want)
		}
		moves := p.GenerateLegal(nil)
		if len(moves) == 0 {
			return
		}
		move := moves[rng.IntN(len(moves))]
		p.Make(move)
		plain.Make(move)
	}
}

func TestSymmetric(t *testing.T) {
	for name, want := range map[string]bool{"shogi": true, "chushogi": true, "tenjikushogi": true, "taishogi": false, "torishogi": false} {
		if got := symmetric(load(t, name)); got != want {
			t.Errorf("%s: %v, expected %v", name, got, want)
		}
	}
}

// TestScale: scores that foretell results by a known scale give it back.
func TestScale(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	const want = 1500
	var games []Game
	for range 20_000 {
		score := rng.IntN(8001) - 4000
		g := Game{Opening: []string{"7g7f"}, Moves: []string{"3c3d"}, Scores: []int{score}, Result: record.BlackWins}
		if rng.Float64() < float64(expected(float32(score), want)) { // White is to move
			g.Result = record.WhiteWins
		}
		games = append(games, g)
	}
	games = append(games, Game{Moves: []string{"7g7f"}, Scores: []int{4000}}, Game{Moves: []string{"7g7f"}, Scores: []int{-ScoreLimit}, Result: record.BlackWins})
	if got := scaleOf(games); got < 0.85*want || got > 1.15*want {
		t.Errorf("scale %v, expected about %v", got, want)
	}
}

func TestAdjudication(t *testing.T) {
	shogi, tenjiku := load(t, "shogi"), load(t, "tenjikushogi")
	demon := slices.IndexFunc(tenjiku.Kinds, func(k rules.KindInfo) bool { return k.Sheet != nil && k.Sheet.ID == "fire_demon" })
	if got := Adjudication(shogi); got != 3000 {
		t.Errorf("shogi: %d, expected 3000", got)
	}
	if got, want := Adjudication(tenjiku), 2*eval.NewWith(tenjiku, nil).Value(rules.Kind(demon)); got != want {
		t.Errorf("tenjiku: %d, expected %d", got, want)
	}
}

// TestTargets computes what to expect by hand.
func TestTargets(t *testing.T) {
	const scale = 1000
	odds := func(centipawns float64) float64 { return 1 / (1 + math.Exp(-centipawns/scale)) }
	g := Game{Opening: []string{"7g7f"}, Moves: []string{"3c3d", "2g2f", "8c8d"}, Scores: []int{100, -300, 500}}
	for _, tc := range []struct {
		name          string
		result        string
		lambda, blend float64
		want          [3]float64 // by move; White, Black, White
	}{
		{"scores alone", record.BlackWins, 0, 1, [3]float64{odds(100), odds(-300), odds(500)}},
		{"the result alone", record.BlackWins, 0, 0, [3]float64{0, 1, 0}},
		{"the result at the end", record.WhiteWins, 1, 1, [3]float64{1, 0, 1}},
		{"a draw", record.Draw, 0, 0.5, [3]float64{odds(100)/2 + 0.25, odds(-300)/2 + 0.25, odds(500)/2 + 0.25}},
		{"half of each later one", record.WhiteWins, 0.5, 1, [3]float64{
			odds(100)/2 + (1-odds(-300))/4 + odds(500)/8 + 1./8,
			odds(-300)/2 + (1-odds(500))/4,
			odds(500)/2 + 1./2,
		}},
		{"cut off", "", 0.5, 0.3, [3]float64{
			odds(100)/2 + (1-odds(-300))/4 + odds(500)/4,
			odds(-300)/2 + (1-odds(500))/2,
			odds(500),
		}},
	} {
		g.Result = tc.result
		l := lesson{scale: scale, lambda: tc.lambda, blend: tc.blend}
		for i, got := range l.targets(&g) {
			if math.Abs(float64(got)-tc.want[i]) > 1e-6 {
				t.Errorf("%s: move %d: %v, expected %v", tc.name, i, got, tc.want[i])
			}
		}
	}
}
