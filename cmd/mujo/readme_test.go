package main

import (
	"os"
	"strings"
	"testing"

	"mujo/variants"
)

const readmeFile = "../../README.md"

// TestReadme runs the sub-commands that README.md shows. Those of go are run
// by .ci/run.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile(readmeFile)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir()) // some write files
	shown := map[string]bool{}
	fenced := false
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
			continue
		}
		command, ok := strings.CutPrefix(line, "mujo ")
		if !fenced || !ok {
			continue
		}
		args := words(command)
		shown[args[0]] = true
		t.Run(line, func(t *testing.T) {
			if args[0] == "demo" && testing.Short() {
				args = append(args, "-moves", "1", "-movetime", "20ms")
			}
			out, errs, code := mujo(t, args...)
			if code != 0 || errs != "" || out == "" {
				t.Errorf("exit status %d, standard error %q, %d bytes of output", code, errs, len(out))
			}
		})
	}
	for _, c := range commands() {
		if !shown[c.name] {
			t.Errorf("README.md has no example of %s", c.name)
		}
	}
}

// words splits a command line at blanks outside double quotes.
func words(line string) []string {
	var list []string
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			list = append(list, part)
			continue
		}
		list = append(list, strings.Fields(part)...)
	}
	return list
}

// TestReadmeTable checks that the table of variants has all of them.
func TestReadmeTable(t *testing.T) {
	text, err := os.ReadFile(readmeFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range variants.Names() {
		s, err := variants.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "\n| `"+s.Variant+"` | `"+s.Short+"` |") {
			t.Errorf("README.md has no line for %s, %s", s.Variant, s.Short)
		}
	}
}
