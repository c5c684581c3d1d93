package usi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"mujo/engine"
	"mujo/engine/rules"
	"mujo/eval"
	"mujo/eval/net"
	"mujo/search"
	"mujo/variants"
)

// U2: a line of a megabyte is read, one beyond the limit is dropped, and the
// commands after both are obeyed.
func TestLongLines(t *testing.T) {
	h := newHost(t, newStub)
	moves := strings.Repeat(" 2h3h 8b7b 3h2h 7b8b", 60_000)
	h.send("position startpos moves" + moves[:1<<20])
	h.send("setoption name USI_Variant value shogi", "position startpos moves"+strings.Repeat(" x", maxInput/2))
	h.expect("info string error: a line of more than 16777216 bytes was dropped*", patience, false)
	h.send("isready")
	h.expect("readyok", patience, false)
	h.send("quit")
	h.end(quitLimit)
}

func TestLineReader(t *testing.T) {
	long := strings.Repeat("x", maxInput)
	for _, test := range []struct {
		name, in string
		want     []string
	}{
		{"ends", "a\nb\r\n\nc", []string{"a", "b", "", "c"}},
		{"one CR", "a\r\r\n", []string{"a\r"}},
		{"limit", long + "\nb\n", []string{long, "b"}},
		{"limit CRLF", long + "\r\nb", []string{long, "b"}},
		{"too long", long + "xyz\nb\n", []string{"!", "b"}},
		{"too long at the end", long + long, []string{"!"}},
		{"nothing", "", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := newLineReader(strings.NewReader(test.in))
			for i, want := range test.want {
				got, err := r.next()
				if err == errTooLong {
					got, err = "!", nil
				}
				if err != nil || got != want {
					t.Fatalf("line %d: %d bytes, %v, want %d", i, len(got), err, len(want))
				}
			}
			if got, err := r.next(); err != io.EOF {
				t.Errorf("%q, %v after the last line", got, err)
			}
		})
	}
}

// U3: a signal reaches the loop as the end of a context.
func TestContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	h := startHost(t, ctx, Config{Name: "Mujo", Author: "nobody", NewSearcher: newReal})
	h.send("position startpos", "go infinite")
	h.silence(30 * time.Millisecond)
	cancel()
	h.end(quitLimit)
}

// U4, U18: nothing goes to the standard error, and no file is written.
func TestNoTraces(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	stderr, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	saved := os.Stderr
	os.Stderr = stderr
	defer func() { os.Stderr = saved }()

	h := newHost(t, newReal)
	h.send("usi")
	h.expect("usiok", patience, true)
	for _, o := range optionTable(variants.Names()) {
		value := o.value
		if value == "" {
			value = emptyValue
		}
		h.send("setoption name " + o.name + " value " + value)
	}
	h.send("isready", "usinewgame", "position startpos moves 7g7f bad", "nonsense", "setoption name x", "go depth 4")
	h.expect("bestmove *", patience, true)
	h.send("gameover win", "quit")
	h.end(quitLimit)
	stderr.Close()
	if text, _ := os.ReadFile(stderr.Name()); len(text) > 0 {
		t.Errorf("standard error: %q", text)
	}
	if files, _ := os.ReadDir(dir); len(files) > 0 {
		t.Errorf("wrote %v", files)
	}
}

// U13: in every variant the lines of a variation are legal and last on their
// line, and the last begins with the move played.
func TestVariationsAreLegal(t *testing.T) {
	for _, name := range variants.Names() {
		for _, multi := range []int{1, 3} {
			t.Run(fmt.Sprint(name, multi), func(t *testing.T) {
				r := load(t, name)
				h := newHost(t, newReal)
				h.send("setoption name USI_Hash value 4", "setoption name USI_Variant value "+name, fmt.Sprint("setoption name MultiPV value ", multi))
				rng := rand.New(rand.NewPCG(1, 2))
				p := engine.New(r)
				list := "position startpos moves"
				for range 4 {
					for range 11 {
						moves := p.GenerateLegal(nil)
						m := moves[rng.IntN(len(moves))]
						list += " " + p.MoveText(m)
						p.Make(m)
						if p.Outcome().Over {
							return
						}
					}
					h.send(list, "go movetime 60")
					first := ""
					for {
						line := h.expect("*", patience, false)
						words := strings.Fields(line)
						if words[0] == "bestmove" {
							if first != words[1] {
								t.Errorf("%q after the last line began with %q", line, first)
							}
							if len(words) == 4 {
								checkLine(t, p, []string{words[1], words[3]})
							}
							break
						}
						if words[1] == "string" {
							t.Errorf("%q", line)
							continue
						}
						checkInfo(t, line)
						_, pv, _ := strings.Cut(line, " pv ")
						checkLine(t, p, strings.Fields(pv))
						if multi == 1 || strings.Contains(line, " multipv 1 ") {
							first = strings.Fields(pv)[0]
						}
					}
				}
			})
		}
	}
}

