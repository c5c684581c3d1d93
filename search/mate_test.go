package search

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"mujo/engine"
	"mujo/variants"
)

// A mateTest is a position and what is known of it.
type mateTest struct {
	name, variant, sfen string
	moves               string // from there to the position
	verdict             Verdict
	plies               int    // of the shortest mate, 0 if not known
	key                 string // the move it begins with, if there is only one
}

// mateTests are mates and failures. Those of testdata/cases/rulings.jsonl are
// in their order; the longer ones of shogi were composed by chance.
var mateTests = []mateTest{
	{"gold", "shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "", Mates, 1, "G*5b"},
	{"golds and a silver", "shogi", "9/4k4/9/4P4/9/9/9/9/9 b 2G2r2b4s4n4l17p 1", "", Mates, 3, "G*5c"},
	{"nine plies", "shogi", "5kls1/9/5ppp1/9/9/3+R5/9/9/9 b GN2p 1", "", Mates, 9, ""},
	{"nine plies with a silver", "shogi", "5n1sk/9/5pp1p/5B3/7+R1/3N5/9/9/9 b GS2p 1", "", Mates, 9, ""},
	{"nine plies with a rook", "shogi", "5l3/7k1/5ppp1/9/3+R5/3S2+P2/9/9/9 b RS2p 1", "", Mates, 9, ""},
	{"eleven plies", "shogi", "5l1k1/9/5p1pp/5S+P2/9/9/9/9/9 b RS2p 1", "", Mates, 11, ""},
	{"no dropped pawn may mate", "shogi", "6lnk/6g2/7+R1/9/9/9/9/9/K8 b P 1", "", NoMate, 0, ""},
	{"a rook checks for ever", "shogi", "9/9/9/9/4k4/9/9/9/9 b R 1", "", NoMate, 0, ""},
	{"no check at all", "shogi", "", "", NoMate, 0, ""},
	{"in check, which must be met", "shogi", "4k4/9/4P4/9/9/9/9/r8/4K3r b G 1", "", NoMate, 0, ""},

	{"chu, one ply", "chushogi", "5ek1+Pc2/6o1t3/3s+v6+H/12/3p3pt3/12/12/2+a6q2/12/12/12/12 b - 7", "", Mates, 1, "1c6c"},
	{"chu, three plies", "chushogi", "5ek1+Pc2/6o1t3/3s7+H/5+v6/3p2+Dpt3/12/12/2+a6q2/12/12/12/12 b - 5", "", Mates, 3, "6e8c"},
	{"chu, three plies, kylin", "chushogi", "5+R2+V1kl/3c3g2f1/3+P1e3m2/4p6+a/3p1p1+B2p1/7P4/3i6n1/12/12/12/12/12 b - 15", "", Mates, 3, "4a2c"},
	{"chu, five plies", "chushogi", "2c4g2f1/5+akx4/+v7e1t1/2+h1p1G1p3/4s1p1t2+b/9r2/9H2/7q4/12/11L/12/12 b - 11", "", Mates, 5, "6d6e+"},
	{"chu, five plies, lion square", "chushogi", "3q8/5x1k3a/6fgs3/5m5m/4p2p4/10Q+f/12/3r5R2/6+v5/12/12/12 b 5c 9", "", Mates, 5, "2f2b"},
	{"chu, thirteen plies or more", "chushogi", "12/4+b7/12/3+v8/4F1tx4/12/3p1NPH4/2p3+H5/+Fk+gn8/10+mQ/A3G7/2+m1O7 b - 1", "", Mates, 0, ""},
	{"chu, cooked", "chushogi", "7rb1+P1/8+P2+m/7+m1d2/7p2k1/7+B1pp1/7QP3/10N1/9+a2/7+v3D/12/12/12 b - 1", "", NoMate, 0, ""},
	{"chu, a prince is a second royal", "chushogi", "12/12/12/12/12/5k6/12/12/12/5+e6/5Q6/12 b - 1", "", Undecided, 0, ""},
	{"chu, an elephant promotes", "chushogi", "12/12/12/12/12/12/12/10ek/12/12/12/R11 b - 1", "", Undecided, 0, ""},
	{"chu, the king is to be taken", "chushogi", "5k6/12/12/12/12/12/12/12/12/5R6/12/12 b - 1", "", Mates, 1, ""},
	{"chu, the reply takes the king", "chushogi", "11k/10pp/12/12/12/12/12/12/12/r10K/9R2/12 b - 1", "", NoMate, 0, ""},
	{"chu, nothing takes the king", "chushogi", "11k/10pp/12/12/12/12/12/12/12/r9PK/9R2/12 b - 1", "", Mates, 1, ""},

	{"shogi, five plies", "shogi", "9/9/5k3/9/4G4/4P4/9/9/9 b 3G2r2b4s4n4l17p 1", "", Mates, 5, "G*4d"},
	{"interpositions", "shogi", "k8/9/1K7/9/9/9/8B/8B/9 b 2r4g4s4n4l18p 1", "", Mates, 0, ""},
	{"tenjiku, a general jumps", "tenjikushogi", "", "7l7k 5d3f 6m8k 4e4f 7n6k 10e10f 12m14k 11d9f 13l13k 10c11f 6k6h 11f11i 6h7e 7c7e 7m7e+ 11i10l 10n10l 10d10l+ 8m14g 9d10c", Mates, 1, "7e8f"},
	{"a check wins", "checkshogi", "4k4/9/9/9/9/9/9/9/R3K4 b - 1", "", Mates, 1, ""},
}

// set returns the test's position.
func (test *mateTest) set(t testing.TB) *engine.Position {
	t.Helper()
	p := position(t, compile(t, test.variant), test.sfen)
	play(t, p, test.moves)
	return p
}

func lineText(p *engine.Position, line []engine.Move) string {
	q := p.Clone()
	var words []string
	for _, m := range line {
		words = append(words, q.MoveText(m))
		q.Make(m)
	}
	return strings.Join(words, " ")
}

// matesWithin tries all checks and all replies.
func matesWithin(p *engine.Position, plies int) bool {
	us, them := p.Side(), p.Side().Other()
	try := func(m engine.Move) bool {
		p.Make(m)
		defer p.Unmake()
		if p.RoyalsLost(them) {
			return true
		}
		if p.RoyalsLost(us) || !p.InCheck(them) {
			return false
		}
		for _, reply := range p.GenerateLegal(nil) {
			p.Make(reply)
			safe := p.RoyalsLost(us) || !p.RoyalsLost(them) && !p.InCheck(them)
			saved := safe && (plies < 3 || p.RoyalsLost(us) || !matesWithin(p, plies-2))
			p.Unmake()
			if saved {
				return false
			}
		}
		return true
	}
	return p.Royals(them) == 1 && slices.ContainsFunc(p.GenerateLegal(nil), try)
}

func TestFindMate(t *testing.T) {
	for _, test := range mateTests {
		t.Run(test.name, func(t *testing.T) {
			p := test.set(t)
			sfen := p.SFEN()
			r := FindMate(p, NewControl(Limits{Nodes: 200_000}), 16, nil)
			text := lineText(p, r.Line)
			if r.Verdict != test.verdict || (len(r.Line) > 0) != (r.Verdict == Mates) {
				t.Fatalf("verdict %d after %d nodes, %q; want %d", r.Verdict, r.Nodes, text, test.verdict)
			}
			if test.plies > 0 && len(r.Line) != test.plies {
				t.Errorf("%d plies, %q; want %d", len(r.Line), text, test.plies)
			}
			if key, _, _ := strings.Cut(text, " "); test.key != "" && key != test.key {
				t.Errorf("%q; want %s first", text, test.key)
			}
			if p.SFEN() != sfen {
				t.Errorf("the position is %s; it was %s", p.SFEN(), sfen)
			}
			if r.Verdict == Mates && len(r.Line) <= 5 {
				if n := len(r.Line); !matesWithin(p.Clone(), n) || n > 1 && matesWithin(p.Clone(), n-2) {
					t.Errorf("%q: trying all moves says something else", text)
				}
			}
			again := FindMate(p, NewControl(Limits{Nodes: 200_000}), 16, nil)
			if again.Nodes != r.Nodes || !slices.Equal(again.Line, r.Line) {
				t.Errorf("%d nodes and %q the second time, %d and %q the first", again.Nodes, lineText(p, again.Line), r.Nodes, text)
			}
		})
	}
}

// TestFindMateSmallTable has the solver lose nearly all it finds out.
func TestFindMateSmallTable(t *testing.T) {
	for _, test := range mateTests {
		if test.verdict != Mates || test.plies == 0 || test.plies > 9 {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			p := test.set(t)
			r := FindMate(p, NewControl(Limits{Nodes: 1_000_000}), 0, nil)
			if r.Verdict != Mates || test.plies <= 5 && len(r.Line) != test.plies {
				t.Errorf("verdict %d after %d nodes, %q", r.Verdict, r.Nodes, lineText(p, r.Line))
			}
		})
	}
}

