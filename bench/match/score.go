package match

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"mujo/bench/record"
	"mujo/bench/stats"
)

// A Table adds up games.
type Table struct {
	names  []string
	totals map[string]*Total
	cross  map[[2]string]*Meeting // by the names in order of appearance
	open   map[string]half        // games whose partner is missing
	lines  map[string]*Ending     // by reason
}

// A Total is what one player did against all.
type Total struct {
	Name string
	stats.Trinomial
	Pairs   stats.Pentanomial
	Black   stats.Trinomial // its games as Black
	Moves   int             // with a depth
	Depths  int             // summed
	Nodes   uint64          // of the moves that tell theirs
	Time    time.Duration   // of the same
	Thought time.Duration   // of all moves
	Plies   int
	Faults  int // games lost by crash, hang, time or an illegal move
}

// MeanDepth is the mean depth of its moves.
func (t *Total) MeanDepth() float64 { return float64(t.Depths) / float64(max(t.Moves, 1)) }

// PerSecond is its nodes a second.
func (t *Total) PerSecond() float64 {
	if t.Time <= 0 {
		return 0
	}
	return float64(t.Nodes) / t.Time.Seconds()
}

// A Meeting is what two players did against each other, from the first's view.
type Meeting struct {
	A, B string
	stats.Trinomial
	Pairs stats.Pentanomial
}

// An Ending counts the games that ended for one reason.
type Ending struct {
	Reason              string
	Black, White, Draws int
}

// Games is how many there were.
func (e *Ending) Games() int { return e.Black + e.White + e.Draws }

type half struct {
	a, b   string
	points float64 // of a
}

// NewTable returns a table for players in that order; others may come.
func NewTable(names ...string) *Table {
	t := &Table{totals: map[string]*Total{}, cross: map[[2]string]*Meeting{}, open: map[string]half{}, lines: map[string]*Ending{}}
	for _, n := range names {
		t.total(n)
	}
	return t
}

func (t *Table) total(name string) *Total {
	if t.totals[name] == nil {
		t.totals[name] = &Total{Name: name}
		t.names = append(t.names, name)
	}
	return t.totals[name]
}

// Names are the players in order.
func (t *Table) Names() []string { return t.names }

// Ranked are the players by their score.
func (t *Table) Ranked() []string {
	ranked := slices.Clone(t.names)
	slices.SortStableFunc(ranked, func(a, b string) int {
		return cmp.Compare(t.totals[b].Score(), t.totals[a].Score())
	})
	return ranked
}

// Total is what a player did against all.
func (t *Table) Total(name string) *Total { return t.total(name) }

// Games is the number of games.
func (t *Table) Games() int {
	n := 0
	for _, m := range t.cross {
		n += m.Games()
	}
	return n
}

// Draws is the number of draws.
func (t *Table) Draws() int {
	n := 0
	for _, m := range t.cross {
		n += m.Draws
	}
	return n
}

// Meeting is what a did against b.
func (t *Table) Meeting(a, b string) Meeting {
	if m := t.cross[[2]string{a, b}]; m != nil {
		return *m
	}
	if m := t.cross[[2]string{b, a}]; m != nil {
		r := Meeting{A: a, B: b, Trinomial: stats.Trinomial{Wins: m.Losses, Draws: m.Draws, Losses: m.Wins}}
		for i, n := range m.Pairs {
			r.Pairs[len(m.Pairs)-1-i] = n
		}
		return r
	}
	return Meeting{A: a, B: b}
}

// Endings are the reasons that games ended for, the most frequent first.
func (t *Table) Endings() []*Ending {
	var all []*Ending
	for _, e := range t.lines {
		all = append(all, e)
	}
	slices.SortFunc(all, func(a, b *Ending) int {
		return cmp.Or(cmp.Compare(b.Games(), a.Games()), strings.Compare(a.Reason, b.Reason))
	})
	return all
}

// Add takes in a game.
func (t *Table) Add(g *record.Game) {
	black, white := t.total(g.Black), t.total(g.White)
	a, b := g.Black, g.White
	if slices.Index(t.names, a) > slices.Index(t.names, b) {
		a, b = b, a
	}
	m := t.cross[[2]string{a, b}]
	if m == nil {
		m = &Meeting{A: a, B: b}
		t.cross[[2]string{a, b}] = m
	}
	points, _ := g.Points(a)
	count(&m.Trinomial, points)
	count(&t.totals[a].Trinomial, points)
	count(&t.totals[b].Trinomial, 1-points)
	blackPoints, _ := g.Points(g.Black)
	count(&black.Black, blackPoints)
	t.pair(g, m, points)
	t.ending(g)
	t.thoughts(g, black, white)
}

func count(t *stats.Trinomial, points float64) {
	switch points {
	case 0:
		t.Losses++
	case 1:
		t.Wins++
	default:
		t.Draws++
	}
}

// pair joins the game with its partner, if that was here.
func (t *Table) pair(g *record.Game, m *Meeting, points float64) {
	key := fmt.Sprintf("%s/%d/%s/%s", g.Run, g.Pair, m.A, m.B)
	first, ok := t.open[key]
	if !ok {
		t.open[key] = half{m.A, m.B, points}
		return
	}
	delete(t.open, key)
	i := int(2 * (first.points + points))
	m.Pairs[i]++
	t.totals[m.A].Pairs[i]++
	t.totals[m.B].Pairs[4-i]++
}

func (t *Table) ending(g *record.Game) {
	e := t.lines[g.Reason]
	if e == nil {
		e = &Ending{Reason: g.Reason}
		t.lines[g.Reason] = e
	}
	switch g.Result {
	case record.BlackWins:
		e.Black++
	case record.WhiteWins:
		e.White++
	default:
		e.Draws++
	}
	if IsFault(g.Reason) {
		loser := g.Black
		if g.Result == record.BlackWins {
			loser = g.White
		}
		t.total(loser).Faults++
	}
}

