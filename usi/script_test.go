package usi

import (
	"bufio"
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"mujo/engine"
	"mujo/engine/rules"
	"mujo/eval"
	"mujo/search"
)

// A stub answers at once with the first legal move, like a search that has
// seen all there is to see. What remains is the loop's.
type stub struct{ options search.Options }

func (s *stub) SetOptions(o search.Options) { s.options = o }
func (s *stub) NewGame()                    {}

func (s *stub) Go(p *engine.Position, c *search.Control, report func(search.Info)) search.Result {
	best := p.GenerateLegal(nil)[0]
	report(search.Info{Depth: 1, Nodes: 1, Score: 10, PV: []engine.Move{best}})
	return search.Result{Best: best, Depth: 1, Nodes: 1, Score: 10}
}

func newStub(_ *rules.Rules, _ *eval.Evaluator, o search.Options) Searcher { return &stub{o} }

func newReal(r *rules.Rules, e *eval.Evaluator, o search.Options) Searcher {
	return search.NewWith(r, e, o)
}

// A host drives a loop in tests.
type host struct {
	t     *testing.T
	in    *io.PipeWriter
	lines chan string // closed when the loop has gone
	err   chan error
	ended bool
}

func newHost(t *testing.T, make func(*rules.Rules, *eval.Evaluator, search.Options) Searcher) *host {
	t.Helper()
	return startHost(t, context.Background(), Config{Name: "Mujo", Author: "nobody", NewSearcher: make})
}

func startHost(t *testing.T, ctx context.Context, c Config) *host {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	h := &host{t: t, in: inW, lines: make(chan string, 10_000), err: make(chan error, 1)}
	go func() {
		h.err <- Run(ctx, inR, outW, c)
		outW.Close()
		inR.Close()
	}()
	go func() {
		defer close(h.lines)
		for r := bufio.NewReader(outR); ; {
			line, err := r.ReadString('\n')
			if err != nil {
				return
			}
			h.lines <- strings.TrimSuffix(line, "\n")
		}
	}()
	t.Cleanup(func() {
		if !h.ended {
			h.in.Close()
		}
	})
	return h
}

func (h *host) send(lines ...string) {
	h.t.Helper()
	for _, l := range lines {
		h.raw(l + "\n")
	}
}

func (h *host) raw(s string) {
	h.t.Helper()
	if _, err := io.WriteString(h.in, s); err != nil {
		h.t.Fatalf("sending %.100q: %v", s, err)
	}
}

// patience is how long a test waits for a line that has no time of its own.
const patience = 20 * time.Second

// next returns the next line, or false after d or when the loop has gone.
func (h *host) next(d time.Duration) (string, bool) {
	select {
	case l, ok := <-h.lines:
		return l, ok
	case <-time.After(d):
		return "", false
	}
}

// expect returns the next line that pattern fits, with the lines passed over.
// Lines that are not skipped must fit.
func (h *host) expect(pattern string, d time.Duration, skip bool) string {
	h.t.Helper()
	fits := glob(pattern)
	deadline := time.Now().Add(d)
	for {
		line, ok := h.next(time.Until(deadline))
		switch {
		case !ok:
			h.t.Fatalf("nothing like %q within %v", pattern, d)
		case fits.MatchString(line):
			return line
		case !skip && !strings.HasPrefix(line, "info"):
			h.t.Fatalf("got %q, want %q", line, pattern)
		}
	}
}

// silence fails on any line but info within d.
func (h *host) silence(d time.Duration) {
	h.t.Helper()
	deadline := time.Now().Add(d)
	for {
		line, ok := h.next(time.Until(deadline))
		if !ok {
			return
		}
		if !strings.HasPrefix(line, "info") {
			h.t.Fatalf("got %q, want silence", line)
		}
	}
}

