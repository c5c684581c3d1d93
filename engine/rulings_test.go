package engine_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"mujo/engine"
)

// A ruling is what an entry of testdata/cases/rulings.jsonl says in words.
type ruling struct {
	variant        string // if not the entry's
	legal, illegal string
	outcome        string
	keys           string // the checking moves that force mate in so many plies
	plies          int
	noMate         int // there is no mate by checks within so many plies
	perft          []uint64
	spellings      int // moves in all their spellings
	after          map[string]string
}

// rulings are by how the words begin. An entry without any is for others to
// test: the declaration, and mates that take a solver.
var rulings = map[string][]ruling{
	"mate in 1, only checking key 1c6c":                   {{keys: "1c6c", plies: 1}},
	"mate in 3 plies, only checking key 6e8c":             {{keys: "6e8c", plies: 3, noMate: 1}},
	"mate in 3 plies, only checking key 4a2c":             {{keys: "4a2c", plies: 3, noMate: 1}},
	"mate in 5 plies, only checking key 6d6e+":            {{keys: "6d6e+", plies: 5, noMate: 3}},
	"mate in 5 plies, only checking key 2f2b":             {{keys: "2f2b", plies: 5, noMate: 3}},
	"a forced mate by checks exists (published 13 plies)": {{noMate: 5}},
	"no forced mate by checks exists":                     {{noMate: 5}},
	"illegal: 3c1e 3c2d1e":                                {{illegal: "3c1e 3c2d1e"}, {variant: "chushogi-federation", illegal: "3c1e 3c2d1e"}},
	"illegal: 3c2b2a":                                     {{illegal: "3c2b2a 3c2a"}, {variant: "chushogi-federation", illegal: "3c2b2a 3c2a"}},
	"7a7e illegal under lishogi rules": {
		{legal: "1e1a", illegal: "7a7e"},
		{variant: "chushogi-federation", legal: "1e1a 7a7e"},
	},
	"legal: 6f5f6f (igui) 6f6g6f (pass) 6f5f4f": {{legal: "6f5f6f 6f6g6f 6f5f4f", illegal: "6f6f"}},
	"101 moves when every two-step route":       {{spellings: 101}},
	"lishogi rules: Black has lost by bare king": {
		{outcome: "white by bare king"},
		{variant: "chushogi-federation", outcome: "going on"},
	},
	"perft 1..6":                {{perft: []uint64{30, 900, 25470, 719731, 19861490}}},
	"perft(3)=4809015":          {{perft: []uint64{0, 0, 4809015}}},
	"perft(1)=72":               {{perft: []uint64{72, 355}}},
	"mate in 5: G*4d first":     {{keys: "G*4d", plies: 5, noMate: 3}},
	"a forced win exists":       nil,
	"fourth occurrence without": {{outcome: "white by repetition"}, {variant: "minishogi-evans", outcome: "draw by repetition"}},
	"perpetual check":           {{outcome: "white by perpetual check"}},
	"Black may declare":         nil,
	"Black mates in 1: 7e8f":    {{keys: "7e8f", plies: 1}},
	"last ply legal only where": {{illegal: "8f8l"}},
	"7d, 9d and 8c are burnt": {{after: map[string]string{
		"4h8d": tenjiku(1, "15k", 3, "9G6", 4, "8{FID}7", 16, "7K8"),
	}}},
}

// inWords are the SFENs of entries whose position is told in words, with the
// part in which they differ from one in play.
var inWords = map[string]string{
	"pieces: Black K 9p, G 7c, FiD 4h; White K 1a, P 7d, S 9d, G 8c; Black plays FiD 4h-8d (diagonal)": tenjiku(
		1, "15k", 3, "8gG6", 4, "7s1p6", 8, "12{FID}3", 16, "7K8") + " b - 1",
}

// TestRulings holds the engine to what others have published.
func TestRulings(t *testing.T) {
	file, err := os.Open("../testdata/cases/rulings.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for dec := json.NewDecoder(file); dec.More(); {
		var entry struct {
			Variant  string
			Position string `json:"sfen_or_moves"`
			Expect   string
		}
		if err := dec.Decode(&entry); err != nil {
			t.Fatal(err)
		}
		t.Run(strings.ReplaceAll(entry.Expect, " ", "_"), func(t *testing.T) {
			t.Parallel()
			known := false
			for words, list := range rulings {
				if !strings.HasPrefix(entry.Expect, words) {
					continue
				}
				known = true
				for _, c := range list {
					variant := entry.Variant
					if c.variant != "" {
						variant = c.variant
					}
					testRuling(t, position(t, variant, entry.Position, c.illegal), c)
				}
			}
			if !known {
				t.Error("no test for this ruling")
			}
		})
	}
}

