package bench

import (
	"bufio"
	"bytes"
	"context"
	"embed"
	"fmt"
	"strconv"
	"strings"
	"time"

	"mujo/engine"
	"mujo/engine/rules"
	"mujo/search"
)

//go:embed positions/*.txt
var positions embed.FS

// standardDepth serves variants without a file.
const standardDepth = 4

// A Suite is a set of positions of a variant.
type Suite struct {
	// Depth is searched where nothing else is asked for. It keeps a variant's
	// run to a few seconds.
	Depth int
	SFENs []string
}

// Load returns the positions for rules. A rule set has those of its variant,
// and a variant without a file, such as one of the user's own, its start
// position alone.
func Load(r *rules.Rules) (Suite, error) {
	for name := r.Name; ; {
		file := "positions/" + name + ".txt"
		if data, err := positions.ReadFile(file); err == nil {
			s, err := parse(data)
			if err != nil {
				return Suite{}, fmt.Errorf("%s: %w", file, err)
			}
			return s.fitting(r), nil
		}
		i := strings.LastIndexByte(name, '-')
		if i < 0 {
			return Suite{Depth: standardDepth, SFENs: []string{r.Sheet.StartSFEN()}}, nil
		}
		name = name[:i]
	}
}

// fitting leaves out what a sheet of the same name but another board cannot
// have, and what is decided under other rules.
func (s Suite) fitting(r *rules.Rules) Suite {
	t := Suite{Depth: s.Depth}
	for _, sfen := range s.SFENs {
		if p, err := engine.ParseSFEN(r, sfen); err == nil && !p.Outcome().Over {
			t.SFENs = append(t.SFENs, sfen)
		}
	}
	if t.SFENs == nil {
		t.SFENs = []string{r.Sheet.StartSFEN()}
	}
	return t
}

// parse reads a file of positions: a line "depth N", and SFENs. Empty lines
// and those with # are comments.
func parse(data []byte) (Suite, error) {
	s := Suite{Depth: standardDepth}
	lines := bufio.NewScanner(bytes.NewReader(data))
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if n, ok := strings.CutPrefix(line, "depth "); ok {
			depth, err := strconv.Atoi(n)
			if err != nil {
				return s, fmt.Errorf("depth %q: expected a number", n)
			}
			s.Depth = depth
			continue
		}
		s.SFENs = append(s.SFENs, line)
	}
	return s, lines.Err()
}

// A Result is what the search of one position came to.
type Result struct {
	SFEN string
	Move string // the best move's text
	search.Result
	HashFull int // permille of the table in use
	// Steps are the last reports of each depth, without their lines.
	Steps []search.Info
}

// A Total is the sum of results.
type Total struct {
	Nodes uint64
	Time  time.Duration
}

// Add adds o.
func (t *Total) Add(o Total) {
	t.Nodes += o.Nodes
	t.Time += o.Time
}

// String is the line that test frameworks for engines look for.
func (t Total) String() string {
	return fmt.Sprintf("%d nodes %d nps", t.Nodes, PerSecond(t.Nodes, t.Time))
}

// PerSecond returns nodes a second, and 0 where no time has passed.
func PerSecond(nodes uint64, d time.Duration) uint64 {
	if d <= 0 {
		return 0
	}
	return uint64(float64(nodes) / d.Seconds())
}

// Run searches the positions one after the other, each with an empty table,
// and calls each, if not nil, after every one. Without any limit it searches
// to the suite's depth. When ctx ends it stops early with what it has.
func (s Suite) Run(ctx context.Context, r *rules.Rules, o search.Options, l search.Limits, each func(Result)) (Total, error) {
	if l.Depth == 0 && l.Nodes == 0 && l.MoveTime == 0 {
		l.Depth = s.Depth
	}
	var total Total
	for _, sfen := range s.SFENs {
		if ctx.Err() != nil {
			break
		}
		p, err := engine.ParseSFEN(r, sfen)
		if err != nil {
			return total, fmt.Errorf("%s: %w", sfen, err)
		}
		res := searchOnce(ctx, search.New(r, o), p, l)
		res.SFEN = sfen
		total.Add(Total{res.Nodes, res.Time})
		if each != nil {
			each(res)
		}
	}
	return total, nil
}

func searchOnce(ctx context.Context, s *search.Searcher, p *engine.Position, l search.Limits) Result {
	c := search.NewControl(l)
	defer context.AfterFunc(ctx, c.Stop)()
	var r Result
	r.Result = s.Go(p, c, func(i search.Info) {
		if i.MultiPV > 1 {
			return
		}
		i.PV = nil // it does not outlive the call
		r.HashFull = i.HashFull
		if n := len(r.Steps); n > 0 && r.Steps[n-1].Depth == i.Depth {
			r.Steps[n-1] = i
		} else {
			r.Steps = append(r.Steps, i)
		}
	})
	r.Move = p.MoveText(r.Best)
	return r
}
