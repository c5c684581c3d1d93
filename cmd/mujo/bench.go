package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/pkg/profile"

	"mujo/engine/rules"
	"mujo/search"
	"mujo/variants"
)

// The limits of what a search can be given.
const (
	maxDepth   = 200
	maxThreads = 512
	maxHashMB  = 1 << 20
)

func setupBench(fs *flag.FlagSet) action {
	g := variantFlags(fs, "all")
	depth := countFlag(fs, "depth", "`plies` to search each position (default what suits the variant)", 0, 1, maxDepth)
	moveTime := spanFlag(fs, "movetime", "`time` for each position, as 500ms", 0)
	nodes := countFlag(fs, "nodes", "`positions` to search from each position", 0, 1, 1<<62)
	threads := countFlag(fs, "threads", "`number` of threads", 1, 1, maxThreads)
	hash := countFlag(fs, "hash", "size of the table in `MiB`", 16, 1, maxHashMB)
	b := &benchFlags{}
	fs.BoolVar(&b.json, "json", false, "print all that was measured as JSON, for -compare")
	compare := wordsVar(fs, "compare", "compare two `files` that -json printed: OLD NEW")
	b.rivals = wordsVar(fs, "engine", "measure another engine on the same positions in turn, by `words`: cmd= name= proto=usi|cecp option.X= as for mujo match")
	repeat := countFlag(fs, "repeat", "`number` of times to measure each position; -compare takes the fastest", 1, 1, 1000)
	cpu := fs.String("cpuprofile", "", "write a profile of the processor's time to `file`")
	mem := fs.String("memprofile", "", "write a profile of the memory allocated to `file`")
	return func(ctx context.Context, args []string, out *bufio.Writer) error {
		if err := noArgs(args); err != nil {
			return err
		}
		if words := compare.last(); words != nil {
			return compareRuns(words, out)
		}
		l := search.Limits{Depth: depth.n, Nodes: uint64(nodes.n), MoveTime: moveTime.d}
		given := 0
		for _, set := range []bool{l.Depth > 0, l.Nodes > 0, l.MoveTime > 0} {
			if set {
				given++
			}
		}
		if given > 1 {
			return errors.New("-depth, -movetime and -nodes: expected at most one of them")
		}
		all, err := g.benchRules()
		if err != nil {
			return err
		}
		stop, err := startProfile(*cpu, *mem)
		if err != nil {
			return err
		}
		b.options, b.limits, b.repeat = search.Options{HashMB: hash.n, Threads: threads.n, MultiPV: 1}, l, repeat.n
		return errors.Join(b.run(ctx, out, all), stop())
	}
}

// benchRules returns the rules to measure; the name "all" is every variant.
func (g *gameFlags) benchRules() ([]*rules.Rules, error) {
	if g.sheet != "" || g.variant != "all" {
		r, err := g.rules()
		return []*rules.Rules{r}, err
	}
	var all []*rules.Rules
	for _, name := range variants.Names() {
		r, err := rules.Load(name)
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, nil
}

// startProfile begins to profile into one of two files, if either is named.
// The function it returns ends that and puts the file in its place.
func startProfile(cpu, mem string) (stop func() error, err error) {
	file, mode, made := cpu, profile.CPUProfile, "cpu.pprof"
	switch {
	case cpu == "" && mem == "":
		return func() error { return nil }, nil
	case cpu != "" && mem != "":
		return nil, errors.New("-cpuprofile and -memprofile: expected one of them, for each disturbs the other")
	case mem != "":
		file, mode, made = mem, profile.MemProfileAllocs, "mem.pprof"
	}
	// The package chooses the file's name, and ends the program if it cannot
	// write: it gets a folder of its own beside the file.
	dir, err := os.MkdirTemp(filepath.Dir(file), ".mujo-profile")
	if err != nil {
		return nil, fmt.Errorf("profile %q: %w", file, err)
	}
	p := profile.Start(mode, profile.ProfilePath(dir), profile.NoShutdownHook, profile.Quiet)
	return func() error {
		p.Stop()
		err := os.Rename(filepath.Join(dir, made), file)
		return errors.Join(err, os.RemoveAll(dir))
	}, nil
}