// position sets up the arguments of a USI position command. A last move that
// is ruled illegal is not played.
func position(t *testing.T, variant, text, illegal string) *engine.Position {
	t.Helper()
	if sfen, ok := inWords[text]; ok {
		text = sfen
	}
	sfen, list, _ := strings.Cut(strings.TrimPrefix(text, "sfen "), " moves ")
	p := start(t, variant, sfen)
	moves := strings.Fields(list)
	if n := len(moves); n > 0 && moves[n-1] == illegal {
		moves = moves[:n-1]
	}
	play(t, p, strings.Join(moves, " "))
	return p
}

func testRuling(t *testing.T, p *engine.Position, c ruling) {
	t.Helper()
	for _, m := range strings.Fields(c.legal) {
		if _, err := p.ParseMove(m); err != nil {
			t.Error(err)
		}
	}
	for _, m := range strings.Fields(c.illegal) {
		if _, err := p.ParseMove(m); err == nil {
			t.Errorf("%s is legal", m)
		}
	}
	if got := tell(p.Outcome()); c.outcome != "" && got != c.outcome {
		t.Errorf("%s, want %s", got, c.outcome)
	}
	if c.plies > 0 && !(testing.Short() && c.plies > 3) {
		if got := strings.Join(matingChecks(p, c.plies), " "); got != c.keys {
			t.Errorf("mates in %d: %s, want %s", c.plies, got, c.keys)
		}
	}
	if c.noMate > 0 && !(testing.Short() && c.noMate > 1) {
		if got := matingChecks(p, c.noMate); len(got) > 0 {
			t.Errorf("mates in %d: %s", c.noMate, got)
		}
	}
	for i, want := range c.perft {
		if testing.Short() && want > 1_000_000 {
			break
		}
		if got := p.Perft(i + 1); want > 0 && got != want {
			t.Errorf("perft %d is %d, want %d", i+1, got, want)
		}
	}
	if c.spellings > 0 {
		if got := spellings(p); got != c.spellings {
			t.Errorf("%d spellings, want %d", got, c.spellings)
		}
	}
	for m, want := range c.after {
		play(t, p, m)
		if got := strings.Fields(p.SFEN())[0]; got != want {
			t.Errorf("after %s: %s, want %s", m, got, want)
		}
		p.Unmake()
	}
}

// matingChecks returns the moves that force the capture of the last royal by
// checks alone, mate coming with the last of at most so many plies.
func matingChecks(p *engine.Position, plies int) []string {
	var keys []string
	us := p.Side()
	for _, m := range p.GenerateLegal(nil) {
		p.Make(m)
		mates := p.InCheck(us.Other()) && defenceless(p, plies-1)
		p.Unmake()
		if mates {
			keys = append(keys, p.MoveText(m))
		}
	}
	slices.Sort(keys)
	return keys
}

// defenceless reports whether every reply to a check leaves the royal to be
// taken, or is met by another check that mates within so many plies.
func defenceless(p *engine.Position, plies int) bool {
	them := p.Side()
	for _, m := range p.GenerateLegal(nil) {
		p.Make(m)
		lost := p.InCheck(them) || plies > 0 && len(matingChecks(p, plies-1)) > 0
		p.Unmake()
		if !lost {
			return false
		}
	}
	return true
}

// spellings counts the moves that two or three squares can name, with and
// without promotion.
func spellings(p *engine.Position) int {
	r := p.Rules()
	n := 0
	try := func(text string) {
		for _, end := range [...]string{"", "+"} {
			if _, err := p.ParseMove(text + end); err == nil {
				n++
			}
		}
	}
	for _, from := range r.Squares {
		if pc := p.At(from); pc == engine.Empty || pc.Color() != p.Side() {
			continue
		}
		for _, to := range r.Squares {
			try(r.SquareText(from) + r.SquareText(to))
			for _, stop := range r.Squares {
				try(r.SquareText(from) + r.SquareText(stop) + r.SquareText(to))
			}
		}
	}
	return n
}