// thoughts adds up what the players said of their moves.
func (t *Table) thoughts(g *record.Game, black, white *Total) {
	side := white
	if g.BlackBegins() {
		side = black
	}
	for _, p := range g.Plies {
		d := time.Duration(p.Time * float64(time.Millisecond))
		side.Plies++
		side.Thought += d
		if p.Depth > 0 {
			side.Moves++
			side.Depths += p.Depth
		}
		if p.Nodes > 0 && d > 0 {
			side.Nodes += p.Nodes
			side.Time += d
		}
		if side == black {
			side = white
		} else {
			side = black
		}
	}
}

// Estimate is that of a player against all it met.
func (t *Table) Estimate(name string) stats.Estimate {
	total := t.total(name)
	return stats.Of(total.Pairs, total.Trinomial)
}

// Line is the score of the first two players so far, in a line.
func (t *Table) Line(test *stats.Test) string {
	if len(t.names) != 2 {
		return fmt.Sprintf("%d games, %d draws", t.Games(), t.Draws())
	}
	m := t.Meeting(t.names[0], t.names[1])
	e := stats.Of(m.Pairs, m.Trinomial)
	text := fmt.Sprintf("%s %d - %d - %d %s, Elo %s, LOS %.1f %%", m.A, m.Wins, m.Draws, m.Losses, m.B, EloText(e), 100*e.LOS)
	if test != nil {
		text += ", " + test.State(m.Pairs).String()
	}
	a, b := t.totals[m.A], t.totals[m.B]
	return text + fmt.Sprintf(", draws %.0f %%, depth %.1f and %.1f, nodes/s %s and %s", 100*m.DrawRate(), a.MeanDepth(), b.MeanDepth(), thousands(a.PerSecond()), thousands(b.PerSecond()))
}

// thousands writes a speed in three figures or so.
func thousands(x float64) string {
	switch {
	case x >= 1e6:
		return fmt.Sprintf("%.2fM", x/1e6)
	case x >= 1e3:
		return fmt.Sprintf("%.0fk", x/1e3)
	}
	return fmt.Sprintf("%.0f", x)
}

// EloText writes an estimate with its error.
func EloText(e stats.Estimate) string {
	return fmt.Sprintf("%s ± %s", SignedText(e.Elo), strings.TrimPrefix(SignedText(e.Error()), "+"))
}

// SignedText writes a difference in Elo.
func SignedText(x float64) string {
	if math.IsInf(x, 0) {
		if x < 0 {
			return "-∞"
		}
		return "+∞"
	}
	if math.Abs(x) < 0.05 {
		x = 0 // not -0
	}
	return fmt.Sprintf("%+.1f", x)
}

// Print writes the whole table.
func (t *Table) Print(out io.Writer, test *stats.Test) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "rank\tname\tgames\twon\tdrawn\tlost\tscore\tElo\t±\tLOS\tblack\tdepth\tnodes/s\tms/move\tfaults")
	ranked := t.Ranked()
	for i, n := range ranked {
		o := t.totals[n]
		e := t.Estimate(n)
		fmt.Fprintf(w, "%d\t%s\t%d\t%d\t%d\t%d\t%.1f%%\t%s\t%s\t%.1f%%\t%.1f%%\t%.1f\t%.0f\t%.0f\t%d\n", i+1, n, o.Games(), o.Wins, o.Draws, o.Losses,
			100*o.Score(), SignedText(e.Elo), strings.TrimPrefix(SignedText(e.Error()), "+"), 100*e.LOS, 100*o.Black.Score(), o.MeanDepth(), o.PerSecond(),
			float64(o.Thought.Milliseconds())/float64(max(o.Plies, 1)), o.Faults)
	}
	w.Flush()
	if len(t.names) > 2 {
		t.printCross(out, ranked)
	}
	if len(t.names) == 2 {
		m := t.Meeting(t.names[0], t.names[1])
		e := stats.Of(m.Pairs, m.Trinomial)
		fmt.Fprintf(out, "\n%s against %s: %d games, draws %.1f %%, pairs (0 ½ 1 1½ 2) %v\nElo %s (95 %%), normalized %s, LOS %.1f %%\n",
			m.A, m.B, m.Games(), 100*m.DrawRate(), m.Pairs, EloText(e), SignedText(e.Normalized), 100*e.LOS)
		if test != nil {
			fmt.Fprintf(out, "SPRT elo0=%g elo1=%g alpha=%g beta=%g (%s): %s\n", test.Elo0, test.Elo1, test.Alpha, test.Beta, test.Model, test.State(m.Pairs))
		}
	}
	fmt.Fprintln(out)
	w = tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "end of the game\tgames\tblack won\twhite won\tdrawn")
	for _, e := range t.Endings() {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\n", e.Reason, e.Games(), e.Black, e.White, e.Draws)
	}
	w.Flush()
}

// printCross writes points of each against each.
func (t *Table) printCross(out io.Writer, ranked []string) {
	fmt.Fprintln(out)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "points of")
	for i := range ranked {
		fmt.Fprintf(w, "\tagainst %d", i+1)
	}
	fmt.Fprintln(w)
	for i, a := range ranked {
		fmt.Fprintf(w, "%d %s", i+1, a)
		for _, b := range ranked {
			if m := t.Meeting(a, b); m.Games() > 0 {
				fmt.Fprintf(w, "\t%g/%d", m.Points(), m.Games())
			} else {
				fmt.Fprint(w, "\t-")
			}
		}
		fmt.Fprintln(w)
	}
	w.Flush()
}
