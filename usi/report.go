package usi

import (
	"slices"
	"strconv"
	"time"

	"mujo/engine"
	"mujo/search"
)

// A reporter turns a search's reports into info lines. Not every report
// becomes a line: a fast search makes hundreds in a second. The lines of
// several variations of one depth come together and in order, or not at all.
type reporter struct {
	out    *output
	pos    *engine.Position // for the text of moves
	ranks  int              // lines of a group: MultiPV, or fewer where moves are fewer
	named  bool             // lines carry multipv
	result search.Result    // set when the search has ended

	group    []search.Info // the lines of the depth that is coming in, by rank
	complete []search.Info // the last group that was complete
	printed  []search.Info // the group of the last lines

	pace  pace
	depth int // of the last line
	lines int // of that depth
	buf   []byte
}

func newReporter(out *output, p *engine.Position, ranks int, named bool) *reporter {
	return &reporter{out: out, pos: p, ranks: ranks, named: named, pace: pace{left: paceBurst}}
}

// maxPerDepth is the number of lines for one depth; uci2wb has room for 99.
const maxPerDepth = 80

// boundsAfter is when bounds become interesting: a depth takes long by then.
const boundsAfter = time.Second

// info takes a report.
func (r *reporter) info(i search.Info) {
	if len(i.PV) == 0 {
		return
	}
	rank := max(i.MultiPV, 1)
	if i.Bound != search.Exact {
		if r.ranks == 1 && i.Time >= boundsAfter && r.mayPrint(i.Depth, 1) {
			r.printed = r.printed[:0]
			r.out.lines(r.line(&i))
		}
		return
	}
	if rank == 1 {
		r.group = r.group[:0]
	}
	if rank != len(r.group)+1 || rank > r.ranks {
		return
	}
	i.PV = slices.Clone(i.PV) // it is valid during the call only
	i.MultiPV = rank
	r.group = append(r.group, i)
	if rank < r.ranks {
		return
	}
	r.complete = append(r.complete[:0], r.group...)
	if slices.EqualFunc(r.printed, r.group, sameReport) {
		return
	}
	if r.mayPrint(i.Depth, r.ranks) {
		r.printed = append(r.printed[:0], r.group...)
		r.out.lines(r.text(r.complete)...)
	}
}

// mayPrint counts n lines of a depth if the pace allows them.
func (r *reporter) mayPrint(depth, n int) bool {
	if depth != r.depth {
		r.depth, r.lines = depth, 0
	}
	if r.lines > 0 && r.lines+n > maxPerDepth || !r.pace.take(time.Now(), n) {
		return false
	}
	r.lines += n
	return true
}

// final returns the lines before bestmove: the last group, with the whole
// search's time and nodes, headed by the move that is played. There are none
// if the host has just been told all that.
func (r *reporter) final() []string {
	res := &r.result
	if res.Best == engine.NoMove {
		return nil
	}
	first := search.Info{Depth: res.Depth, Score: res.Score, PV: []engine.Move{res.Best}}
	if res.Ponder != engine.NoMove {
		first.PV = append(first.PV, res.Ponder)
	}
	begins := func(i search.Info) bool { return i.PV[0] == res.Best }
	latest := [][]search.Info{r.group, r.complete}
	if r.ranks > 1 { // rather all of one depth
		slices.Reverse(latest)
	}
	for _, known := range latest {
		if i := slices.IndexFunc(known, begins); i >= 0 {
			first = known[i]
			break
		}
	}
	group := []search.Info{first}
	for _, i := range r.complete {
		if !begins(i) && len(group) < r.ranks {
			group = append(group, i)
		}
	}
	for i := range group {
		group[i].MultiPV = i + 1
		group[i].Time = max(res.Time, group[i].Time)
		group[i].Nodes = max(res.Nodes, group[i].Nodes)
	}
	if len(r.printed) == len(group) && slices.EqualFunc(r.printed, group, sameReport) {
		return nil
	}
	return r.text(group)
}

// reply is what a line that was reported has after its first move m, NoMove if
// there is none.
func (r *reporter) reply(m engine.Move) engine.Move {
	for _, known := range [][]search.Info{r.group, r.complete} {
		for _, i := range known {
			if i.PV[0] == m && len(i.PV) > 1 {
				return i.PV[1]
			}
		}
	}
	return engine.NoMove
}

// sameReport reports whether two lines differ in their time at most.
func sameReport(a, b search.Info) bool {
	return a.Depth == b.Depth && a.Nodes == b.Nodes && a.Score == b.Score && slices.Equal(a.PV, b.PV)
}

func (r *reporter) text(group []search.Info) []string {
	lines := make([]string, len(group))
	for i := range group {
		lines[i] = r.line(&group[i])
	}
	return lines
}

// maxScore bounds cp; hosts take more for a mistake.
const maxScore = 30_000

// line writes one report. The words and their order are those that all hosts
// read, and a bound follows its score directly.
func (r *reporter) line(i *search.Info) string {
	b := append(r.buf[:0], "info"...)
	number := func(word string, n int64) {
		b = append(b, ' ')
		b = append(b, word...)
		b = append(b, ' ')
		b = strconv.AppendInt(b, n, 10)
	}
	number("depth", int64(i.Depth))
	number("seldepth", int64(max(i.SelDepth, i.Depth)))
	number("time", i.Time.Milliseconds())
	number("nodes", int64(i.Nodes))
	number("nps", int64(float64(i.Nodes)/max(i.Time, time.Millisecond).Seconds()))
	number("hashfull", int64(min(max(i.HashFull, 0), 1000)))
	if r.named {
		number("multipv", int64(i.MultiPV))
	}
	b = append(b, " score"...)
	if plies, ok := i.Score.MatePlies(); ok && plies != 0 {
		number("mate", int64(plies))
	} else {
		number("cp", int64(min(max(i.Score, -maxScore), maxScore)))
	}
	switch i.Bound {
	case search.Lower:
		b = append(b, " lowerbound"...)
	case search.Upper:
		b = append(b, " upperbound"...)
	}
	b = append(b, " pv"...)
	for _, m := range i.PV {
		text := r.pos.MoveText(m)
		if len(b)+1+len(text) > maxLine {
			break
		}
		b = append(b, ' ')
		b = append(b, text...)
	}
	r.buf = b
	return string(b)
}

// A pace allows so many lines a second, and a few at once.
type pace struct {
	left float64
	last time.Time
}

const (
	paceBurst  = 5
	paceSecond = 15
)

// take reports whether n lines may go out now.
func (p *pace) take(now time.Time, n int) bool {
	if !p.last.IsZero() {
		p.left = min(p.left+paceSecond*now.Sub(p.last).Seconds(), paceBurst)
	}
	p.last = now
	// A group that never fits waits until nothing is owed.
	if p.left < min(float64(n), paceBurst) {
		return false
	}
	p.left -= float64(n)
	return true
}
