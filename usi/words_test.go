package usi

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"mujo/engine"
	"mujo/search"
)

func TestLimits(t *testing.T) {
	const s, msec = time.Second, time.Millisecond
	clock := func(left, inc, byoyomi time.Duration) *search.Clock {
		return &search.Clock{Left: left, Increment: inc, Byoyomi: byoyomi, Overhead: 100 * msec}
	}
	toGo := clock(60*s, 0, 0)
	toGo.MovesToGo = 40
	for _, test := range []struct {
		words string
		side  engine.Color
		want  search.Limits
		wrong int // words complained of
	}{
		{"", engine.Black, search.Limits{Infinite: true}, 0},
		{"infinite", engine.Black, search.Limits{Infinite: true}, 0},
		{"btime 60000 wtime 50000 byoyomi 10000", engine.Black, search.Limits{Clock: clock(60*s, 0, 10*s)}, 0},
		{"btime 60000 wtime 50000 byoyomi 10000", engine.White, search.Limits{Clock: clock(50*s, 0, 10*s)}, 0},
		{"btime 60000 wtime 50000 winc 2000 binc 1000", engine.White, search.Limits{Clock: clock(50*s, 2*s, 0)}, 0},
		{"btime -3000 wtime -1 byoyomi 5000", engine.Black, search.Limits{Clock: clock(0, 0, 5*s)}, 0},
		{"wtime 1000", engine.Black, search.Limits{Clock: clock(0, 0, 0)}, 0},
		{"btime 0", engine.Black, search.Limits{Clock: clock(0, 0, 0)}, 0},
		{"btime 60000 wtime 60000 movestogo 40", engine.Black, search.Limits{Clock: toGo}, 0},
		{"movetime 500", engine.Black, search.Limits{MoveTime: 500 * msec}, 0},
		{"movetime 0", engine.Black, search.Limits{MoveTime: 1}, 0},
		{"movetime +7", engine.Black, search.Limits{MoveTime: 7 * msec}, 0},
		{"movetime 0.9 btime 9 wtime 9", engine.Black, search.Limits{Clock: clock(9*msec, 0, 0)}, 1},
		{"movetime 0.9", engine.Black, search.Limits{MoveTime: blindTime}, 1},
		{"btime wtime 9", engine.White, search.Limits{Clock: clock(9*msec, 0, 0)}, 1},
		{"depth 0", engine.Black, search.Limits{Depth: 1}, 0},
		{"depth 245", engine.Black, search.Limits{Depth: 245}, 0},
		{"nodes 9000000000", engine.Black, search.Limits{Nodes: 9_000_000_000}, 0},
		{"nodes -4 depth 2", engine.Black, search.Limits{Nodes: 1, Depth: 2}, 0},
		{"btime 99999999999999999999", engine.Black, search.Limits{Clock: clock(1e11*msec, 0, 0)}, 0},
		{"ponder btime 1000 wtime 2000", engine.White, search.Limits{Ponder: true, Clock: clock(2*s, 0, 0)}, 0},
		{"ponder", engine.Black, search.Limits{Ponder: true}, 0},
		{"perhaps depth 3 tomorrow", engine.Black, search.Limits{Depth: 3}, 2},
		{"depth", engine.Black, search.Limits{MoveTime: blindTime}, 1},
	} {
		t.Run(test.words, func(t *testing.T) {
			w := parseGo(fields(test.words))
			if diff := cmp.Diff(test.want, w.limits(test.side, 100*msec)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if len(w.errors) != test.wrong {
				t.Errorf("complaints %q, want %d", w.errors, test.wrong)
			}
		})
	}
}

func TestMateWords(t *testing.T) {
	for _, test := range []struct {
		words string
		time  time.Duration
	}{
		{"mate", 0},
		{"mate infinite", 0},
		{"mate infinite movetime 500", 500 * time.Millisecond},
		{"mate 5000", 5 * time.Second},
		{"mate 5000 movetime 20", 20 * time.Millisecond},
		{"mate 3 depth 4", 3 * time.Millisecond},
		{"mate 0", time.Millisecond},
		{"mate -7", time.Millisecond},
		{"mate 99999999999999999999", ms(1e15)},
	} {
		w := parseGo(fields(test.words))
		if !w.mate || w.infinite || len(w.errors) > 0 || w.mateLimits().MoveTime != test.time {
			t.Errorf("%q: %+v, limits %+v", test.words, w, w.mateLimits())
		}
	}
}

func TestRandomTime(t *testing.T) {
	for range 100 {
		if d := parseGo([]string{"rtime", "10"}).moveTime; d < 10*time.Millisecond || d > 30*time.Millisecond {
			t.Fatalf("%v", d)
		}
	}
}

func TestSearchMovesWords(t *testing.T) {
	w := parseGo(fields("depth 3 searchmoves 7g7f P*5e nodes 9"))
	if diff := cmp.Diff([]string{"7g7f", "P*5e"}, w.moves); diff != "" || w.nodes != 9 {
		t.Error(diff, w.nodes)
	}
}

func TestPonderHitClock(t *testing.T) {
	overhead := 100 * time.Millisecond
	for _, test := range []struct {
		words string
		bare  bool
		want  *search.Clock
	}{
		{"", false, nil},
		{"", true, &search.Clock{Byoyomi: time.Second, Overhead: overhead}},
		{"btime 5 wtime 6 byoyomi 7", true, &search.Clock{Left: 6e6, Byoyomi: 7e6, Overhead: overhead}},
		{"movetime 300", false, &search.Clock{Byoyomi: 300e6}},
	} {
		got := parseGo(fields(test.words)).hit(engine.White, overhead, test.bare)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%q: %s", test.words, diff)
		}
	}
}

func TestSplitOption(t *testing.T) {
	for _, test := range []struct {
		rest, name, value string
		has, bad          bool
	}{
		{"name A value 1", "A", "1", true, false},
		{"  name  A \t value   1  ", "A", "1", true, false},
		{"name Skill Level value 3", "Skill Level", "3", true, false},
		{"name P value a b  c", "P", "a b  c", true, false},
		{"name P value value", "P", "value", true, false},
		{"name P value <empty>", "P", "", true, false},
		{"name P value ", "P", "", true, false},
		{"name P value", "P", "", true, false},
		{"name P", "P", "", false, false},
		{"name", "", "", false, true},
		{"name value 3", "", "", false, true},
		{"P value 3", "", "", false, true},
		{"", "", "", false, true},
	} {
		name, value, has, err := splitOption(test.rest)
		if (err != nil) != test.bad || err == nil && (name != test.name || value != test.value || has != test.has) {
			t.Errorf("%q: %q, %q, %v, %v", test.rest, name, value, has, err)
		}
	}
}

// Declarations keep to what the narrowest host holds.
func TestDeclarations(t *testing.T) {
	var many []string
	for _, n := range mostPlayed {
		many = append(many, n, n+"x", n+"y")
	}
	seen := map[string]bool{}
	for _, o := range optionTable(many) {
		line := o.declaration()
		_, value, _ := strings.Cut(line, " default ")
		if len(value) > 250 || value == "" || len(o.name) >= 79 || strings.Contains(o.name, " ") || seen[strings.ToLower(o.name)] {
			t.Errorf("%d bytes: %q", len(value), line)
		}
		seen[strings.ToLower(o.name)] = true
		if o.kind == "combo" && (len(o.vars) < 2 || o.vars[0] != o.value) {
			t.Errorf("%q", line)
		}
		vars := map[string]bool{}
		for _, v := range o.vars {
			if vars[v] {
				t.Errorf("%s twice in %q", v, line)
			}
			vars[v] = true
		}
	}
}
