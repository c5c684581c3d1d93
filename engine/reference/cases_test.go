package reference

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mujo/variants"
)

// Perft is run as deep as this many leaves.
const (
	leaves      = 600_000
	leavesShort = 100_000
)

// TestCases checks the generator with every case of testdata/cases.
func TestCases(t *testing.T) {
	for _, name := range variants.Names() {
		paths, err := filepath.Glob(filepath.Join("..", "..", "testdata", "cases", name+".jsonl*"))
		if err != nil || len(paths) != 1 {
			t.Fatalf("%s: %d files of cases, want 1 (%v)", name, len(paths), err)
		}
		cases, err := LoadCases(paths[0])
		if err != nil {
			t.Fatal(err)
		}
		sheet, err := variants.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		start := New(sheet)
		for _, c := range cases {
			t.Run(name+"/"+strings.ReplaceAll(c.From+" "+c.Note, " ", "_"), func(t *testing.T) {
				t.Parallel()
				g := start.Copy()
				if strings.HasSuffix(c.From, "startpos") && g.SFEN() != c.SFEN {
					t.Errorf("start position %s\nwant %s", g.SFEN(), c.SFEN)
				}
				testCase(t, g, c)
			})
		}
	}
}

func testCase(t *testing.T, g *Game, c Case) {
	if err := g.SetSFEN(c.SFEN); err != nil {
		t.Fatal(err)
	}
	if g.SFEN() != c.SFEN {
		t.Errorf("SFEN comes back as %s\nwant %s", g.SFEN(), c.SFEN)
	}
	moves := g.Moves()
	sum := sha256.Sum256([]byte(strings.Join(moves, "\n")))
	if len(moves) != c.Count || hex.EncodeToString(sum[:]) != c.SHA256 {
		t.Errorf("%s\n%d moves, want %d, or other ones", c.SFEN, len(moves), c.Count)
	}
	if c.Moves != nil {
		compare(t, moves, c.Moves)
	}
	for m, want := range c.After {
		next := g.Copy()
		if err := next.Play(m); err != nil {
			t.Error(err)
		} else if got := next.SFEN(); got != want {
			t.Errorf("after %s\n got %s\nwant %s", m, got, want)
		}
	}
	for i, want := range c.Perft {
		if want > leaves || testing.Short() && want > leavesShort {
			break
		}
		if got := g.Perft(i + 1); got != want {
			t.Errorf("%s\nperft %d is %d, want %d", c.SFEN, i+1, got, want)
		}
	}
}

// compare tells the moves that two lists do not share.
func compare(t *testing.T, got, want []string) {
	t.Helper()
	for _, m := range got {
		if !slices.Contains(want, m) {
			t.Errorf("move %s should not be there", m)
		}
	}
	for _, m := range want {
		if !slices.Contains(got, m) {
			t.Errorf("move %s is missing", m)
		}
	}
}

func TestLoadCasesErrors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cases.jsonl")
	if _, err := LoadCases(path); err == nil {
		t.Error("no error for a missing file")
	}
	if err := os.WriteFile(path, []byte("{\"sfen\": \"9 b\"}\n{\"sfem\": 1}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadCases(path); err == nil || !strings.Contains(err.Error(), "case 2") {
		t.Errorf("error %v for an unknown field in case 2", err)
	}
}
