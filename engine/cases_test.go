package engine_test

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mujo/engine"
	"mujo/engine/reference"
	"mujo/engine/rules"
	"mujo/variants"
)

// compile returns the rules of a variant.
func compile(t testing.TB, name string) *rules.Rules {
	t.Helper()
	r, err := rules.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// parse returns the position of an SFEN.
func parse(t testing.TB, r *rules.Rules, sfen string) *engine.Position {
	t.Helper()
	p, err := engine.ParseSFEN(r, sfen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// legal returns the sorted texts of the legal moves.
func legal(p *engine.Position) []string {
	var texts []string
	for _, m := range p.GenerateLegal(nil) {
		texts = append(texts, p.MoveText(m))
	}
	slices.Sort(texts)
	return texts
}

// TestCases runs the positions of testdata/cases, whose legal moves, results
// and counts come from independent generators.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("../testdata/cases/*.jsonl*")
	if err != nil || len(files) < len(variants.Names()) {
		t.Fatalf("%d files of cases for %d variants: %v", len(files), len(variants.Names()), err)
	}
	for _, file := range files {
		if filepath.Base(file) == "rulings.jsonl" {
			continue // of another form
		}
		cases, err := reference.LoadCases(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			byVariant := map[string]*rules.Rules{}
			for _, c := range cases {
				r := byVariant[c.Variant]
				if r == nil {
					r = compile(t, c.Variant)
					byVariant[c.Variant] = r
				}
				p := parse(t, r, c.SFEN)
				checkCase(t, p, c)
				if got := engine.New(r).SFEN(); strings.HasSuffix(c.From, "startpos") && got != c.SFEN {
					t.Errorf("start position %s, want %s", got, c.SFEN)
				}
			}
		})
	}
}

func checkCase(t *testing.T, p *engine.Position, c reference.Case) {
	t.Helper()
	if got := p.SFEN(); got != c.SFEN {
		t.Errorf("%s: SFEN written back as %s", c.SFEN, got)
	}
	moves := legal(p)
	sum := sha256.Sum256([]byte(strings.Join(moves, "\n")))
	if hex.EncodeToString(sum[:]) != c.SHA256 || len(moves) != c.Count {
		extra, missing := difference(moves, c.Moves)
		t.Errorf("%s (%s): %d moves, want %d; wrong %v, missing %v", c.SFEN, c.Note, len(moves), c.Count, extra, missing)
		return
	}
	for text, want := range c.After {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Errorf("%s: %v", c.SFEN, err)
			continue
		}
		p.Make(m)
		if got := p.SFEN(); got != want {
			t.Errorf("%s after %s: %s, want %s", c.SFEN, text, got, want)
		}
		p.Unmake()
		if got := p.SFEN(); got != c.SFEN {
			t.Errorf("%s: %s taken back gives %s", c.SFEN, text, got)
		}
	}
	for i, want := range c.Perft {
		if testing.Short() && want > 100_000 {
			break
		}
		if got := p.Perft(i + 1); got != want {
			t.Errorf("%s: perft %d is %d, want %d", c.SFEN, i+1, got, want)
		}
	}
}

// difference returns what is only in got and what is only in want.
func difference(got, want []string) (extra, missing []string) {
	for _, m := range got {
		if !slices.Contains(want, m) {
			extra = append(extra, m)
		}
	}
	for _, m := range want {
		if !slices.Contains(got, m) {
			missing = append(missing, m)
		}
	}
	return extra, missing
}