// TestFindMateRandom compares the solver with trying all moves in positions of
// random games, in all variants.
func TestFindMateRandom(t *testing.T) {
	for _, name := range variants.Names() {
		t.Run(name, func(t *testing.T) {
			r := compile(t, name)
			games, step := 12, 3
			switch {
			case len(r.Squares) > 300:
				if testing.Short() {
					t.Skip("large")
				}
				games, step = 1, 60
			case len(r.Squares) > 100:
				games, step = 3, 12
			}
			rng := rand.New(rand.NewPCG(5, 11))
			mates := 0
			for range games {
				p := engine.New(r)
				for ply := 0; ply < 160 && !p.Outcome().Over; ply++ {
					if ply%step == 0 {
						mates += compareMate(t, p)
					}
					legal := p.GenerateLegal(nil)
					p.Make(legal[rng.IntN(len(legal))])
				}
			}
			t.Log(mates, "mates")
		})
	}
}

// compareMate holds the solver's answer for p against a search through all
// moves, and reports 1 if there is a mate.
func compareMate(t *testing.T, p *engine.Position) int {
	t.Helper()
	x := newMateSearch(p.Clone(), NewControl(Limits{}), 0, nil)
	fast := x.checks(nil)
	x.direct = false
	if slow := x.checks(nil); !slices.Equal(fast, slow) {
		t.Fatalf("%s: checks %s, tried out %s", p.SFEN(), moveList(p, fast), moveList(p, slow))
	}
	r := FindMate(p, NewControl(Limits{Nodes: 400}), 1, nil)
	plies := 3
	if len(fast) > 12 || len(p.Rules().Squares) > 150 {
		plies = 1
	}
	mate := matesWithin(p.Clone(), plies)
	switch {
	case mate && (r.Verdict == NoMate || r.Verdict == Mates && len(r.Line) > plies):
		t.Errorf("%s: verdict %d, %q; there is a mate in %d", p.SFEN(), r.Verdict, lineText(p, r.Line), plies)
	case !mate && r.Verdict == Mates && len(r.Line) <= plies:
		t.Errorf("%s: %q; there is no mate in %d", p.SFEN(), lineText(p, r.Line), plies)
	}
	if r.Verdict == Mates {
		return 1
	}
	return 0
}

