package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// two are the words of a small match in process.
func two(more ...string) []string {
	return append([]string{"match", "-engine", "cmd=mujo", "name=a", "-engine", "cmd=mujo", "name=b", "-each", "nodes=60", "option.USI_Hash=1",
		"-openings", "random", "plies=4", "-maxplies", "14"}, more...)
}

func TestMatch(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "run.jsonl")
	out := ok(t, two("-variant", "chu", "-games", "4", "-concurrency", "2", "-sprt", "elo0=0", "elo1=50", "-out", file)...)
	for _, want := range []string{"chushogi, 4 games", "game 4 of 4", "SPRT elo0=0", "LOS", "end of the game", "ply limit"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	// Nothing is written over, and a finished match has nothing to go on with.
	if _, errs, code := mujo(t, two("-variant", "chu", "-games", "4", "-out", file)...); code != 2 || !strings.Contains(errs, "-resume") {
		t.Errorf("the file again: status %d, %s", code, errs)
	}
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	again := two("-variant", "chu", "-games", "4", "-concurrency", "1", "-sprt", "elo0=0", "elo1=50", "-out", file, "-resume")
	if out := ok(t, again...); !strings.Contains(out, "4 games are there already") {
		t.Errorf("resumed:\n%s", out)
	}
	if after, _ := os.ReadFile(file); !bytes.Equal(before, after) {
		t.Error("the finished file changed")
	}
	// A match cut short goes on to the same games.
	lines := bytes.SplitAfter(before, []byte("\n"))
	if err := os.WriteFile(file, bytes.Join([][]byte{lines[0], lines[1], lines[2][:30]}, nil), 0o644); err != nil {
		t.Fatal(err)
	}
	if out := ok(t, again...); !strings.Contains(out, "1 games are there already") || !strings.Contains(out, "game 4 of 4") {
		t.Errorf("resumed:\n%s", out)
	}
	other := two("-variant", "chu", "-games", "6", "-out", file, "-resume")
	if _, errs, code := mujo(t, other...); code != 2 || !strings.Contains(errs, "other conditions") {
		t.Errorf("another match: status %d, %s", code, errs)
	}
	report := ok(t, "report", file, "-html", filepath.Join(dir, "r.html"), "-games", filepath.Join(dir, "r.pgn"))
	if !strings.Contains(report, "4 games from 1 files") {
		t.Errorf("report:\n%s", report)
	}
	if _, errs, code := mujo(t, "report", file, file); code != 2 || !strings.Contains(errs, "is in") {
		t.Errorf("a file twice: status %d, %s", code, errs)
	}
}

// TestMatchKilled kills a match with no chance to clean up, and goes on.
func TestMatchKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "mujo")
	if text, err := exec.Command("go", "build", "-pgo=off", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, text)
	}
	file := filepath.Join(dir, "run.jsonl")
	args := []string{"match", "-engine", "cmd=" + program, "name=a", "-engine", "cmd=" + program, "name=b", "-each", "nodes=300", "option.USI_Hash=1",
		"-openings", "random", "plies=4", "-maxplies", "20", "-games", "6", "-concurrency", "2", "-out", file}
	cmd := exec.Command(program, args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if data, _ := os.ReadFile(file); bytes.Count(data, []byte("\n")) >= 2 {
			break
		}
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	if data, _ := os.ReadFile(file); bytes.Count(data, []byte("\n")) < 2 {
		t.Fatalf("no game was kept: %s", data)
	}
	noneLeft(t, program)
	out := ok(t, append(args, "-resume")...)
	if !strings.Contains(out, "are there already") || !strings.Contains(out, "A against") && !strings.Contains(out, "a against b: 6 games") {
		t.Errorf("resumed:\n%s", out)
	}
	noneLeft(t, program)
}

// noneLeft waits until no process runs a program.
func noneLeft(t *testing.T, program string) {
	t.Helper()
	for end := time.Now().Add(5 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		var left []string
		links, _ := filepath.Glob("/proc/[0-9]*/exe")
		for _, l := range links {
			if exe, err := os.Readlink(l); err == nil && exe == program {
				left = append(left, l)
			}
		}
		if len(left) == 0 {
			return
		}
		if time.Now().After(end) {
			t.Errorf("processes are left: %v", left)
			return
		}
	}
}

// TestMatchInterrupted prints the result so far.
func TestMatchInterrupted(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	var out, errs bytes.Buffer
	code := run(ctx, two("-games", "100000"), strings.NewReader(""), &out, &errs)
	if code != 0 || errs.Len() > 0 || !strings.Contains(out.String(), "interrupted after") || !strings.Contains(out.String(), "end of the game") {
		t.Errorf("status %d, %s\n%s", code, errs.String(), lastLine(out.String()))
	}
}

// TestMatchErrors has one clear line for each mistake.
func TestMatchErrors(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	openings := write("openings.txt", "startpos moves 7g7f\nstartpos moves 7g7f 7g7f\n")
	broken := write("broken.jsonl", "{\"mujo_match\":1}\n")
	for _, tt := range []struct {
		args []string
		want []string
	}{
		{[]string{"match"}, []string{"engines", "two"}},
		{[]string{"match", "-engine", "cmd=mujo", "-engine", "cmd=mujo", "-each", "nodes=1"}, []string{"two engines", "name="}},
		{[]string{"match", "-engine", "name=x"}, []string{"-engine number 1", "cmd="}},
		{[]string{"match", "-engine", "cmd=mujo", "colour=red"}, []string{`"colour=red"`, "tc"}},
		{[]string{"match", "-engine"}, []string{"words"}},
		{two("-tc", "ten"), []string{"ten", "10+0.1"}},
		{two("-sprt", "elo0=5", "elo1=1"), []string{"-sprt", "elo0"}},
		{two("-sprt", "elo=5"), []string{`"elo=5"`}},
		{two("-openings", "file="+openings), []string{"openings.txt:2", "7g7f"}},
		{two("-openings", "file=/no/such"), []string{"/no/such"}},
		{two("-shard", "3/2"), []string{"-shard 3/2", "I/N"}},
		{two("-resume"), []string{"-out"}},
		{two("-tournament", "swiss"), []string{"swiss", "gauntlet"}},
		{two("-engine", "cmd=/no/such/engine", "name=c"), []string{"engine c", "/no/such/engine"}},
		{two("-engine", "cmd=true", "name=c"), []string{"engine c", "crashed"}},
		{two("-engine", "cmd=mujo", "name=c", "option.Speed=9"), []string{"engine c", "Speed"}},
		{two("-out", broken, "-resume"), []string{"broken.jsonl:1"}},
		{[]string{"report"}, []string{"files"}},
		{[]string{"report", broken}, []string{"broken.jsonl:1"}},
		{[]string{"report", filepath.Join(dir, "none")}, []string{"none"}},
		{[]string{"report", broken, "-format", "doc"}, []string{"doc", "pgn"}},
	} {
		out, errs, code := mujo(t, tt.args...)
		if code != 2 || strings.Count(errs, "\n") != 1 || strings.Contains(out, "game 1") {
			t.Errorf("mujo %q: status %d, %q", tt.args, code, errs)
		}
		for _, w := range tt.want {
			if !strings.Contains(errs, w) {
				t.Errorf("mujo %q: %q lacks %q", tt.args, errs, w)
			}
		}
	}
}

func TestGatherWords(t *testing.T) {
	out := ok(t, "match", "-h")
	for _, want := range []string{"-engine words", "-sprt words", "-shard I/N"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in the help:\n%s", want, out)
		}
	}
}
