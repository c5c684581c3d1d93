package usi

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"mujo/engine"
	"mujo/search"
)

// infoLine is what every host reads.
var infoLine = regexp.MustCompile(`^info depth \d+ seldepth \d+ time \d+ nodes \d+ nps \d+ hashfull \d+( multipv \d+)? ` +
	`score (cp -?\d+|mate -?[1-9]\d*)( lowerbound| upperbound)? pv( [^ ]+)+$`)

func checkInfo(t *testing.T, line string) {
	t.Helper()
	if !infoLine.MatchString(line) || len(line) >= 1000 {
		t.Errorf("line of %d bytes: %q", len(line), line)
	}
}

// legalLine is a variation of n moves from the start of shogi.
func legalLine(t *testing.T, n int) (*engine.Position, []engine.Move) {
	t.Helper()
	p := engine.New(load(t, "shogi"))
	var pv []engine.Move
	q := p.Clone()
	for i := range n {
		m, err := q.ParseMove([]string{"2h3h", "8b7b", "3h2h", "7b8b"}[i%4])
		if err != nil {
			t.Fatal(err)
		}
		q.Make(m)
		pv = append(pv, m)
	}
	return p, pv
}

func TestLine(t *testing.T) {
	p, pv := legalLine(t, 400)
	base := search.Info{Depth: 3, SelDepth: 5, Time: 20 * time.Millisecond, Nodes: 1000, HashFull: 7, MultiPV: 1, Score: 35, PV: pv[:2]}
	for _, test := range []struct {
		name   string
		change func(*search.Info)
		want   string
	}{
		{"plain", func(*search.Info) {}, "info depth 3 seldepth 5 time 20 nodes 1000 nps 50000 hashfull 7 score cp 35 pv 2h3h 8b7b"},
		{"lower", func(i *search.Info) { i.Bound = search.Lower }, "score cp 35 lowerbound pv 2h3h 8b7b"},
		{"upper", func(i *search.Info) { i.Bound = search.Upper }, "score cp 35 upperbound pv 2h3h 8b7b"},
		{"mates", func(i *search.Info) { i.Score = search.Mate - 3 }, "score mate 3 pv 2h3h 8b7b"},
		{"is mated", func(i *search.Info) { i.Score = -search.Mate + 4 }, "score mate -4 pv 2h3h 8b7b"},
		{"never mate 0", func(i *search.Info) { i.Score = -search.Mate }, "score cp -30000 pv 2h3h 8b7b"},
		{"never beyond 30000", func(i *search.Info) { i.Score = search.Mate - 1 }, "score mate 1 pv 2h3h 8b7b"},
		{"no time yet", func(i *search.Info) { i.Time = 0 }, "time 0 nodes 1000 nps 1000000 hashfull 7 score"},
		{"shallow", func(i *search.Info) { i.SelDepth = 0 }, "depth 3 seldepth 3 "},
		{"table overfull", func(i *search.Info) { i.HashFull = 1001 }, "hashfull 1000 "},
		{"long", func(i *search.Info) { i.PV = pv }, " 2h3h 8b7b 3h2h 7b8b"},
	} {
		t.Run(test.name, func(t *testing.T) {
			i := base
			test.change(&i)
			got := newReporter(nil, p, 1, false).line(&i)
			if !strings.Contains(got, test.want) {
				t.Errorf("%q, want %q in it", got, test.want)
			}
			checkInfo(t, got)
		})
	}
}

// A search that reports too much is cut down to what hosts take, and the last
// word is right.
func TestPace(t *testing.T) {
	p, pv := legalLine(t, 2)
	var b strings.Builder
	r := newReporter(&output{w: &b}, p, 1, false)
	start := time.Now()
	const n = 5000
	for i := range n {
		r.info(search.Info{Depth: 1 + i/1000, MultiPV: 1, Nodes: uint64(i), PV: pv})
	}
	lines := strings.Count(b.String(), "\n")
	if most := paceBurst + 1 + int(paceSecond*time.Since(start).Seconds()); lines > most || lines == 0 {
		t.Errorf("%d lines, want at most %d", lines, most)
	}
	r.result = search.Result{Best: pv[0], Nodes: n}
	if got := r.final(); len(got) != 1 || !strings.Contains(got[0], "depth 5 ") || !strings.Contains(got[0], "nodes 5000 ") {
		t.Errorf("final %q", got)
	}
}

// The limit for one depth holds however slowly lines come.
func TestPacePerDepth(t *testing.T) {
	p, pv := legalLine(t, 1)
	var b strings.Builder
	r := newReporter(&output{w: &b}, p, 1, false)
	for i := range 200 {
		r.pace.left = paceBurst
		r.info(search.Info{Depth: 9, MultiPV: 1, Nodes: uint64(i), PV: pv})
	}
	if lines := strings.Count(b.String(), "\n"); lines != maxPerDepth {
		t.Errorf("%d lines, want %d", lines, maxPerDepth)
	}
}

// The final lines begin with the move played even if the search changed its
// mind after its last report.
func TestFinal(t *testing.T) {
	p := engine.New(load(t, "shogi"))
	moves := p.GenerateLegal(nil)[:4]
	info := func(depth, rank int, m engine.Move) search.Info {
		return search.Info{Depth: depth, MultiPV: rank, Score: search.Score(-rank), PV: []engine.Move{m}}
	}
	firsts := func(lines []string) string {
		var s []string
		for _, l := range lines {
			words := strings.Fields(l)
			s = append(s, words[len(words)-1])
		}
		return strings.Join(s, " ")
	}
	text := func(ms ...engine.Move) string {
		var s []string
		for _, m := range ms {
			s = append(s, p.MoveText(m))
		}
		return strings.Join(s, " ")
	}
	for _, test := range []struct {
		name    string
		ranks   int
		reports []search.Info
		best    engine.Move
		want    string
	}{
		{"nothing reported", 1, nil, moves[1], text(moves[1])},
		{"changed", 1, []search.Info{info(1, 1, moves[0])}, moves[1], text(moves[1])},
		{"several, in order", 2, []search.Info{info(1, 1, moves[0]), info(1, 2, moves[1]), info(2, 1, moves[2]), info(2, 2, moves[0])}, moves[2], text(moves[2], moves[0])},
		{"several, the next depth begun", 2, []search.Info{info(1, 1, moves[0]), info(1, 2, moves[1]), info(2, 1, moves[1])}, moves[1], text(moves[1], moves[0])},
		{"several, changed", 2, []search.Info{info(1, 1, moves[0]), info(1, 2, moves[1])}, moves[3], text(moves[3], moves[0])},
	} {
		t.Run(test.name, func(t *testing.T) {
			var b strings.Builder
			r := newReporter(&output{w: &b}, p, test.ranks, test.ranks > 1)
			for _, i := range test.reports {
				r.info(i)
			}
			r.result = search.Result{Best: test.best, Nodes: 99}
			lines := r.final()
			if got := firsts(lines); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
			for _, l := range lines {
				checkInfo(t, l)
			}
		})
	}
}
