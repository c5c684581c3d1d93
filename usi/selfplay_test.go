package usi_test

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"mujo/engine"
	"mujo/engine/reference"
	"mujo/engine/rules"
	"mujo/eval"
	"mujo/search"
	"mujo/usi"
	"mujo/variants"
)

var (
	selfplayGames   = flag.Int("selfplay", 0, "games of self-play a variant; 0: one short game each")
	selfplayControl = flag.String("control", "300+10", "time control of self-play in milliseconds: MAIN, MAIN+INCREMENT or MAIN/BYOYOMI")
)

// A control is a time control.
type control struct{ left, increment, byoyomi time.Duration }

func parseControl(t *testing.T, s string) control {
	t.Helper()
	var left, increment, byoyomi int
	_, err := fmt.Sscanf(s, "%d+%d", &left, &increment)
	if err != nil {
		_, err = fmt.Sscanf(s, "%d/%d", &left, &byoyomi)
	}
	if err != nil {
		if _, err = fmt.Sscanf(s, "%d", &left); err != nil {
			t.Fatalf("time control %q, expected MAIN, MAIN+INCREMENT or MAIN/BYOYOMI", s)
		}
	}
	const ms = time.Millisecond
	return control{time.Duration(left) * ms, time.Duration(increment) * ms, time.Duration(byoyomi) * ms}
}

// A host plays both sides through the real loop and keeps their clocks.
type host struct {
	t   *testing.T
	in  *io.PipeWriter
	out *bufio.Scanner
}

func startHost(t *testing.T, variant string) *host {
	t.Helper()
	fromHost, in := io.Pipe()
	out, toHost := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := usi.Run(context.Background(), fromHost, toHost, usi.Config{Name: "Mujo", Author: "test",
			NewSearcher: func(r *rules.Rules, e *eval.Evaluator, o search.Options) usi.Searcher { return search.NewWith(r, e, o) }})
		toHost.Close()
		done <- err
	}()
	h := &host{t: t, in: in, out: bufio.NewScanner(out)}
	t.Cleanup(func() {
		h.send("quit")
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	h.send("usi")
	h.wait("usiok")
	h.send("setoption name USI_Hash value 8")
	h.send("setoption name Move_Overhead value 20")
	h.send("setoption name USI_Variant value " + variant)
	h.send("isready")
	h.wait("readyok")
	return h
}

func (h *host) send(line string) { fmt.Fprintln(h.in, line) }

func (h *host) wait(word string) string {
	h.t.Helper()
	for h.out.Scan() {
		line := h.out.Text()
		if strings.Contains(line, "error") {
			h.t.Errorf("the engine says %q", line)
		}
		if strings.HasPrefix(line, word) {
			return line
		}
	}
	h.t.Fatalf("the engine left instead of saying %s", word)
	return ""
}

// TestSelfPlay plays games at a fast control. The slow generator, which shares
// no code with the fast one, judges every move and every position, and with
// -selfplay no side may overstep its clock.
func TestSelfPlay(t *testing.T) {
	tests := []struct {
		variant string
		full    int // games, as a share of those asked for: n of 200
		plies   int
	}{
		{"shogi", 200, 600},
		{"chushogi", 200, 1000},
		{"tenjikushogi", 50, 600},
		{"taishogi", 20, 600},
	}
	for _, test := range tests {
		t.Run(test.variant, func(t *testing.T) {
			games, plies := 1, 60
			if testing.Short() {
				plies = 12
			}
			if *selfplayGames > 0 {
				games, plies = max(*selfplayGames*test.full/200, 1), test.plies
			}
			ends := map[string]int{}
			h := startHost(t, test.variant)
			for seed := range games {
				ends[playGame(t, h, test.variant, uint64(seed), plies)]++
				if t.Failed() {
					return
				}
			}
			t.Logf("%d games at %s: %v", games, *selfplayControl, ends)
		})
	}
}

// playGame plays one game after some random moves and says how it ended.
func playGame(t *testing.T, h *host, variant string, seed uint64, plies int) string {
	t.Helper()
	s, err := variants.Load(variant)
	if err != nil {
		t.Fatal(err)
	}
	r, err := rules.Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	p, judge := engine.New(r), reference.New(s)
	rng := rand.New(rand.NewPCG(1, seed))
	var moves []string
	play := func(text string) {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatalf("%s: %v", p.SFEN(), err)
		}
		if legal := judge.Moves(); !slices.Contains(legal, text) {
			t.Fatalf("%s: %s is not legal", p.SFEN(), text)
		}
		if err := judge.Play(text); err != nil {
			t.Fatal(err)
		}
		p.Make(m)
		if p.SFEN() != judge.SFEN() {
			t.Fatalf("after %s: %s, want %s", text, p.SFEN(), judge.SFEN())
		}
		moves = append(moves, text)
	}
	for range 6 {
		legal := p.GenerateLegal(nil)
		play(p.MoveText(legal[rng.IntN(len(legal))]))
	}
	h.send("usinewgame")
	c := parseControl(t, *selfplayControl)
	clock := [2]time.Duration{c.left, c.left}
	for len(moves) < plies {
		if o := p.Outcome(); o.Over {
			h.send("gameover draw")
			return string(o.Reason)
		}
		side := p.Side()
		clock[side] += c.increment
		h.send("position startpos moves " + strings.Join(moves, " "))
		limits := fmt.Sprintf("go btime %d wtime %d", clock[0].Milliseconds(), clock[1].Milliseconds())
		if c.byoyomi > 0 {
			limits += fmt.Sprintf(" byoyomi %d", c.byoyomi.Milliseconds())
		}
		began := time.Now()
		h.send(limits)
		answer := strings.Fields(h.wait("bestmove"))
		clock[side] -= time.Since(began)
		if clock[side]+c.byoyomi < 0 && *selfplayGames > 0 {
			t.Fatalf("%s: %v over time", p.SFEN(), -clock[side]-c.byoyomi)
		}
		clock[side] = max(clock[side], 0)
		switch answer[1] {
		case "resign":
			t.Fatalf("%s: resigned a game that goes on", p.SFEN())
		case "win":
			return "declaration"
		}
		play(answer[1])
	}
	return "cut off"
}