func load(t testing.TB, name string) *rules.Rules {
	t.Helper()
	r, err := rules.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// checkLine fails if the moves are not legal in order.
func checkLine(t *testing.T, p *engine.Position, moves []string) {
	t.Helper()
	p = p.Clone()
	if len(moves) == 0 {
		t.Error("empty variation")
	}
	for i, text := range moves {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Errorf("%v of %v: %v", i, moves, err)
			return
		}
		if got := p.MoveText(m); got != text {
			t.Errorf("%s written as %s", got, text)
		}
		p.Make(m)
	}
}

// U14: long games are set up fast, and faster if they go on from the last.
func TestLongGames(t *testing.T) {
	for _, test := range []struct {
		variant string
		plies   int
		limit   time.Duration
	}{{"shogi", 2000, 100 * time.Millisecond}, {"shogi", 10_000, 500 * time.Millisecond}, {"taishogi", 1000, 50 * time.Millisecond}} {
		t.Run(fmt.Sprint(test.variant, test.plies), func(t *testing.T) {
			p := engine.New(load(t, test.variant))
			rng := rand.New(rand.NewPCG(3, 4))
			shuffle := []string{"2h3h", "8b7b", "3h2h", "7b8b"} // a random game of shogi ends too soon
			var b strings.Builder
			b.WriteString("position startpos moves")
			for p.Moves() < test.plies {
				moves := p.GenerateLegal(nil)
				m := moves[rng.IntN(len(moves))]
				if test.variant == "shogi" {
					var err error
					if m, err = p.ParseMove(shuffle[p.Moves()%4]); err != nil {
						t.Fatal(err)
					}
				}
				b.WriteString(" " + p.MoveText(m))
				p.Make(m)
			}
			l := newLoop(io.Discard, Config{NewSearcher: newStub})
			l.execute("setoption name USI_Variant value " + test.variant)
			list := b.String()
			short := list[:strings.LastIndexByte(list, ' ')]
			start := time.Now()
			l.execute(short)
			whole := time.Since(start)
			start = time.Now()
			l.execute(list)
			more := time.Since(start)
			t.Logf("%d bytes: %v, one move more %v", len(list), whole, more)
			if whole > test.limit*slack || more > 5*time.Millisecond*slack {
				t.Error("too slow")
			}
			if got, want := l.current().pos.SFEN(), p.SFEN(); got != want {
				t.Errorf("%s, want %s", got, want)
			}
			l.execute("position startpos moves " + strings.Fields(list)[3])
			if got := l.current().pos.Ply(); got != 2 {
				t.Errorf("ply %d after a shorter list, want 2", got)
			}
		})
	}
}

// usiok comes before anything slow.
func TestUsiokAtOnce(t *testing.T) {
	start := time.Now()
	h := newHost(t, newReal)
	h.send("usi")
	h.expect("usiok", patience, true)
	if d := time.Since(start); d > 20*time.Millisecond*slack {
		t.Errorf("%v", d)
	}
}

// A faulty is a searcher that panics, or answers nonsense.
type faulty struct {
	stub
	panics bool
}

func (f *faulty) Go(p *engine.Position, c *search.Control, report func(search.Info)) search.Result {
	if f.panics {
		panic("out of\nsquares")
	}
	return search.Result{Best: engine.Move(12345), Ponder: engine.Move(1)}
}

