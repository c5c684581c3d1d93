package match_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"mujo/bench/match"
	"mujo/bench/player"
	"mujo/bench/record"
	"mujo/bench/stats"
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

// fakeEntrant is an engine of a kind that fake knows, by this very binary.
func fakeEntrant(t testing.TB, kind string) match.Entrant {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("fake engines are started by env")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	e := match.Entrant{Control: match.Control{Depth: 1, Margin: -1}}
	e.Name, e.Protocol = kind, player.USI
	e.Command = []string{"env", "MUJO_FAKE=" + kind, self}
	return e
}

func config(t testing.TB, variant string, entrants ...match.Entrant) match.Config {
	t.Helper()
	return match.Config{
		Rules: compile(t, variant), Entrants: entrants, Tournament: match.RoundRobin, Games: 2, MaxPlies: 30, HangTime: time.Minute,
		Openings: match.Openings{Plies: 4, Seed: 1},
	}
}

// play plays a match and returns its games in order of their numbers.
func play(t testing.TB, c match.Config) []*record.Game {
	t.Helper()
	m, err := match.New(c)
	if err != nil {
		t.Fatal(err)
	}
	games := make([]*record.Game, 0, m.Len())
	err = m.Run(context.Background(), nil, func(g *record.Game) (bool, error) {
		games = append(games, g)
		return false, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(games) != m.Len() {
		t.Fatalf("%d games of %d", len(games), m.Len())
	}
	return games
}

// TestFaults has engines fail in every way. Each must lose every game of a
// match for that reason, and be started anew for the next.
func TestFaults(t *testing.T) {
	tests := []struct {
		kind, reason, detail string
		slow                 bool // it takes a limit to be found out
	}{
		{"crash", string(player.Crash), "segmentation fault, sort of", false},
		{"closed", string(player.Crash), "it ended without being told", false},
		{"hang", string(player.Hang), "none when told to stop", true},
		{"deaf", string(player.Hang), "none when told to stop", true},
		{"late", match.TimeForfeit, "taken", true},
		{"slow", match.TimeForfeit, "taken", true},
		{"illegal", match.IllegalMove, "1a1b", false},
		{"garbage", match.IllegalMove, "", false},
		{"resign", match.Resigned, "", false},
		{"win", match.FalseClaim, "", false},
		{"dead", string(player.Crash), "it does not start", false},
	}
	for _, tt := range tests {
		t.Run(tt.kind, func(t *testing.T) {
			t.Parallel()
			if tt.slow && testing.Short() {
				t.Skip("takes seconds")
			}
			c := config(t, "shogi", fakeEntrant(t, tt.kind), fakeEntrant(t, "good"))
			if !tt.slow {
				c.Games = 4
			} else {
				c.Entrants[0].Control = match.Control{MoveTime: 700 * time.Millisecond, Margin: 300 * time.Millisecond}
			}
			for _, g := range play(t, c) {
				p, _ := g.Points(tt.kind)
				if p != 0 || g.Reason != tt.reason || !strings.Contains(g.Detail, tt.detail) {
					t.Errorf("%s - %s: %s, %s (%s)", g.Black, g.White, g.Result, g.Reason, g.Detail)
				}
			}
		})
	}
}

// TestCleanGames has engines that do nothing wrong, noisy ones too.
func TestCleanGames(t *testing.T) {
	for _, kind := range []string{"good2", "noise", "children"} {
		c := config(t, "chushogi", fakeEntrant(t, kind), fakeEntrant(t, "good"))
		for _, g := range play(t, c) {
			if match.IsFault(g.Reason) {
				t.Errorf("%s: %s (%s)", kind, g.Reason, g.Detail)
			}
		}
	}
}

// TestNoProcessLeft looks for what engines left behind: children that they
// started, and engines that do not heed quit.
func TestNoProcessLeft(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("looks into /proc")
	}
	t.Parallel()
	kinds := []string{"children", "deaf"}
	if testing.Short() {
		kinds = kinds[:1]
	}
	for _, kind := range kinds {
		e := fakeEntrant(t, kind)
		mark := "MUJO_MARK=" + kind + strconv.Itoa(os.Getpid())
		e.Command = append([]string{"env", mark}, e.Command[1:]...)
		c := config(t, "shogi", e, fakeEntrant(t, "good"))
		c.Entrants[0].Control = match.Control{MoveTime: 300 * time.Millisecond, Margin: 100 * time.Millisecond}
		play(t, c)
		// The kernel may take a moment to bury them.
		for end := time.Now().Add(5 * time.Second); ; time.Sleep(20 * time.Millisecond) {
			left := withEnviron(mark)
			if len(left) == 0 {
				break
			}
			if time.Now().After(end) {
				t.Errorf("%s: processes %v are left", kind, left)
				break
			}
		}
	}
}

// withEnviron lists the processes that have a word in their environment.
func withEnviron(word string) []string {
	var found []string
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, f := range files {
		if data, err := os.ReadFile(f); err == nil && strings.Contains(string(data), word) {
			found = append(found, f)
		}
	}
	return found
}

// TestInterrupt checks that a match ends soon when told to.
func TestInterrupt(t *testing.T) {
	c := config(t, "shogi", fakeEntrant(t, "hang"), fakeEntrant(t, "good"))
	c.Games, c.Concurrency = 1000, 2
	m, err := match.New(c)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	began := time.Now()
	if err := m.Run(ctx, nil, func(*record.Game) (bool, error) { return false, nil }); err != nil {
		t.Error(err)
	}
	if d := time.Since(began); d > 10*time.Second {
		t.Errorf("it took %v to end", d)
	}
}

// TestStop checks that finished ends the match, by its error too.
func TestStop(t *testing.T) {
	c := config(t, "shogi", fakeEntrant(t, "good"), fakeEntrant(t, "good2"))
	c.Games, c.Concurrency = 100, 2
	m, err := match.New(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []error{nil, errors.New("disk full")} {
		n := 0
		err := m.Run(context.Background(), nil, func(*record.Game) (bool, error) {
			n++
			return n == 3, want
		})
		if !errors.Is(err, want) || n > 3 || want != nil && n != 1 {
			t.Errorf("%d games, error %v", n, err)
		}
	}
}

func TestAdjudication(t *testing.T) {
	c := config(t, "shogi", fakeEntrant(t, "lost"), fakeEntrant(t, "winning"))
	c.MaxPlies = 100
	c.Resign = match.Resign{Moves: 3, Score: 1000, TwoSided: true}
	for _, g := range play(t, c) {
		if p, _ := g.Points("winning"); p != 1 || g.Reason != match.AdjudicatedWin || len(g.Plies) > 7 {
			t.Errorf("%s after %d plies by %s", g.Result, len(g.Plies), g.Reason)
		}
	}
	c = config(t, "shogi", fakeEntrant(t, "even"), fakeEntrant(t, "even"))
	c.Entrants[1].Name = "even2"
	c.Draw = match.Draw{From: 4, Moves: 2, Score: 5}
	for _, g := range play(t, c) {
		if g.Result != record.Draw || g.Reason != match.AdjudicatedDraw || g.Len() != 10 {
			t.Errorf("%s after %d plies by %s", g.Result, g.Len(), g.Reason)
		}
	}
	// One side alone does not end a game that both must give up.
	c = config(t, "shogi", fakeEntrant(t, "lost"), fakeEntrant(t, "even"))
	c.Resign = match.Resign{Moves: 2, Score: 1000, TwoSided: true}
	for _, g := range play(t, c) {
		if g.Reason == match.AdjudicatedWin {
			t.Error("one side's word was enough")
		}
	}
}

// inProcess is this module's own engine.
func inProcess(name string) match.Entrant {
	e := match.Entrant{Control: match.Control{Nodes: 50, Margin: -1}}
	e.Name, e.Protocol = name, player.Internal
	e.Options = []player.Option{{Name: "USI_Hash", Value: "1"}}
	return e
}

// TestSchedule checks who plays whom with which opening, and that shards share
// the games out.
func TestSchedule(t *testing.T) {
	c := config(t, "shogi", inProcess("a"), inProcess("b"), inProcess("c"))
	c.Rounds, c.Games, c.MaxPlies = 2, 2, 5
	all := map[int]*record.Game{}
	for _, g := range play(t, c) {
		all[g.Number] = g
	}
	if len(all) != 12 {
		t.Fatalf("%d games, want 12", len(all))
	}
	for n, g := range all {
		o := all[n^1]
		if o.Black != g.White || o.White != g.Black || !cmp.Equal(o.Opening, g.Opening) || o.Pair != g.Pair {
			t.Errorf("games %d and %d are no pair", n, n^1)
		}
	}
	if cmp.Equal(all[0].Opening.Moves, all[6].Opening.Moves) {
		t.Error("both rounds have one opening")
	}
	seen := map[int]bool{}
	c.Shards = 4
	for c.Shard = 1; c.Shard <= c.Shards; c.Shard++ {
		for _, g := range play(t, c) {
			if seen[g.Number] || !cmp.Equal(g.Opening, all[g.Number].Opening) || g.Run != all[g.Number].Run || g.Black != all[g.Number].Black {
				t.Errorf("shard %d: game %d is another or comes twice", c.Shard, g.Number)
			}
			seen[g.Number] = true
		}
	}
	if len(seen) != len(all) {
		t.Errorf("the shards have %d games, want %d", len(seen), len(all))
	}
	c.Shards, c.Shard, c.Tournament = 1, 1, match.Gauntlet
	for _, g := range play(t, c) {
		if g.Black != "a" && g.White != "a" {
			t.Errorf("a gauntlet without its first: %s - %s", g.Black, g.White)
		}
	}
}

// TestDeterministic checks that a match by nodes in process is the same again,
// whatever runs at the same time.
func TestDeterministic(t *testing.T) {
	c := config(t, "chushogi", inProcess("a"), inProcess("b"))
	c.Games, c.Concurrency, c.MaxPlies = 4, 2, 20
	moves := func() map[int][]string {
		m := map[int][]string{}
		for _, g := range play(t, c) {
			m[g.Number] = g.Moves()
		}
		return m
	}
	if d := cmp.Diff(moves(), moves()); d != "" {
		t.Error(d)
	}
}

func TestConfigErrors(t *testing.T) {
	a, b := inProcess("a"), inProcess("b")
	noLimit := inProcess("b")
	noLimit.Nodes = 0
	nodes := inProcess("b")
	nodes.Protocol = player.CECP
	tests := []struct {
		name string
		edit func(*match.Config)
		want string
	}{
		{"one engine", func(c *match.Config) { c.Entrants = c.Entrants[:1] }, "at least two"},
		{"same name", func(c *match.Config) { c.Entrants = []match.Entrant{a, a} }, `two engines of the name "a"`},
		{"no limit", func(c *match.Config) { c.Entrants = []match.Entrant{a, noLimit} }, "engine b: no limit"},
		{"nodes over CECP", func(c *match.Config) { c.Entrants = []match.Entrant{a, nodes} }, "engine b: nodes=50"},
		{"sprt of three", func(c *match.Config) {
			c.SPRT = &stats.Test{Elo1: 5, Alpha: 0.05, Beta: 0.05, Model: stats.Logistic}
			c.Entrants = append(c.Entrants, inProcess("c"))
		}, "-sprt with 3 engines"},
		{"shard", func(c *match.Config) { c.Shard, c.Shards = 3, 2 }, "shard 3 of 2"},
		{"no file", func(c *match.Config) { c.Openings = match.Openings{File: "/no/such/file"} }, "/no/such/file"},
	}
	for _, tt := range tests {
		c := config(t, "shogi", a, b)
		tt.edit(&c)
		if _, err := match.New(c); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		}
	}
}

func TestReadOpenings(t *testing.T) {
	r := compile(t, "shogi")
	const text = `# openings
startpos moves 7g7f 3c3d ; both bishops
position startpos moves 2g2f

sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1
lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
7g7f 8c8d
`
	got, err := match.ReadOpenings(strings.NewReader(text), "f", r)
	want := []record.Opening{
		{Moves: []string{"7g7f", "3c3d"}, Name: "both bishops"}, {Moves: []string{"2g2f"}},
		{SFEN: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"}, {}, {Moves: []string{"7g7f", "8c8d"}},
	}
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("%v\n%s", err, d)
	}
	for text, want := range map[string]string{
		"startpos moves 7g7f\nstartpos moves 7g7e\n": "f:2: ", "hello\n": "f:1: ", "": "f: no opening", "4k4/9 b - 1\n": "f:1: ", "what moves 7g7f\n": "f:1: ",
	} {
		if _, err := match.ReadOpenings(strings.NewReader(text), "f", r); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestOpeningGames takes the first moves of games in text files.
func TestOpeningGames(t *testing.T) {
	r := compile(t, "shogi")
	g := &record.Game{Variant: "shogi", Black: "x", White: "y", Result: record.Draw, Reason: "ply limit"}
	for _, m := range []string{"7g7f", "3c3d", "2g2f", "8c8d"} {
		g.Plies = append(g.Plies, record.Ply{Move: m})
	}
	for _, f := range []record.Format{record.PGN, record.KIF, record.CSA} {
		path := filepath.Join(t.TempDir(), "games."+string(f))
		file, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(record.Write(file, f, r, g), file.Close()); err != nil {
			t.Fatal(err)
		}
		c := config(t, "shogi", inProcess("a"), inProcess("b"))
		c.Openings = match.Openings{File: path, Cut: 3}
		for _, g := range play(t, c) {
			if d := cmp.Diff([]string{"7g7f", "3c3d", "2g2f"}, g.Opening.Moves); d != "" {
				t.Errorf("%s: %s", f, d)
			}
		}
	}
}

func FuzzOpenings(f *testing.F) {
	r := compile(f, "shogi")
	f.Add("startpos moves 7g7f 3c3d ; x\nsfen 4k4/9/9/9/9/9/9/9/4K4 b P 1 moves P*5e")
	f.Fuzz(func(t *testing.T, text string) {
		_, _ = match.ReadOpenings(strings.NewReader(text), "f", r)
	})
}

func TestParseTC(t *testing.T) {
	s := time.Second
	for text, want := range map[string]match.Control{
		"10+0.1": {Clock: true, Base: 10 * s, Increment: s / 10}, "40/60": {Clock: true, Moves: 40, Base: 60 * s},
		"1:30+2": {Clock: true, Base: 90 * s, Increment: 2 * s}, "inf": {}, "500ms": {Clock: true, Base: s / 2},
	} {
		if got, err := match.ParseTC(text); err != nil || got != want {
			t.Errorf("%s: %+v, error %v", text, got, err)
		}
	}
	for _, text := range []string{"", "x", "10+", "-5", "a/10", "1:x", "10+-1", "NaN"} {
		if got, err := match.ParseTC(text); err == nil {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

func TestSplitWords(t *testing.T) {
	got, err := match.SplitWords(`wine "C:\my engine.exe" -x 'a b'  c""`)
	if d := cmp.Diff([]string{"wine", `C:\my engine.exe`, "-x", "a b", "c"}, got); d != "" || err != nil {
		t.Errorf("%v %s", err, d)
	}
	if _, err := match.SplitWords(`a "b`); err == nil {
		t.Error("a quote without its end")
	}
}

// TestClock plays at a clock of a second: nobody oversteps it, and the record
// has the clock of each move.
func TestClock(t *testing.T) {
	c := config(t, "shogi", inProcess("a"), fakeEntrant(t, "good"))
	for i := range c.Entrants {
		c.Entrants[i].Control = match.Control{Clock: true, Base: time.Second, Increment: 10 * time.Millisecond, Margin: 5 * time.Second}
	}
	for _, g := range play(t, c) {
		if match.IsFault(g.Reason) {
			t.Errorf("%s (%s)", g.Reason, g.Detail)
		}
		for _, p := range g.Plies {
			if p.Clock == nil || *p.Clock > 1300 {
				t.Errorf("%s: clock %v", p.Move, p.Clock)
			}
		}
	}
}

// TestHaChu plays a few moves of chu against HaChu where that is installed.
func TestHaChu(t *testing.T) {
	path := "/usr/games/hachu"
	if _, err := exec.LookPath(path); err != nil || testing.Short() {
		t.Skip("hachu is not here")
	}
	e := match.Entrant{Control: match.Control{Clock: true, Base: 3 * time.Second, Margin: time.Second}}
	e.Name, e.Protocol, e.Command = "hachu", player.CECP, []string{path}
	e.Options = []player.Option{{Name: "Allow repeats", Value: "1"}}
	c := config(t, "chushogi", inProcess("a"), e)
	c.MaxPlies = 40
	for _, g := range play(t, c) {
		if match.IsFault(g.Reason) {
			t.Errorf("%s (%s) after %v", g.Reason, g.Detail, g.Moves())
		}
	}
}

// TestDeclares checks that a claim is taken where the rules say so, and that
// the player in process makes it.
func TestDeclares(t *testing.T) {
	for _, claims := range []match.Entrant{fakeEntrant(t, "win"), inProcess("win")} {
		c := config(t, "shogi", claims, fakeEntrant(t, "good"))
		c.Declares = func(*engine.Position) bool { return true }
		for _, g := range play(t, c) {
			if p, _ := g.Points("win"); p != 1 || g.Reason != match.Declared {
				t.Errorf("%s: %s by %s", claims.Protocol, g.Result, g.Reason)
			}
		}
	}
}