// A mateGraph is all that checks and replies lead to from a position.
type mateGraph struct {
	index map[uint64]int
	nodes []graphNode
}

type graphNode struct {
	attacks bool
	kids    []int
	mated   bool // the attacker wins
}

// add adds the position and what is behind it, and returns its number; it
// stops, incomplete, at the given size.
func (g *mateGraph) add(x *mateSearch, attacks bool, size int) int {
	if n, ok := g.index[x.pos.Key()]; ok {
		return n
	}
	n := len(g.nodes)
	g.index[x.pos.Key()] = n
	g.nodes = append(g.nodes, graphNode{attacks: attacks})
	if n >= size {
		return n
	}
	moves := x.defences(nil)
	if attacks {
		moves = x.checks(nil)
	}
	for _, m := range moves {
		x.pos.Make(m)
		kid := g.add(x, !attacks, size)
		x.pos.Unmake()
		g.nodes[n].kids = append(g.nodes[n].kids, kid)
	}
	return n
}

// solve finds all mates, beginning with those on the board: what never gets
// there is none, however often it repeats.
func (g *mateGraph) solve() {
	for changed := true; changed; {
		changed = false
		for i := len(g.nodes) - 1; i >= 0; i-- {
			n := &g.nodes[i]
			won := func(k int) bool { return g.nodes[k].mated }
			lost := func(k int) bool { return !g.nodes[k].mated }
			if !n.mated && (n.attacks && slices.ContainsFunc(n.kids, won) || !n.attacks && !slices.ContainsFunc(n.kids, lost)) {
				n.mated, changed = true, true
			}
		}
	}
}