// A fault in the search costs no game: there is a legal answer, and the next
// search has a new searcher.
func TestFaultySearch(t *testing.T) {
	made := atomic.Int32{}
	h := newHost(t, func(_ *rules.Rules, _ *eval.Evaluator, _ search.Options) Searcher {
		return &faulty{panics: made.Add(1) == 1}
	})
	h.send("position startpos moves 7g7f", "go infinite", "stop")
	h.expect("info string error: go: internal fault: out of?squares", patience, false)
	h.expect("bestmove MOVE", patience, false)
	h.send("go depth 3")
	h.expect("info string error: go: the search chose *, expected a legal move", patience, false)
	h.expect("bestmove MOVE", patience, false)
	h.send("go depth 3", "quit")
	h.end(quitLimit)
	if made.Load() != 2 {
		t.Errorf("%d searchers made, want 2", made.Load())
	}
}

// What the searcher is told changes between searches only, and once.
func TestSearcherIsTold(t *testing.T) {
	s := &stub{}
	l := newLoop(io.Discard, Config{NewSearcher: func(_ *rules.Rules, _ *eval.Evaluator, o search.Options) Searcher { s.options = o; return s }})
	l.execute("isready")
	l.execute("setoption name USI_Hash value 7")
	l.execute("go infinite")
	l.execute("setoption name Threads value 3")
	l.execute("setoption name Skill_Level value 4")
	l.execute("isready")
	if want := (search.Options{HashMB: 7, Threads: 1, MultiPV: 1}); s.options != want {
		t.Errorf("during the search %+v, want %+v", s.options, want)
	}
	l.execute("stop")
	l.execute("isready")
	if want := (search.Options{HashMB: 7, Threads: 3, MultiPV: 1, Weaker: search.MaxSkill - 4}); s.options != want {
		t.Errorf("after it %+v, want %+v", s.options, want)
	}
}

// TestSameVariant: the variant named again is a new game by the same rules.
func TestSameVariant(t *testing.T) {
	made := 0
	l := newLoop(io.Discard, Config{NewSearcher: func(*rules.Rules, *eval.Evaluator, search.Options) Searcher { made++; return &stub{} }})
	for range 3 {
		l.execute("setoption name USI_Variant value chushogi")
		if n := l.current().pos.Moves(); n != 0 {
			t.Errorf("%d moves are kept", n)
		}
		l.execute("isready")
		l.execute("position startpos moves 6i6h")
	}
	if made != 1 {
		t.Errorf("%d searchers were made, want 1", made)
	}
}

// TestMemory: no more memory is asked for than there is.
func TestMemory(t *testing.T) {
	s := &stub{}
	var out strings.Builder
	l := newLoop(&out, Config{
		NewSearcher:  func(_ *rules.Rules, _ *eval.Evaluator, o search.Options) Searcher { s.options = o; return s },
		FreeMemoryMB: func() (int, bool) { return 1000 - s.options.HashMB, true },
	})
	for _, c := range []struct {
		ask  string
		want int
	}{{"500", 500}, {"1500", 900}, {"950", 900}, {"64", 64}} {
		l.execute("setoption name USI_Hash value " + c.ask)
		l.execute("isready")
		l.execute("isready")
		if s.options.HashMB != c.want {
			t.Errorf("asked for %s MiB: %d, want %d", c.ask, s.options.HashMB, c.want)
		}
	}
	if n := strings.Count(out.String(), "info string USI_Hash:"); n != 2 {
		t.Errorf("told %d times that there is less, want 2:\n%s", n, &out)
	}
}

