package htmlreport

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"mujo/bench/record"
	"mujo/bench/stats"
	"mujo/engine"
	"mujo/engine/rules"
	"mujo/variants"
)

func compile(name string) (*rules.Rules, error) {
	s, err := variants.Load(name)
	if err != nil {
		return nil, err
	}
	return rules.Compile(s)
}

// source has games of random moves in several variants.
func source(t testing.TB, names ...string) Source {
	t.Helper()
	s := Source{Title: "A <test> & more", Rules: compile, Test: &stats.Test{Elo1: 10, Alpha: 0.05, Beta: 0.05, Model: stats.Normalized}}
	h := record.Header{Version: record.Version, Started: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Conditions: record.Conditions{Variant: names[0], SPRT: s.Test,
		Engines: []record.Engine{{Name: "</script><b>one", Command: "one"}, {Name: "two", Command: "two"}}}}
	s.Headers = []record.Header{h}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 3 * len(names) {
		r, err := compile(names[i%len(names)])
		if err != nil {
			t.Fatal(err)
		}
		g := record.Game{Run: "r", Number: i, Pair: i / 2, Variant: r.Name, Black: "</script><b>one", White: "two", Result: record.BlackWins, Reason: "resignation"}
		if i%2 == 1 {
			g.Black, g.White, g.Result, g.Reason = g.White, g.Black, record.Draw, "ply limit"
		}
		p := engine.New(r)
		for k := range 30 + 5*i {
			legal := p.GenerateLegal(nil)
			if len(legal) == 0 || p.Outcome().Over {
				break
			}
			m := legal[rng.IntN(len(legal))]
			if text := p.MoveText(m); k < 4 {
				g.Opening.Moves = append(g.Opening.Moves, text)
			} else {
				score := rng.IntN(100)
				g.Plies = append(g.Plies, record.Ply{Move: text, Score: &score, Depth: 1 + rng.IntN(9), Nodes: 100, NPS: uint64(1000 + rng.IntN(500)), Time: 3})
			}
			p.Make(m)
		}
		g.SFEN = p.SFEN()
		s.Games = append(s.Games, g)
	}
	return s
}

var outside = regexp.MustCompile(`(?:src|href)\s*=\s*["']?(?:https?:)?//|@import|url\(`)

// TestSelfContained checks that the page loads nothing and lets no name break
// out.
func TestSelfContained(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, source(t, "shogi", "chushogi")); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	withoutLibrary := strings.Replace(page, chartJS, "", 1)
	if len(withoutLibrary) == len(page) {
		t.Error("the chart library is not in the page as it is")
	}
	if at := outside.FindString(withoutLibrary); at != "" {
		t.Errorf("the page loads something: %q", at)
	}
	if strings.Contains(page, "<b>one") {
		t.Error("a name is not escaped")
	}
	for _, want := range []string{"A &lt;test&gt; &amp; more", "Cross table", "ply limit", "SPRT"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in the page", want)
		}
	}
}

// TestUnknownVariant has games that cannot be shown: the rest can.
func TestUnknownVariant(t *testing.T) {
	s := source(t, "shogi")
	s.Games[0].Variant = "no such"
	s.Games[1].Plies[0].Move = "1a1a"
	var b bytes.Buffer
	if err := Write(&b, s); err != nil {
		t.Fatal(err)
	}
	if err := Write(&b, Source{Title: "empty"}); err != nil {
		t.Fatal(err)
	}
}

// TestBrowser opens pages in Chromium: the charts are there, and the board
// shows the last position of a game.
func TestBrowser(t *testing.T) {
	browser := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
			break
		}
	}
	if browser == "" || testing.Short() {
		t.Skip("Chromium is not here")
	}
	s := source(t, "chushogi", "shogi", "tenjikushogi")
	file := filepath.Join(t.TempDir(), "report.html")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(f, s); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for n := range 3 {
		g := &s.Games[n]
		dom := dump(t, browser, file, fmt.Sprintf("game=%d&ply=%d", n, g.Len()))
		for _, want := range []string{`data-charts="6"`, fmt.Sprintf(`data-ready="%d/%d"`, g.Len(), g.Len()), fmt.Sprintf(`data-cells="%s"`, cellsAfter(t, g))} {
			if !strings.Contains(dom, want) {
				t.Errorf("game %d: no %s in the page", n, want)
			}
		}
		if got := strings.Count(dom, "<li"); got != g.Len() {
			t.Errorf("game %d: %d moves listed, want %d", n, got, g.Len())
		}
	}
}

// cellsAfter is the last position of a game as the script has it.
func cellsAfter(t *testing.T, g *record.Game) string {
	t.Helper()
	r, err := compile(g.Variant)
	if err != nil {
		t.Fatal(err)
	}
	p, err := engine.ParseSFEN(r, g.SFEN)
	if err != nil {
		t.Fatal(err)
	}
	var cells []string
	for _, c := range newBoardSet(r).cells(p) {
		cells = append(cells, fmt.Sprint(c))
	}
	return strings.Join(cells, ",")
}

// dump returns the page after its scripts have run.
func dump(t *testing.T, browser, file, fragment string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	at := url.URL{Scheme: "file", Path: file, Fragment: fragment}
	cmd := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--user-data-dir="+t.TempDir(),
		"--enable-logging=stderr", "--dump-dom", at.String())
	var errs bytes.Buffer
	cmd.Stderr = &errs
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, errs.String())
	}
	for line := range strings.Lines(errs.String()) {
		if strings.Contains(line, "CONSOLE") {
			t.Errorf("the page complains: %s", line)
		}
	}
	return string(text)
}
