package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mujo/variants"
)

// mujo runs a command line and returns what it printed and its exit status.
func mujo(t *testing.T, args ...string) (out, errs string, code int) {
	t.Helper()
	var o, e bytes.Buffer
	code = run(context.Background(), args, strings.NewReader(""), &o, &e)
	return o.String(), e.String(), code
}

// ok runs a command line that has to succeed, silently on the standard error.
func ok(t *testing.T, args ...string) string {
	t.Helper()
	out, errs, code := mujo(t, args...)
	if code != 0 || errs != "" {
		t.Fatalf("mujo %s: exit status %d, %s", strings.Join(args, " "), code, errs)
	}
	return out
}

func lastLine(out string) string {
	lines := strings.Split(strings.TrimRight(out, "\n"), "\n")
	return lines[len(lines)-1]
}

func TestPerft(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"perft 3", "nodes 25470\n"},
		{"perft 0", "nodes 1\n"},
		{"perft -variant chu 2", "nodes 1296\n"},
		{"perft 1 -variant taishogi", "nodes 304\n"}, // flags behind the depth
		{"perft 1 -variant tai-evans", "nodes 298\n"},
	} {
		if got := ok(t, strings.Fields(test.args)...); got != test.want {
			t.Errorf("mujo %s: got %q, want %q", test.args, got, test.want)
		}
	}
	if got := ok(t, "perft", "-moves", "7g7f", "1"); got != "nodes 30\n" {
		t.Errorf("perft after moves: got %q", got)
	}
}

func TestPerftDivide(t *testing.T) {
	out := ok(t, "perft", "-divide", "2")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 31 || lines[30] != "nodes 900" {
		t.Fatalf("%d lines, the last %q", len(lines), lines[len(lines)-1])
	}
	if !slices.IsSorted(lines[:30]) {
		t.Errorf("not sorted: %q", lines)
	}
	for _, line := range lines[:30] {
		if !strings.HasSuffix(line, " 30") {
			t.Errorf("got %q, want a move and 30", line)
		}
	}
}

// TestMoves has a lion with all its ways, as in testdata/cases.
func TestMoves(t *testing.T) {
	const sfen = "g10k/12/12/12/12/6N5/12/12/12/12/12/K11 b - 1"
	out := ok(t, "moves", "-variant", "chushogi", "-sfen", sfen)
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if len(lines) != 28 || !slices.IsSorted(lines) || !slices.Contains(lines, "6f5e6f") {
		t.Errorf("got %q", lines)
	}
	if out := ok(t, "moves", "-variant", "chu", "-sfen", "12/12/12/12/12/12/12/12/12/12/12/K11 w - 1"); out != "" {
		t.Errorf("no piece to move: got %q", out)
	}
}

