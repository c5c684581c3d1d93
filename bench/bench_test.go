package bench_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"mujo/bench"
	"mujo/engine"
	"mujo/engine/rules"
	"mujo/search"
	"mujo/variants"
)

func compile(t *testing.T, name string) *rules.Rules {
	t.Helper()
	r, err := rules.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func load(t *testing.T, r *rules.Rules) bench.Suite {
	t.Helper()
	s, err := bench.Load(r)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// wanted is how many positions a variant should have at least.
func wanted(r *rules.Rules) int {
	if r.Files > 25 {
		return 1 // see its file
	}
	return 6
}

// TestPositions checks that every variant has positions, all of them of games
// that go on, and written as the program itself writes them.
func TestPositions(t *testing.T) {
	for _, name := range variants.Names() {
		r := compile(t, name)
		s := load(t, r)
		if least := wanted(r); len(s.SFENs) < least {
			t.Errorf("%s: %d positions, want at least %d", name, len(s.SFENs), least)
		}
		seen := map[string]bool{}
		for _, sfen := range s.SFENs {
			p, err := engine.ParseSFEN(r, sfen)
			switch {
			case err != nil:
				t.Errorf("%s: %s: %v", name, sfen, err)
			case p.Outcome().Over:
				t.Errorf("%s: %s: the game is over: %s", name, sfen, p.Outcome().Reason)
			case p.SFEN() != sfen:
				t.Errorf("%s: %s is written %s", name, sfen, p.SFEN())
			case seen[sfen]:
				t.Errorf("%s: %s stands there twice", name, sfen)
			}
			seen[sfen] = true
		}
	}
}

// TestRuleSets checks that a rule set takes its variant's positions.
func TestRuleSets(t *testing.T) {
	plain := load(t, compile(t, "chushogi"))
	other := load(t, compile(t, "chushogi-federation"))
	if len(other.SFENs) < 6 || len(other.SFENs) > len(plain.SFENs) || other.Depth != plain.Depth {
		t.Errorf("chushogi-federation: %d positions to depth %d; chushogi: %d to %d", len(other.SFENs), other.Depth, len(plain.SFENs), plain.Depth)
	}
}

// TestDeterministic checks that one thread searches the same nodes each time.
func TestDeterministic(t *testing.T) {
	o := search.Options{HashMB: 1, Threads: 1, MultiPV: 1}
	names := variants.Names()
	if testing.Short() {
		names = []string{"chushogi"}
	}
	for _, name := range names {
		r := compile(t, name)
		s := load(t, r)
		var runs [2][]uint64
		var totals [2]bench.Total
		for i := range runs {
			var err error
			totals[i], err = s.Run(context.Background(), r, o, search.Limits{Depth: 2}, func(res bench.Result) {
				if res.Depth < 1 || res.Move == "" {
					t.Errorf("%s: %s: depth %d, move %q", name, res.SFEN, res.Depth, res.Move)
				}
				runs[i] = append(runs[i], res.Nodes)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		var sum uint64
		for i, n := range runs[0] {
			if n != runs[1][i] {
				t.Errorf("%s: %s: %d nodes, then %d", name, s.SFENs[i], n, runs[1][i])
			}
			sum += n
		}
		if len(runs[0]) != len(s.SFENs) || sum != totals[0].Nodes {
			t.Errorf("%s: %d results of %d nodes, want %d of %d", name, len(runs[0]), sum, len(s.SFENs), totals[0].Nodes)
		}
	}
}

// TestStops checks that a run ends soon after its context.
func TestStops(t *testing.T) {
	r := compile(t, "shogi")
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	total, err := load(t, r).Run(ctx, r, search.Options{HashMB: 1}, search.Limits{Depth: 100}, nil)
	if err != nil || total.Nodes == 0 || time.Since(start) > 5*time.Second {
		t.Errorf("%d nodes in %v, error %v", total.Nodes, time.Since(start), err)
	}
}

func TestTotal(t *testing.T) {
	total := bench.Total{Nodes: 1500, Time: 500 * time.Millisecond}
	total.Add(bench.Total{Nodes: 500, Time: 500 * time.Millisecond})
	if got := total.String(); got != "2000 nodes 2000 nps" {
		t.Errorf("got %q", got)
	}
	if got := (bench.Total{}).String(); !strings.HasPrefix(got, "0 nodes 0") {
		t.Errorf("got %q", got)
	}
}