// VariantPath loads a sheet of the user's own and plays by it.
func TestVariantPath(t *testing.T) {
	text, err := os.ReadFile("../variants/sheets/shogi.json")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "my own.json")
	own := strings.Replace(string(text), `"variant": "shogi",
 "short": "shogi",
 "aliases": ["standard"],`, `"variant": "myshogi",
 "short": "my",`, 1)
	if err := os.WriteFile(path, []byte(own), 0o600); err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(dir, "bad.json")
	if err := os.WriteFile(bad, []byte(own[:500]), 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	l := newLoop(&out, Config{NewSearcher: newStub})
	for _, step := range []struct{ send, variant, complaint string }{
		{"setoption name VariantPath value " + path, "myshogi", ""},
		{"setoption name USI_Variant value chushogi", "chushogi", ""},
		{"setoption name USI_Variant value MY", "myshogi", ""},
		{"setoption name VariantPath value " + bad, "myshogi", "setoption: VariantPath: "},
		{"setoption name VariantPath value " + dir, "myshogi", "is no file"},
		{"setoption name VariantPath value " + emptyValue, "shogi", ""},
		{"setoption name USI_Variant value my", "shogi", "unknown variant"},
	} {
		out.Reset()
		l.execute(step.send)
		if got := l.current().rules.Name; got != step.variant {
			t.Errorf("%s: playing %s, want %s", step.send, got, step.variant)
		}
		if got := out.String(); (step.complaint == "") != (got == "") || !strings.Contains(got, step.complaint) {
			t.Errorf("%s: %q, want %q in it", step.send, got, step.complaint)
		}
	}
}

// A bench that is long ends with stop, and its lines are whole.
func TestBench(t *testing.T) {
	h := startHost(t, context.Background(), Config{Name: "Mujo", Author: "nobody", NewSearcher: newStub,
		Bench: func(ctx context.Context, args []string, w io.Writer) error {
			fmt.Fprintf(w, "words %v\nnot ", args)
			fmt.Fprint(w, "yet")
			<-ctx.Done()
			return nil
		}})
	h.send("bench -depth 3")
	h.expect("words [-depth 3]", patience, false)
	h.silence(20 * time.Millisecond)
	h.send("stop")
	h.expect("not yet", patience, false)
	h.send("quit")
	h.end(quitLimit)
}

// Any bytes: no panic, and every line is one that hosts can read.
func FuzzLine(f *testing.F) {
	for _, s := range []string{
		"usi", "isready", "position startpos moves 7g7f 3c3d", "position sfen 4k4/9/9/9/9/9/9/9/4K4 b 2P 1 moves P*5e",
		"go depth 1 searchmoves 7g7f", "setoption name USI_Variant value chu\ngo depth 1\nmoves", "setoption name MultiPV value 3\ngo nodes 5",
		"go ponder\nponderhit btime 1", "setoption name USI Hash value <empty>", "position fen /", "\xff\x00\r\n go\tinfinite",
		"d", "eval", "perft 1", "gameover", "setoption name USI_Variant value tai\nposition startpos moves 12s12r",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(strings.ToLower(text), "variantpath") {
			return // the test's own files are none of the fuzzer's business
		}
		var out strings.Builder
		c := Config{Name: "Mujo", Author: "nobody", NewSearcher: newStub}
		if err := Run(context.Background(), strings.NewReader(text), &out, c); err != nil {
			t.Fatal(err)
		}
		for line := range strings.SplitSeq(strings.TrimSuffix(out.String(), "\n"), "\n") {
			if strings.Contains(line, "internal fault") {
				t.Errorf("%q", line)
			}
			for _, c := range []byte(line) {
				if c < ' ' || c > '~' {
					t.Fatalf("%q is not plain ASCII", line)
				}
			}
			if len(line) >= 1000 && !strings.HasPrefix(line, "sfen ") {
				t.Errorf("%d bytes: %.100s", len(line), line)
			}
			if strings.HasPrefix(line, "info depth") {
				checkInfo(t, line)
			}
		}
	})
}

// TestEvalFileOfAnotherGame: weights that do not suit the variant are told of,
// and the engine goes on without them.
func TestEvalFileOfAnotherGame(t *testing.T) {
	r, err := rules.Load("minishogi")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "mini.mw")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(net.New(net.ShapeOf(r, 0, false)).Encode(f), f.Close()); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	l := newLoop(&out, Config{NewSearcher: newReal})
	for _, step := range []struct{ send, want string }{
		{"setoption name EvalFile value " + path, ""},
		{"isready", `info string error: option EvalFile: ` + path + `: weights for "minishogi": expected "shogi"; the built-in evaluation is used` + "\nreadyok\n"},
		{"setoption name USI_Variant value minishogi", ""},
		{"isready", "readyok\n"},
	} {
		out.Reset()
		l.execute(step.send)
		if got := out.String(); got != step.want {
			t.Errorf("%s: %q, want %q", step.send, got, step.want)
		}
	}
}
