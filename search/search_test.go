package search

import (
	"slices"
	"strings"
	"testing"
	"time"

	"mujo/engine"
	"mujo/engine/rules"
)

func compile(t testing.TB, name string) *rules.Rules {
	t.Helper()
	r, err := rules.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func position(t testing.TB, r *rules.Rules, sfen string) *engine.Position {
	t.Helper()
	if sfen == "" {
		return engine.New(r)
	}
	p, err := engine.ParseSFEN(r, sfen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func move(t testing.TB, p *engine.Position, text string) engine.Move {
	t.Helper()
	m, err := p.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// play makes moves one after another.
func play(t testing.TB, p *engine.Position, moves string) {
	t.Helper()
	for _, text := range strings.Fields(moves) {
		p.Make(move(t, p, text))
	}
}

// started are the four games that between them have every power.
var started = []string{"shogi", "chushogi", "tenjikushogi", "taishogi"}

// TestTactics plays positions with one good move that a few plies show.
func TestTactics(t *testing.T) {
	tests := []struct {
		name, variant, sfen string
		depth               int
		want                []string
		mate                int // plies, 0 if none
	}{
		{"gold mates before the king", "shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", 4, []string{"G*5b"}, 1},
		{"gold mates in five plies", "shogi", "9/9/5k3/9/4G4/4P4/9/9/9 b 3G2r2b4s4n4l17p 1", 12, []string{"G*4d"}, 5},
		{"rook takes the hanging dragon", "shogi", "4k4/9/9/9/2R3+r2/9/9/9/4K4 b - 1", 4, []string{"7e3e"}, 0},
		{"chu mate in one", "chushogi", "5ek1+Pc2/6o1t3/3s+v6+H/12/3p3pt3/12/12/2+a6q2/12/12/12/12 b - 7", 4, []string{"1c6c"}, 1},
		{"chu mate in three plies", "chushogi", "5ek1+Pc2/6o1t3/3s7+H/5+v6/3p2+Dpt3/12/12/2+a6q2/12/12/12/12 b - 5", 10, []string{"6e8c"}, 3},
		{"a lion takes two pieces", "chushogi", "11k/12/12/7g4/6ps4/6N5/12/12/12/12/12/K11 b - 1", 4, []string{"6f5e4d", "6f6e5e", "6f5e6e", "6f6e5d", "6f5e5d"}, 0},
		{"no queen for a protected pawn", "chushogi", "11k/12/12/6l5/12/6p5/12/12/6Q5/12/12/K11 b - 1", 6, nil, 0},
		{"a demon burns two, or three", "tenjikushogi", "4k11/16/9s6/7gp7/10P5/16/16/8{FID}7/16/16/16/16/16/16/16/K15 b - 1", 4, []string{"8h9e", "8h8d"}, 0},
		{"a hook mover leaves a protected pawn alone", "taishogi", "24{cp}/25/25/25/25/25/25/25/12g12/12p12/25/25/12{HM}12/25/25/25/25/25/25/25/25/25/25/25/{CP}24 b - 1", 4, nil, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := compile(t, test.variant)
			p := position(t, r, test.sfen)
			s := New(r, Options{HashMB: 8})
			got := s.Go(p, NewControl(Limits{Depth: test.depth}), nil)
			text := p.MoveText(got.Best)
			if test.want != nil && !slices.Contains(test.want, text) {
				t.Errorf("played %s, want one of %v", text, test.want)
			}
			if n, ok := got.Score.MatePlies(); test.mate != 0 && (!ok || n != test.mate) {
				t.Errorf("score %d says mate in %d (%v), want %d", got.Score, n, ok, test.mate)
			}
			if test.want == nil && test.mate == 0 {
				if lost := p.Exchange(got.Best, s.eval.Exchange()); lost < 0 {
					t.Errorf("played %s, which loses %d", text, -lost)
				}
			}
		})
	}
}

// TestLastRepetition: even a search of one ply knows that to pass for the
// third time loses.
func TestLastRepetition(t *testing.T) {
	r := compile(t, "daishogi")
	p := position(t, r, "k14/15/15/15/7{ln}7/15/15/15/15/7{LN}7/15/15/15/15/14K b - 1")
	pass := move(t, p, "8j7i8j")
	play(t, p, "8j7i8j 8e7d8e 8j7i8j 8e7d8e")
	seen := false
	New(r, Options{HashMB: 1, MultiPV: 400}).Go(p, NewControl(Limits{Depth: 1}), func(i Info) {
		if len(i.PV) == 0 || i.PV[0] != pass {
			return
		}
		seen = true
		if i.Score > -Settled+maxPly {
			t.Errorf("to pass for the third time is worth %d", i.Score)
		}
	})
	if !seen {
		t.Error("the pass was not looked at")
	}
}

// TestTakeBack: a side far ahead knows that the other may take its last move
// back for a draw, however late that move comes among hundreds.
func TestTakeBack(t *testing.T) {
	r := compile(t, "shogi")
	p := position(t, r, "s3k4/9/9/9/9/9/9/9/K6R1 b R2B4G3S9p 1")
	play(t, p, "2i3i 9a8b 3i2i 8b9a 2i3i 9a8b")
	s := New(r, Options{HashMB: 8})
	for depth := 2; depth < 5; depth++ {
		got := s.Go(p, NewControl(Limits{Depth: depth, Moves: []engine.Move{move(t, p, "3i2i")}}), nil)
		if got.Score != 0 {
			t.Errorf("depth %d: score %d, want a draw", depth, got.Score)
		}
	}
}

// TestDeterministic: with one thread and a limit of nodes or depth a search
// is a function of the position.
func TestDeterministic(t *testing.T) {
	for _, name := range started {
		r := compile(t, name)
		for _, l := range []Limits{{Depth: 5}, {Nodes: 20_000}} {
			var first Result
			for i := range 2 {
				got := New(r, Options{HashMB: 4}).Go(engine.New(r), NewControl(l), nil)
				got.Time = 0
				if i == 0 {
					first = got
				} else if got != first {
					t.Errorf("%s, %+v: %+v, then %+v", name, l, first, got)
				}
			}
			if l.Nodes > 0 && first.Nodes > l.Nodes+1 {
				t.Errorf("%s: %d nodes searched, the limit is %d", name, first.Nodes, l.Nodes)
			}
		}
	}
}

// TestFewNodes: a search that ends among the root moves does not leap about with
// an emperor.
func TestFewNodes(t *testing.T) {
	r := compile(t, "taishogi")
	s := New(r, Options{HashMB: 1})
	p := engine.New(r)
	legal := p.GenerateLegal(nil)
	universal := func(m engine.Move) bool { return r.Movers[p.At(m.From()).Index()].Universal }
	if !slices.ContainsFunc(legal, universal) {
		t.Fatal("no emperor may move")
	}
	for _, nodes := range []uint64{1, 50, uint64(len(legal))} {
		if m := s.Go(p, NewControl(Limits{Nodes: nodes}), nil).Best; universal(m) {
			t.Errorf("%d nodes: %s", nodes, p.MoveText(m))
		}
	}
}

// TestGoLeavesPosition: the position searched is not changed.
func TestGoLeavesPosition(t *testing.T) {
	r := compile(t, "chushogi")
	p := engine.New(r)
	before, key := p.SFEN(), p.Key()
	New(r, Options{HashMB: 1}).Go(p, NewControl(Limits{Depth: 3}), nil)
	if p.SFEN() != before || p.Key() != key {
		t.Errorf("position is now %s", p.SFEN())
	}
}

// TestThreads runs several workers; with -race it shows that they share
// nothing unguarded.
func TestThreads(t *testing.T) {
	for _, name := range started {
		r := compile(t, name)
		s := New(r, Options{HashMB: 4, Threads: 3, MultiPV: 2})
		p := engine.New(r)
		reports := 0
		got := s.Go(p, NewControl(Limits{MoveTime: 150 * time.Millisecond}), func(Info) { reports++ })
		if !p.IsLegal(got.Best) || reports == 0 {
			t.Errorf("%s: best %s after %d reports", name, p.MoveText(got.Best), reports)
		}
	}
}

// TestStop: a search answers within 20 ms of being told to, however early;
// other processes may make that longer here.
func TestStop(t *testing.T) {
	for _, name := range started {
		r := compile(t, name)
		s := New(r, Options{HashMB: 4})
		p := engine.New(r)
		for _, wait := range []time.Duration{0, time.Millisecond, 100 * time.Millisecond} {
			c := NewControl(Limits{Infinite: true})
			var told time.Time
			go func() {
				time.Sleep(wait)
				told = time.Now()
				c.Stop()
			}()
			got := s.Go(p, c, nil)
			if d := time.Since(told); d > 200*time.Millisecond && !testing.Short() {
				t.Errorf("%s stopped after %v: answered %v later", name, wait, d)
			}
			if !p.IsLegal(got.Best) {
				t.Errorf("%s stopped after %v: no legal answer", name, wait)
			}
		}
	}
}

// TestPonder: no answer before the ponder hit, and one in time after it.
func TestPonder(t *testing.T) {
	r := compile(t, "shogi")
	s := New(r, Options{HashMB: 4})
	// A mate in one is found at once; the answer has to wait all the same.
	p := position(t, r, "4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
	c := NewControl(Limits{Ponder: true})
	done := make(chan Result)
	go func() { done <- s.Go(p, c, nil) }()
	select {
	case <-done:
		t.Fatal("answered while pondering")
	case <-time.After(100 * time.Millisecond):
	}
	c.PonderHit(&Clock{Byoyomi: 200 * time.Millisecond})
	select {
	case got := <-done:
		if text := p.MoveText(got.Best); text != "G*5b" {
			t.Errorf("answered %s", text)
		}
	case <-time.After(2 * time.Second):
		t.Fatal("no answer after the ponder hit")
	}
}

// TestPicker: every legal move comes exactly once, whatever the table and the
// killers suggest.
func TestPicker(t *testing.T) {
	for _, name := range started {
		r := compile(t, name)
		s := New(r, Options{HashMB: 1})
		w := s.workers[0]
		p := engine.New(r)
		rng := uint64(7)
		for ply := range 60 {
			legal := p.GenerateLegal(nil)
			if len(legal) == 0 {
				break
			}
			w.begin(p.Clone(), &run{control: NewControl(Limits{})}, rootMoves(p, nil))
			k := w.newPicker(1)
			rng = rng*6364136223846793005 + 1442695040888963407
			k.tried = legal[rng>>33%uint64(len(legal))]
			k.special = [3]engine.Move{legal[rng>>40%uint64(len(legal))], legal[0], k.tried}
			var got []engine.Move
			for m, _ := k.pick(); m != engine.NoMove; m, _ = k.pick() {
				got = append(got, m)
			}
			slices.Sort(got)
			slices.Sort(legal)
			if !slices.Equal(got, legal) {
				t.Fatalf("%s ply %d: %d moves picked, %d legal", name, ply, len(got), len(legal))
			}
			p.Make(legal[rng>>20%uint64(len(legal))])
		}
	}
}

func TestTable(t *testing.T) {
	tb := newTable(1)
	tests := []entry{
		{move: 5, score: 0, eval: 0, depth: 0, bound: Exact},
		{move: 1<<31 - 1, score: -400_000, eval: -390_000, depth: 127, bound: Upper},
		{move: 1, score: 400_000, eval: 390_000, depth: 3, bound: Lower},
		{move: 2, score: Mate - 7, eval: 12, depth: 3, bound: Exact},
		{move: 3, score: -Mate + 8, eval: noEval, depth: 3, bound: Exact},
	}
	for i, want := range tests {
		key := uint64(i+1) * 0x9e3779b97f4a7c15
		tb.store(key, want, 4)
		got, ok := tb.probe(key, 4)
		if !ok || got != want {
			t.Errorf("stored %+v, found %+v (%v)", want, got, ok)
		}
		if _, ok := tb.probe(key^1, 4); ok {
			t.Errorf("found an entry under another key")
		}
	}
	// A mate's distance counts from the node that asks.
	tb.store(99, entry{score: Mate - 10, eval: 0, depth: 1}, 4)
	if got, _ := tb.probe(99, 6); got.score != Mate-12 {
		t.Errorf("mate stored at ply 4 as %d is %d at ply 6", Mate-10, got.score)
	}
}

func TestBudget(t *testing.T) {
	ms := func(n int) time.Duration { return time.Duration(n) * time.Millisecond }
	tests := []struct {
		name   string
		limits Limits
		most   time.Duration // the hard limit may not exceed it
		least  time.Duration
	}{
		{"move time", Limits{MoveTime: ms(500)}, ms(500), ms(500)},
		{"byoyomi alone", Limits{Clock: &Clock{Byoyomi: ms(1000), Overhead: ms(100)}}, ms(900), ms(900)},
		{"byoyomi as short as the overhead", Limits{Clock: &Clock{Byoyomi: ms(100), Overhead: ms(100)}}, ms(10), ms(5)},
		{"ten milliseconds left", Limits{Clock: &Clock{Left: ms(10), Overhead: ms(100)}}, ms(1), 1},
		{"living on the increment", Limits{Clock: &Clock{Increment: ms(1000), Overhead: ms(100)}}, ms(700), ms(500)},
		{"negative time", Limits{Clock: &Clock{Left: -ms(500), Byoyomi: ms(1000), Overhead: ms(100)}}, ms(900), ms(500)},
		{"five seconds", Limits{Clock: &Clock{Left: ms(5000), Overhead: ms(100)}}, ms(1000), ms(50)},
		{"move time under a clock", Limits{MoveTime: ms(20), Clock: &Clock{Left: ms(60_000)}}, ms(20), ms(20)},
		{"no clock", Limits{Depth: 3}, 0, 0},
		{"pondering", Limits{Ponder: true, Clock: &Clock{Left: ms(5000)}}, 0, 0},
	}
	for _, test := range tests {
		b := plan(&test.limits, 81, 1)
		if b.timed != (test.most > 0) || b.hard > test.most || b.hard < test.least || b.soft > b.hard {
			t.Errorf("%s: %+v, want a hard limit from %v to %v", test.name, b, test.least, test.most)
		}
	}
}

// TestStoppedAtOnce: a search without any time still looks at each move once.
func TestStoppedAtOnce(t *testing.T) {
	r := compile(t, "shogi")
	p := engine.New(r)
	play(t, p, "7g7f 3c3d 2g2f 8c8d")
	s := New(r, Options{HashMB: 1})
	stopped := NewControl(Limits{Infinite: true})
	stopped.Stop()
	for name, c := range map[string]*Control{
		"stopped": stopped, "no time": NewControl(Limits{Clock: &Clock{}}), "one node": NewControl(Limits{Nodes: 1}),
	} {
		got := s.Go(p, c, nil)
		if lost := p.Exchange(got.Best, s.eval.Exchange()); lost < 0 {
			t.Errorf("%s: played %s, which loses %d", name, p.MoveText(got.Best), -lost)
		}
	}
}

// TestAge: the time that is reported goes on over a ponder hit.
func TestAge(t *testing.T) {
	r := compile(t, "minishogi")
	s := New(r, Options{HashMB: 1})
	c := NewControl(Limits{Ponder: true, MoveTime: 30 * time.Millisecond})
	time.AfterFunc(50*time.Millisecond, func() { c.PonderHit(nil) })
	var last time.Duration
	got := s.Go(engine.New(r), c, func(i Info) {
		if i.Time < last {
			t.Errorf("time went from %v back to %v", last, i.Time)
		}
		last = i.Time
	})
	if got.Time < 80*time.Millisecond {
		t.Errorf("took %v, want 50 ms of pondering and 30 ms more", got.Time)
	}
}
