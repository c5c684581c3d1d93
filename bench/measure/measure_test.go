package measure_test

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mujo/bench"
	"mujo/bench/measure"
	"mujo/bench/player"
	"mujo/engine"
	"mujo/engine/rules"
)

func compile(t *testing.T, name string) *rules.Rules {
	t.Helper()
	r, err := rules.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestBranching(t *testing.T) {
	steps := []measure.Step{{Depth: 1, Nodes: 30}, {Depth: 2, Nodes: 1000}, {Depth: 3, Nodes: 3000}, {Depth: 4, Nodes: 9000}}
	if got := measure.Branching(steps); math.Abs(got-3) > 1e-9 {
		t.Errorf("got %v, want 3", got)
	}
	if got := measure.Branching(steps[:1]); got != 0 {
		t.Errorf("of one depth: %v", got)
	}
	if got := measure.Branching(nil); got != 0 {
		t.Errorf("of none: %v", got)
	}
}

// runOf is a run of positions with these times.
func runOf(nodes uint64, ms ...float64) *measure.Run {
	r := measure.NewRun("")
	for i, m := range ms {
		r.Add(measure.Position{Variant: "shogi", SFEN: string(rune('a' + i)), Engine: "mujo", Nodes: nodes, MS: m, Depth: 5})
	}
	return r
}

func TestCompare(t *testing.T) {
	old := runOf(1000, 10, 20, 30, 40)
	for _, tt := range []struct {
		name    string
		now     *measure.Run
		certain bool
		same    bool
		speed   float64
	}{
		{"the same", runOf(1000, 10, 20, 30, 40), false, true, 1},
		{"noise", runOf(1000, 10.4, 19.5, 30.2, 39.9), false, true, 1},
		{"twice as fast", runOf(1000, 5, 10.2, 14.8, 20), true, true, 2},
		{"another tree", runOf(500, 5, 10, 15, 20), false, false, 1},
	} {
		d := measure.Compare(old, tt.now)[0]
		if d.Common != 4 || d.Speed.Certain() != tt.certain || d.SameTree() != tt.same || math.Abs(d.Speed.Mean-tt.speed) > 0.03 {
			t.Errorf("%s: %+v", tt.name, d)
		}
	}
	var b bytes.Buffer
	measure.PrintComparison(&b, measure.Compare(old, old))
	if !strings.Contains(b.String(), "within the noise") || !strings.Contains(b.String(), "(same)") {
		t.Errorf("got\n%s", b.String())
	}
	// Of several measurements the fastest counts.
	again := runOf(1000, 10, 20, 30, 40)
	again.Add(measure.Position{Variant: "shogi", SFEN: "a", Engine: "mujo", Nodes: 1000, MS: 500, Depth: 5})
	if d := measure.Compare(old, again)[0]; d.Speed.Mean != 1 {
		t.Errorf("a slow repeat counts: %+v", d)
	}
}

func TestRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.json")
	var b bytes.Buffer
	if err := runOf(7, 1, 2).Write(&b); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := measure.Read(path); err != nil || got.Nodes != 14 || len(got.Positions) != 2 {
		t.Errorf("%+v, %v", got, err)
	}
	for text, want := range map[string]string{"{}": ":1: not what", "{\n\nx": ":3: ", "": "unexpected end"} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := measure.Read(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestTurn turns positions twice, and checks that a turned one has as many
// moves.
func TestTurn(t *testing.T) {
	for _, name := range []string{"shogi", "chushogi", "tenjikushogi"} {
		r := compile(t, name)
		suite, err := bench.Load(r)
		if err != nil {
			t.Fatal(err)
		}
		for _, sfen := range suite.SFENs {
			p, err := engine.ParseSFEN(r, sfen)
			if err != nil {
				t.Fatal(err)
			}
			q, err := engine.ParseSFEN(r, measure.Turn(p))
			if err != nil {
				t.Errorf("%s: %v", sfen, err)
				continue
			}
			if a, b := len(p.GenerateLegal(nil)), len(q.GenerateLegal(nil)); a != b && (r.HasDrops || strings.Fields(sfen)[2] == "-") {
				t.Errorf("%s: %d moves, turned %d", sfen, a, b)
			}
			back, err := engine.ParseSFEN(r, measure.Turn(q))
			if err != nil || strings.Fields(back.SFEN())[0] != strings.Fields(sfen)[0] {
				t.Errorf("%s came back as %s, %v", sfen, back.SFEN(), err)
			}
		}
	}
}

// TestDuel checks that all are asked everything, the first in turn.
func TestDuel(t *testing.T) {
	r := compile(t, "shogi")
	rivals := []measure.Rival{{Spec: player.Spec{Name: "a", Protocol: player.Internal}}, {Spec: player.Spec{Name: "b", Protocol: player.Internal}}}
	for i := range rivals {
		rivals[i].Limits.Nodes = 500
		rivals[i].Options = []player.Option{{Name: "USI_Hash", Value: "1"}}
	}
	suite, err := bench.Load(r)
	if err != nil {
		t.Fatal(err)
	}
	run := measure.NewRun("")
	order := ""
	if _, err := measure.Duel(context.Background(), r, suite.SFENs[:2], rivals, func(p measure.Position) {
		run.Add(p)
		order += p.Engine
	}); err != nil {
		t.Fatal(err)
	}
	if order != "abba" || run.Positions[0].Nodes != run.Positions[1].Nodes || run.Positions[0].Depth == 0 || len(run.Positions[0].Steps) == 0 {
		t.Errorf("order %s, %+v", order, run.Positions)
	}
	var b bytes.Buffer
	measure.PrintDuel(&b, run)
	if !strings.Contains(b.String(), "shogi") {
		t.Error(b.String())
	}
}
