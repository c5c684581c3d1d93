package record_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mujo/bench/record"
	"mujo/engine"
	"mujo/engine/rules"
	"mujo/variants"
)

func compile(t testing.TB, name string) *rules.Rules {
	t.Helper()
	r, err := rules.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// randomGame plays random moves from sfen, the start position if it is empty.
// It prefers moves with stops and promotions, which are rare.
func randomGame(t testing.TB, r *rules.Rules, sfen string, plies int, seed uint64) *record.Game {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	p := engine.New(r)
	if sfen != "" {
		var err error
		if p, err = engine.ParseSFEN(r, sfen); err != nil {
			t.Fatal(err)
		}
	}
	g := &record.Game{Run: "test", Variant: r.Name, Black: "first", White: "second one", Opening: record.Opening{SFEN: sfen}}
	for range plies {
		if p.Outcome().Over {
			break
		}
		legal := p.GenerateLegal(nil)
		m := legal[rng.IntN(len(legal))]
		for range 4 {
			if m.HasStops() || m.Promotes() || m.IsDrop() {
				break
			}
			m = legal[rng.IntN(len(legal))]
		}
		score, depth := rng.IntN(200)-100, 1+rng.IntN(9)
		g.Plies = append(g.Plies, record.Ply{Move: p.MoveText(m), Score: &score, Depth: depth, Time: float64(rng.IntN(5000))})
		p.Make(m)
	}
	g.SFEN = p.SFEN()
	g.Result, g.Reason = record.Draw, "ply limit"
	if o := p.Outcome(); o.Over {
		g.Result, g.Reason = record.ResultOf(o), string(o.Reason)
	}
	return g
}

// TestTextRoundTrip writes random games in every format that can hold them and
// reads them back.
func TestTextRoundTrip(t *testing.T) {
	for _, name := range variants.Names() {
		r := compile(t, name)
		plies := 120
		if r.Files > 16 {
			plies = 20
		}
		find := func(v string) (*rules.Rules, error) { return compile(t, v), nil }
		for _, f := range record.Formats() {
			if err := record.Write(&bytes.Buffer{}, f, r, randomGame(t, r, "", 0, 0)); err != nil {
				if f == record.PGN || f == record.USI {
					t.Errorf("%s: %s: %v", name, f, err)
				}
				continue
			}
			for seed := range uint64(5) {
				g := randomGame(t, r, "", plies, seed)
				var b bytes.Buffer
				if err := record.Write(&b, f, r, g); err != nil {
					t.Fatalf("%s: %s: %v", name, f, err)
				}
				got, err := record.ReadText(bytes.NewReader(b.Bytes()), f, "game", r, find)
				if err != nil {
					t.Fatalf("%s: %s: %v\n%s", name, f, err, b.String())
				}
				if len(got) != 1 {
					t.Fatalf("%s: %s: %d games", name, f, len(got))
				}
				if d := cmp.Diff(g.Moves(), got[0].Moves()); d != "" || got[0].SFEN != g.SFEN {
					t.Errorf("%s: %s: %s\n%s", name, f, d, b.String())
				}
				if f != record.USI && (got[0].Black != g.Black || got[0].White != g.White) {
					t.Errorf("%s: %s: players %q and %q", name, f, got[0].Black, got[0].White)
				}
				if f == record.PGN && (got[0].Result != g.Result || got[0].Reason != g.Reason) {
					t.Errorf("%s: %s: %s by %s, want %s by %s", name, f, got[0].Result, got[0].Reason, g.Result, g.Reason)
				}
			}
		}
	}
}

// TestTextPositions does the same from positions that are not the start.
func TestTextPositions(t *testing.T) {
	for _, name := range []string{"shogi", "chushogi"} {
		r := compile(t, name)
		for seed := range uint64(20) {
			sfen := randomGame(t, r, "", 61+int(seed), seed).SFEN
			fields := strings.Fields(sfen)
			fields[3] = "1" // the text formats count from there
			if name == "chushogi" {
				fields[2] = "-" // nor do they keep the square of a lion lost
			}
			g := randomGame(t, r, strings.Join(fields, " "), 30, seed)
			for _, f := range record.Formats() {
				var b bytes.Buffer
				if err := record.Write(&b, f, r, g); err != nil {
					if f == record.CSA && name == "chushogi" {
						continue
					}
					t.Fatalf("%s: %s: %v", name, f, err)
				}
				got, err := record.ReadText(bytes.NewReader(b.Bytes()), f, "game", r, nil)
				if err != nil {
					t.Fatalf("%s: %s: %v\n%s", name, f, err, b.String())
				}
				if d := cmp.Diff(g.Moves(), got[0].Moves()); d != "" || got[0].Opening.SFEN != g.Opening.SFEN {
					t.Errorf("%s: %s: from %q, want %q\n%s\n%s", name, f, got[0].Opening.SFEN, g.Opening.SFEN, d, b.String())
				}
			}
		}
	}
}

// TestHodges has moves as books write them.
func TestHodges(t *testing.T) {
	tests := []struct{ variant, sfen, usi, want string }{
		{"taishogi", "", "9s9r", "P-9r"},
		{"shogi", "", "7g7f", "P-7f"},
		{"shogi", "4k4/9/9/9/9/9/9/9/4K4 b P 1", "P*5e", "P*5e"},
		{"shogi", "4k4/9/9/P8/9/9/9/9/4K4 b - 1", "9d9c", "P-9c="},
		{"shogi", "4k4/9/9/P8/9/9/9/9/4K4 b - 1", "9d9c+", "P-9c+"},
		{"shogi", "4k4/9/9/9/9/9/9/3G1G3/4K4 b - 1", "6h5h", "G6h-5h"}, // two golds
		// A lion takes without moving, twice in one move, and on its way.
		{"chushogi", "12/12/12/12/5p6/6N5/12/12/12/12/12/5K5k b - 1", "6f7e6f", "Lnx!7e"},
		{"chushogi", "12/12/12/5p6/5p6/6N5/12/12/12/12/12/5K5k b - 1", "6f7e7d", "Lnx7ex7d"},
		{"chushogi", "12/12/12/12/5p6/6N5/12/12/12/12/12/5K5k b - 1", "6f7e7d", "Lnx7e-7d"},
		{"chushogi", "12/12/12/12/12/6N5/12/12/12/12/12/5K5k b - 1", "6f6e6f", "Ln-6f"},
	}
	for _, tt := range tests {
		r := compile(t, tt.variant)
		p := engine.New(r)
		if tt.sfen != "" {
			var err error
			if p, err = engine.ParseSFEN(r, tt.sfen); err != nil {
				t.Fatal(err)
			}
		}
		m, err := p.ParseMove(tt.usi)
		if err != nil {
			t.Errorf("%s: %v", tt.want, err)
			continue
		}
		if got := record.Hodges(p, m); got != tt.want {
			t.Errorf("%s %s: got %s, want %s", tt.sfen, tt.usi, got, tt.want)
		}
		if back, err := record.ParseHodges(p, tt.want); err != nil || back != m {
			t.Errorf("%s: read as %s, error %v", tt.want, p.MoveText(back), err)
		}
	}
}

// TestHodgesFire has a fire demon that burns, and a piece that dies beside one.
func TestHodgesFire(t *testing.T) {
	r := compile(t, "tenjikushogi")
	const sfen = "16/16/16/16/16/16/16/{FID}15/16/1pp13/1p14/16/16/16/16/K14k b - 1"
	p, err := engine.ParseSFEN(r, sfen)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, m := range p.GenerateLegal(nil) {
		text := record.Hodges(p, m)
		seen[text] = true
		if back, err := record.ParseHodges(p, text); err != nil || back != m {
			t.Errorf("%s: read as %s, error %v", text, p.MoveText(back), err)
		}
	}
	if !seen["FiDx15kx!14j,15j"] {
		t.Errorf("no FiDx15kx!14j,15j: %v", seen)
	}
	const suicide = "16/16/16/16/16/16/16/{fid}15/16/15P/16/16/16/16/R15/K14k b - 1"
	if p, err = engine.ParseSFEN(r, suicide); err != nil {
		t.Fatal(err)
	}
	if m, err := record.ParseHodges(p, "R-16i*"); err != nil || p.MoveText(m) != "16o16i" {
		t.Errorf("R-16i*: %s, error %v", p.MoveText(m), err)
	}
}

// TestHodgesUnique checks that no two legal moves are written alike.
func TestHodgesUnique(t *testing.T) {
	for _, name := range variants.Names() {
		r := compile(t, name)
		games := 3
		if r.Files > 16 {
			games = 1
		}
		for seed := range uint64(games) {
			p := engine.New(r)
			for i, text := range randomGame(t, r, "", 60, seed).Moves() {
				if i%15 == 14 {
					checkUnique(t, p)
				}
				m, err := p.ParseMove(text)
				if err != nil {
					t.Fatal(err)
				}
				p.Make(m)
			}
		}
	}
}

func checkUnique(t *testing.T, p *engine.Position) {
	t.Helper()
	texts := map[string]engine.Move{}
	for _, m := range p.GenerateLegal(nil) {
		text := record.Hodges(p, m)
		if o, ok := texts[text]; ok {
			t.Errorf("%s: %s: both %s and %s are %s", p.Rules().Name, p.SFEN(), p.MoveText(o), p.MoveText(m), text)
		}
		texts[text] = m
	}
}

func header() *record.Header {
	h := &record.Header{Version: record.Version, Conditions: record.Conditions{Variant: "shogi", Engines: []record.Engine{{Name: "a"}, {Name: "b"}}, Games: 9}}
	h.Run = h.Fingerprint()
	return h
}

func sample(run string, n int) *record.Game {
	return &record.Game{Run: run, Number: n, Variant: "shogi", Black: "a", White: "b", Result: record.Draw, Reason: "ply limit", Plies: []record.Ply{{Move: "7g7f", Time: 1.5}}}
}

// TestResume cuts a file at every byte, as a kill would, and goes on with it.
func TestResume(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "run.jsonl")
	h := header()
	w, err := record.Create(path, h)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 3 {
		if err := w.Write(sample(h.Run, n)); err != nil {
			t.Fatal(err)
		}
	}
	w.Close()
	if _, err := record.Create(path, h); err == nil {
		t.Error("a file that is there was created again")
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for cut := range len(whole) + 1 {
		if err := os.WriteFile(path, whole[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		w, games, err := record.Resume(path, h)
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		if want := max(bytes.Count(whole[:cut], []byte("\n"))-1, 0); len(games) != want {
			t.Fatalf("cut at %d: %d games, want %d", cut, len(games), want)
		}
		for n := len(games); n < 3; n++ {
			if err := w.Write(sample(h.Run, n)); err != nil {
				t.Fatal(err)
			}
		}
		w.Close()
		if got, _ := os.ReadFile(path); !bytes.Equal(got, whole) {
			t.Fatalf("cut at %d: the file is other than before", cut)
		}
	}
	other := header()
	other.Variant = "chushogi"
	other.Run = other.Fingerprint()
	if _, _, err := record.Resume(path, other); err == nil || !strings.Contains(err.Error(), "run.jsonl:1:") {
		t.Errorf("another match went on with the file: %v", err)
	}
}

func TestBadLines(t *testing.T) {
	var good bytes.Buffer
	h := header()
	fmt.Fprintf(&good, `{"mujo_match":1,"run":%q,"started":"2026-01-02T03:04:05Z","variant":"shogi","engines":[{"name":"a","command":"","proto":"","limits":""},{"name":"b","command":"","proto":"","limits":""}],"tournament":"","rounds":0,"games":9,"seed":0,"openings":""}`+"\n", h.Run)
	game := `{"run":"r","game":1,"round":0,"pair":0,"variant":"shogi","black":"a","white":"b","opening":{"index":0},"plies":[],"result":"draw","reason":"x","sfen":"","started":"2026-01-02T03:04:05Z","seconds":1}` + "\n"
	tests := []struct{ name, text, want string }{
		{"no header", game, "f:1: a game before any header"},
		{"not json", good.String() + "hello\n", "f:2: not a record"},
		{"twice", good.String() + game + game, "f:3: game r/1 is there twice"},
		{"unknown field", good.String() + `{"game":1,"colour":2}` + "\n", "f:2: json: unknown field"},
		{"bad result", good.String() + strings.Replace(game, "draw", "lost", 1), `f:2: result "lost"`},
		{"changed", strings.Replace(good.String(), `"games":9`, `"games":8`, 1), "f:1: run"},
		{"newer", `{"mujo_match":99}` + "\n", "f:1: version 99"},
		{"neither", good.String() + "{}\n", "f:2: neither"},
	}
	if f, err := record.Parse(strings.NewReader(good.String()+game+`{"run":`), "f"); err != nil || len(f.Games) != 1 {
		t.Errorf("a good file: %v", err)
	}
	for _, tt := range tests {
		_, err := record.Parse(strings.NewReader(tt.text), "f")
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %s", tt.name, err, tt.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`{"mujo_match":1,"run":"x"}` + "\n")
	f.Add("{}\n{")
	f.Fuzz(func(t *testing.T, text string) {
		_, _ = record.Parse(strings.NewReader(text), "f")
	})
}

// fuzzText checks that what reads is written and reads again as the same.
func fuzzText(f *testing.F, format record.Format, names ...string) {
	var all []*rules.Rules
	for i, name := range names {
		r := compile(f, name)
		all = append(all, r)
		var b bytes.Buffer
		if err := record.Write(&b, format, r, randomGame(f, r, "", 40, uint64(i))); err != nil {
			f.Fatal(err)
		}
		f.Add(b.String())
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<13 {
			return // long games are no other than short ones
		}
		for _, r := range all {
			games, err := record.ReadText(strings.NewReader(text), format, "f", r, nil)
			if err != nil {
				continue
			}
			for i := range games {
				g := &games[i]
				var b bytes.Buffer
				if err := record.Write(&b, format, r, g); err != nil {
					t.Fatal(err)
				}
				back, err := record.ReadText(&b, format, "f", r, nil)
				if err != nil || len(back) != 1 || !cmp.Equal(back[0].Moves(), g.Moves()) {
					t.Fatalf("%v: %d games\n%v", err, len(back), g.Moves())
				}
			}
		}
	})
}

func FuzzPGN(f *testing.F) { fuzzText(f, record.PGN, "shogi", "chushogi", "tenjikushogi") }
func FuzzUSI(f *testing.F) { fuzzText(f, record.USI, "shogi", "chushogi") }
func FuzzKIF(f *testing.F) { fuzzText(f, record.KIF, "shogi", "chushogi") }
func FuzzCSA(f *testing.F) { fuzzText(f, record.CSA, "shogi") }