// TestFindMateCycles holds verdicts against those of the whole graph where
// lines return to where they came from in many ways.
func TestFindMateCycles(t *testing.T) {
	for _, test := range []struct {
		variant, pieces string
		files, ranks    int
	}{
		{"minishogi", "K k +R", 5, 5},
		{"minishogi", "K k S G", 5, 5},
		{"dobutsu", "k e G C", 3, 4},
		{"chushogi", "k N", 12, 12},
		{"chushogi", "k S G", 12, 12},
		{"chushogi", "k K g +H", 12, 12},
	} {
		t.Run(test.variant+" "+test.pieces, func(t *testing.T) {
			r := compile(t, test.variant)
			rng := rand.New(rand.NewPCG(3, 9))
			verdicts, large := map[Verdict]int{}, 0
			for range 60 {
				p, err := engine.ParseSFEN(r, scatter(rng, strings.Fields(test.pieces), test.files, test.ranks)+" b - 1")
				if err != nil { // a piece that could never move, perhaps
					continue
				}
				const size = 4000
				g := &mateGraph{index: map[uint64]int{}}
				g.add(newMateSearch(p.Clone(), NewControl(Limits{}), 0, nil), true, size)
				if len(g.nodes) > size {
					large++
					continue
				}
				g.solve()
				got := FindMate(p, NewControl(Limits{Nodes: 200_000}), 4, nil)
				verdicts[got.Verdict]++
				if got.Verdict == Mates != g.nodes[0].mated || got.Verdict == Undecided {
					t.Errorf("%s: verdict %d, %q after %d nodes; all %d positions say %v",
						p.SFEN(), got.Verdict, lineText(p, got.Line), got.Nodes, len(g.nodes), g.nodes[0].mated)
				}
			}
			t.Log(verdicts, large, "too large")
		})
	}
}

// scatter puts pieces on a board at random.
func scatter(rng *rand.Rand, pieces []string, files, ranks int) string {
	at := rng.Perm(files * ranks)[:len(pieces)]
	var rows []string
	for y := range ranks {
		row, free := "", 0
		flush := func() {
			if free > 0 {
				row += strconv.Itoa(free)
			}
			free = 0
		}
		for x := range files {
			i := slices.Index(at, y*files+x)
			if i < 0 {
				free++
				continue
			}
			flush()
			row += pieces[i]
		}
		flush()
		rows = append(rows, row)
	}
	return strings.Join(rows, "/")
}

// moveList writes moves that stand side by side.
func moveList(p *engine.Position, moves []engine.Move) string {
	var words []string
	for _, m := range moves {
		words = append(words, p.MoveText(m))
	}
	return strings.Join(words, " ")
}

// hardMate keeps the solver busy.
const hardMate = "9/9/9/9/4k4/9/9/9/9 b 2R2B4g4s4n4l18p 1"