// end waits for the loop to leave without another word.
func (h *host) end(d time.Duration) {
	h.t.Helper()
	h.ended = true
	select {
	case err := <-h.err:
		if err != nil {
			h.t.Errorf("Run: %v", err)
		}
	case <-time.After(d):
		h.t.Fatalf("still there after %v", d)
	}
	for line := range h.lines {
		// An answer is allowed after quit.
		if !strings.HasPrefix(line, "info") && !strings.HasPrefix(line, "bestmove") && !strings.HasPrefix(line, checkmate) {
			h.t.Errorf("left over: %q", line)
		}
	}
}

// glob compiles a pattern in which * stands for any text and MOVE for a move.
func glob(pattern string) *regexp.Regexp {
	s := regexp.QuoteMeta(pattern)
	s = strings.NewReplacer(`\*`, ".*", "MOVE", `(\d|\+?(\w|\{\w+\})\*)[^ ]+`).Replace(s)
	return regexp.MustCompile("^" + s + "$")
}

// quitLimit is what uci2wb gives an engine to go.
const quitLimit = 50 * time.Millisecond * slack

func TestScripts(t *testing.T) {
	files, err := filepath.Glob("../testdata/usi/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, s := range []struct {
		name string
		make func(*rules.Rules, *eval.Evaluator, search.Options) Searcher
	}{{"stub", newStub}, {"search", newReal}} {
		t.Run(s.name, func(t *testing.T) {
			if s.name != "stub" && testing.Short() {
				t.Skip("takes the times that the scripts give it")
			}
			for _, f := range files {
				t.Run(strings.TrimSuffix(filepath.Base(f), ".txt"), func(t *testing.T) {
					t.Parallel() // they wait most of the time
					text, err := os.ReadFile(f)
					if err != nil {
						t.Fatal(err)
					}
					runScript(t, newHost(t, s.make), strings.Split(strings.TrimSuffix(string(text), "\n"), "\n"), s.name == "stub")
				})
			}
		})
	}
}

// runScript follows a script; its format is described in testdata/usi. The
// stub does not heed searchmoves, so that what it answers is not looked at.
func runScript(t *testing.T, h *host, lines []string, stub bool) {
	t.Helper()
	limit := patience
	repeat, from := 0, 0
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		word, rest, _ := strings.Cut(line, " ")
		number := func() int {
			n, err := strconv.Atoi(rest)
			if err != nil {
				t.Fatalf("line %d: %q", i+1, line)
			}
			return n
		}
		if strings.HasPrefix(word, `>>"`) {
			word, rest = ">>", strings.TrimPrefix(line, ">>")
		}
		if stub && strings.HasPrefix(rest, "bestmove ") && rest != "bestmove resign" && rest != "bestmove win" {
			rest = "bestmove MOVE*"
		}
		switch {
		case line == "" || word == "#":
		case word == ">":
			h.send(rest)
		case word == ">>":
			s, err := strconv.Unquote(strings.TrimSpace(rest))
			if err != nil {
				t.Fatalf("line %d: %q: %v", i+1, line, err)
			}
			h.raw(s)
		case word == "<" || word == "<+":
			t.Logf("line %d: %s", i+1, line)
			got := h.expect(rest, limit, word == "<+")
			if len(got) >= 1000 && !strings.HasPrefix(got, "sfen ") {
				t.Errorf("line of %d bytes: %.80s", len(got), got)
			}
			limit = patience
		case word == "-":
			h.silence(time.Duration(number()) * time.Millisecond)
		case word == "within":
			limit = time.Duration(number()) * time.Millisecond * slack
		case word == "repeat":
			repeat, from = number(), i
		case word == "end":
			if repeat--; repeat > 0 {
				i = from
			}
		case word == "eof":
			h.in.Close()
			h.end(quitLimit)
			return
		default:
			t.Fatalf("line %d: %q is no script line", i+1, line)
		}
	}
	if stub {
		h.silence(5 * time.Millisecond)
	}
	h.send("quit")
	h.end(quitLimit)
}