func TestShow(t *testing.T) {
	out := ok(t, "show", "-sfen", "4k4/9/9/9/9/9/9/9/+P3K4 w 2Gp 7")
	for _, want := range []string{"v玉将", "+と金", "Black holds: 金将 G x2", "White holds: 歩兵 P", "White to move, ply 7"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if out := ok(t, "show", "-handicap", "two-piece"); !strings.Contains(out, "sfen lnsgkgsnl/9/") {
		t.Errorf("handicap: got\n%s", out)
	}
	if out := ok(t, "show", "-abbrev", "-variant", "tenjiku"); !strings.Contains(out, "FID") || strings.Contains(out, "火鬼") {
		t.Errorf("letters: got\n%s", out)
	}
	if out := ok(t, "show", "-variant", "chu", "-sfen", "12/12/12/12/12/12/12/12/12/12/12/K10r w - 1", "-moves", "1l12l"); !strings.Contains(out, "White has won: last royal captured") {
		t.Errorf("decided: got\n%s", out)
	}
}

// TestBoardAligned checks that all ranks are equally wide.
func TestBoardAligned(t *testing.T) {
	for _, name := range variants.Names() {
		for _, flags := range [][]string{nil, {"-abbrev"}} {
			width := 0
			for line := range strings.Lines(ok(t, append([]string{"show", "-variant", name}, flags...)...)) {
				line = strings.TrimRight(line, "\n")
				f := strings.Fields(line)
				if len(f) < 3 || f[0] != f[len(f)-1] {
					continue // no rank
				}
				line = strings.TrimSuffix(line, f[0])
				if width == 0 {
					width = columns(line)
				}
				if columns(line) != width {
					t.Errorf("%s: %d columns, want %d: %q", name, columns(line), width, line)
				}
			}
			if width == 0 {
				t.Errorf("%s: no ranks", name)
			}
		}
	}
}

// TestRules checks that every piece of every variant is there.
func TestRules(t *testing.T) {
	for _, name := range variants.Names() {
		out := ok(t, "rules", name)
		s, err := variants.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		for i := range s.Pieces {
			p := &s.Pieces[i]
			if !strings.Contains(out, "\n"+p.Kanji+"  "+p.English+"  ") {
				t.Errorf("%s: no %s", name, p.ID)
			}
		}
		for _, bad := range []string{"Moves by", "%!"} {
			if strings.Contains(out, bad) {
				t.Errorf("%s: %q in the text", name, bad)
			}
		}
	}
	if ok(t, "rules", "chu", "N") != ok(t, "rules", "chu", "lion") {
		t.Error("N is not the lion of chu")
	}
	out := ok(t, "rules", "tai", "hook mover", "LD", "自在天王")
	for _, want := range []string{"  + + + @ + + +   ", "Hook: slides any distance orthogonally", "狛犬  lion dog", "Promotes to gold general.", "  Goes to any empty square"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

func TestMoveWords(t *testing.T) {
	for _, test := range []struct {
		moves []variants.Move
		want  string
	}{
		{[]variants.Move{{Kind: "slide", Dirs: []string{"F"}, Max: 1}, {Kind: "slide", Dirs: []string{"FL", "FR"}, Max: 1}}, "Steps one square forward or diagonally forward."},
		{[]variants.Move{{Kind: "slide", Dirs: []string{"F", "B", "L", "R"}}}, "Slides any distance orthogonally."},
		{[]variants.Move{{Kind: "slide", Dirs: []string{"B", "L", "R", "FL", "FR", "BL", "BR"}, Max: 5}}, "Slides up to 5 squares diagonally, back or sideways."},
		{[]variants.Move{{Kind: "jump", To: [][2]int{{-1, 2}, {1, 2}}}}, "Jumps 2 forward and 1 to either side."},
		{[]variants.Move{{Kind: "jump", To: [][2]int{{0, 2}, {0, -2}, {-2, 0}, {2, 0}}}}, "Jumps to the second square orthogonally."},
		{[]variants.Move{{Kind: "jump", To: [][2]int{{0, 3}, {2, 2}, {1, -2}}}}, "Jumps to the second square diagonally forward to the right, to the third square forward or 2 back and 1 to the right."},
		{[]variants.Move{{Kind: "hook", First: []string{"FL", "FR"}, Turn: "diagonal"}}, "Hook: slides any distance diagonally forward, and may then turn once by a right angle and slide on diagonally."},
		{[]variants.Move{{Kind: "skip_slide", Dirs: []string{"L", "R"}, From: 2, Max: 3}}, "Goes to the second square sideways whatever stands before it, and slides on from there to the third at most."},
		{[]variants.Move{{Kind: "hop_slide", Dirs: []string{"F", "B"}, Over: 3}}, "Slides any distance forward or back, and may jump over up to 3 pieces on the way."},
	} {
		if got := strings.Join(moveWords(test.moves), " "); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}

func TestDiagram(t *testing.T) {
	got := strings.Join(diagramOf([]variants.Move{
		{Kind: "slide", Dirs: []string{"F", "BL"}},
		{Kind: "slide", Dirs: []string{"L"}, Max: 2},
		{Kind: "slide", Dirs: []string{"R"}, Max: 5},
		{Kind: "jump", To: [][2]int{{1, 2}}},
	}), "\n")
	const want = `. . . | . . .
. . . | x . .
. . . | . . .
. o o @ o o 5
. . / . . . .
. / . . . . .
/ . . . . . .`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestBench(t *testing.T) {
	depth := "2"
	if testing.Short() {
		depth = "1"
	}
	first := lastLine(ok(t, "bench", "-depth", depth))
	second := lastLine(ok(t, "bench", "-depth", depth, "-variant", "all"))
	var nodes [2]string
	for i, line := range []string{first, second} {
		f := strings.Fields(line)
		if len(f) != 4 || f[1] != "nodes" || f[3] != "nps" {
			t.Fatalf("last line %q, want N nodes N nps", line)
		}
		nodes[i] = f[0]
	}
	if nodes[0] != nodes[1] {
		t.Errorf("%s nodes, then %s", nodes[0], nodes[1])
	}
}

func TestProfiles(t *testing.T) {
	for _, name := range []string{"cpu", "mem"} {
		dir := t.TempDir()
		file := filepath.Join(dir, "out.pprof")
		ok(t, "bench", "-variant", "chushogi", "-depth", "2", "-"+name+"profile", file)
		info, err := os.Stat(file)
		if err != nil || info.Size() == 0 {
			t.Errorf("%s: no profile: %v", name, err)
		}
		if left, _ := os.ReadDir(dir); len(left) != 1 {
			t.Errorf("%s: %d files left, want one", name, len(left))
		}
	}
}

func TestDemo(t *testing.T) {
	out := ok(t, "demo", "-variant", "chushogi", "-moves", "2", "-movetime", "20ms")
	for _, want := range []string{"1. black thinks", "Black plays ", "2. white thinks", "White plays ", "depth  1", "nps", "\nmoves "} {
		if !strings.Contains(strings.ToLower(out), strings.ToLower(want)) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// TestSheet plays by a sheet from a file.
func TestSheet(t *testing.T) {
	file := filepath.Join(t.TempDir(), "own.json")
	s, err := variants.Load("chushogi")
	if err != nil {
		t.Fatal(err)
	}
	s.Variant, s.Short, s.Aliases = "ownshogi", "own", nil
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := variants.Encode(f, s); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if got := ok(t, "perft", "-sheet", file, "1"); got != "nodes 36\n" {
		t.Errorf("perft: got %q", got)
	}
	for _, args := range [][]string{
		{"moves", "-sheet", file}, {"show", "-sheet", file, "-variant", "own"}, {"rules", "-sheet", file}, {"rules", "-sheet", file, "lion"},
		{"moves", "-sheet", file, "-variant", "own-federation"},
		{"bench", "-sheet", file, "-depth", "1"}, {"demo", "-sheet", file, "-moves", "1", "-movetime", "10ms"},
	} {
		ok(t, args...)
	}
}

func TestHelp(t *testing.T) {
	out := ok(t, "-h")
	for _, c := range commands() {
		if !strings.Contains(out, "  "+c.name+" ") {
			t.Errorf("-h does not list %s", c.name)
		}
		if other := ok(t, "help", c.name); other != ok(t, c.name, "-h") {
			t.Errorf("help %s: %s", c.name, other)
		}
		if text := ok(t, c.name, "-h"); !strings.HasPrefix(text, "Usage: mujo "+c.name) {
			t.Errorf("%s -h: got %q", c.name, text)
		}
	}
}

// TestBadInput wants one line on the standard error that names what is wrong,
// nothing on the standard output, and exit status 2.
func TestBadInput(t *testing.T) {
	dir := t.TempDir()
	broken := filepath.Join(dir, "broken.json")
	if err := os.WriteFile(broken, []byte(`{"variant": "x", "wings": 2}`), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args []string
		want []string
	}{
		{[]string{"fly"}, []string{`"fly"`, "perft", "bench"}},
		{[]string{"perft"}, []string{"expected DEPTH"}},
		{[]string{"perft", "x"}, []string{`"x"`, "whole number"}},
		{[]string{"perft", "-1"}, []string{"-1"}},
		{[]string{"perft", "3", "4"}, []string{"expected DEPTH"}},
		{[]string{"perft", "-variant", "chuu", "3"}, []string{`"chuu"`, "chushogi"}},
		{[]string{"perft", "-variant", "tai-x", "3"}, []string{`"x"`, "rule set"}},
		{[]string{"moves", "-sfen", "9/9 b - 1"}, []string{"2 ranks", "expected 9"}},
		{[]string{"moves", "-sfen", "4k4/9/9/9/4z4/9/9/9/4K4 b - 1"}, []string{"z"}},
		{[]string{"moves", "-moves", "7g7f 7g7f"}, []string{"number 2", "7g"}},
		{[]string{"moves", "-moves", "pass"}, []string{`"pass"`, "expected"}},
		{[]string{"moves", "extra"}, []string{`"extra"`}},
		{[]string{"moves", "-colour", "b"}, []string{"-colour", "-h"}},
		{[]string{"moves", "-sheet", broken}, []string{"broken.json", "wings"}},
		{[]string{"moves", "-sheet", filepath.Join(dir, "none.json")}, []string{"none.json"}},
		{[]string{"rules"}, []string{"expected the name of a variant"}},
		{[]string{"rules", "chess"}, []string{`"chess"`}},
		{[]string{"rules", "chu", "bird"}, []string{`"bird"`, "expected"}},
		{[]string{"help", "wings"}, []string{`"wings"`, "bench"}},
		{[]string{"show", "-handicap", "rook", "-sfen", "4k4/9/9/9/9/9/9/9/4K4 b - 1"}, []string{"-handicap", "-sfen"}},
		{[]string{"show", "-handicap", "wings"}, []string{`"wings"`, "list"}},
		{[]string{"bench", "-depth", "0"}, []string{`"0"`, "from 1"}},
		{[]string{"bench", "-depth", "2", "-nodes", "10"}, []string{"-depth", "-nodes", "one"}},
		{[]string{"bench", "-movetime", "fast"}, []string{`"fast"`, "500ms"}},
		{[]string{"bench", "-threads", "many"}, []string{`"many"`, "whole number"}},
		{[]string{"bench", "-depth", "1", "-cpuprofile", filepath.Join(dir, "no", "such", "file")}, []string{"profile", "such"}},
		{[]string{"demo", "-movetime", "-5s"}, []string{`"-5s"`}},
	} {
		out, errs, code := mujo(t, test.args...)
		name := "mujo " + strings.Join(test.args, " ")
		if code != 2 || out != "" || strings.Count(errs, "\n") != 1 || !strings.HasSuffix(errs, "\n") {
			t.Errorf("%s: exit status %d, standard output %q, standard error %q", name, code, out, errs)
		}
		for _, want := range test.want {
			if !strings.Contains(errs, want) {
				t.Errorf("%s: no %q in %q", name, want, errs)
			}
		}
	}
}