func TestFindMateLimits(t *testing.T) {
	p := position(t, compile(t, "shogi"), hardMate)
	began := time.Now()
	r := FindMate(p, NewControl(Limits{MoveTime: 50 * time.Millisecond}), 16, nil)
	if took := time.Since(began); r.Verdict != Undecided || took < 50*time.Millisecond || took > 500*time.Millisecond {
		t.Errorf("50 ms: verdict %d after %v", r.Verdict, took)
	}
	if r := FindMate(p, NewControl(Limits{Nodes: 1000}), 16, nil); r.Verdict != Undecided || r.Nodes != 1000 {
		t.Errorf("1000 nodes: verdict %d after %d", r.Verdict, r.Nodes)
	}
	c := NewControl(Limits{})
	time.AfterFunc(30*time.Millisecond, c.Stop)
	began = time.Now()
	if r := FindMate(p, c, 16, nil); r.Verdict != Undecided || time.Since(began) > 500*time.Millisecond {
		t.Errorf("stopped: verdict %d after %v", r.Verdict, time.Since(began))
	}
}

// TestMatingLine checks the check of answers.
func TestMatingLine(t *testing.T) {
	r := compile(t, "shogi")
	for _, test := range []struct {
		sfen, line string
		want       bool
	}{
		{"4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b", true},
		{"4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*4b", false},
		{"4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "5i5h", false},
		{"4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1", "G*4b 5a6a", false},
		{"4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "", false},
	} {
		p := position(t, r, test.sfen)
		q := p.Clone()
		var line []engine.Move
		for _, text := range strings.Fields(test.line) {
			m := move(t, q, text)
			q.Make(m)
			line = append(line, m)
		}
		if got := matingLine(p, line); got != test.want {
			t.Errorf("%s, %q: %v", test.sfen, test.line, got)
		}
	}
}

func TestMateTable(t *testing.T) {
	table := newMateTable(1)
	if size := len(table.entries) * mateEntrySize; size > 1<<20 {
		t.Errorf("%d bytes", size)
	}
	open := mateValue{phi: 3, delta: 70_000, since: free}
	bound := mateValue{phi: never, plies: 7, since: 12}
	table.store(1, open, 5)
	table.store(2, bound, 1)
	for key := uint64(3); key < 9; key++ { // to the same cluster
		table.store(key, mateValue{phi: 1, delta: 1, since: free}, 2)
	}
	if got, ok := table.probe(1); !ok || got != open {
		t.Errorf("got %v, %v; want %v", got, ok, open)
	}
	if got, ok := table.probe(2); ok {
		t.Errorf("got %v; the least work gives way", got)
	}
	table.store(1, bound, 1)
	if got, ok := table.probe(1); !ok || got != bound {
		t.Errorf("got %v, %v; want %v", got, ok, bound)
	}
}

// TestMateTableGrows: what is remembered is kept while the table grows.
func TestMateTableGrows(t *testing.T) {
	table := newMateTable(8)
	key := func(i int) uint64 { return uint64(i) * 0x9e3779b97f4a7c15 }
	const n = 50_000
	for i := 1; i <= n; i++ {
		table.store(key(i), mateValue{phi: uint32(i), delta: 1, since: free}, 1)
	}
	if len(table.entries) <= firstMateEntries || len(table.entries) > table.limit {
		t.Errorf("%d entries, began with %d, may have %d", len(table.entries), firstMateEntries, table.limit)
	}
	kept := 0
	for i := 1; i <= n; i++ {
		if v, ok := table.probe(key(i)); ok {
			kept++
			if v.phi != uint32(i) {
				t.Fatalf("number %d: %v", i, v)
			}
		}
	}
	if kept < n*9/10 {
		t.Errorf("%d of %d are remembered", kept, n)
	}
}

func BenchmarkFindMate(b *testing.B) {
	for _, test := range mateTests {
		if test.verdict == Undecided {
			continue
		}
		b.Run(strings.ReplaceAll(test.name, " ", "_"), func(b *testing.B) {
			p := test.set(b)
			var nodes uint64
			for b.Loop() {
				nodes += FindMate(p, NewControl(Limits{}), 16, nil).Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
		})
	}
}
