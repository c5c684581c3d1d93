package measure

import (
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"
)

// A Ratio is by what factor a figure changed, with a 95 % interval from how
// much single positions differ in it.
type Ratio struct {
	N         int // positions
	Mean      float64
	Low, High float64
}

// Certain reports whether the interval leaves out that nothing changed.
func (r Ratio) Certain() bool { return r.N > 1 && (r.Low > 1 || r.High < 1) }

func (r Ratio) String() string {
	if r.N == 0 {
		return "-"
	}
	text := fmt.Sprintf("%+.1f %%", 100*(r.Mean-1))
	if r.N == 1 {
		return text + " (one position)"
	}
	text += fmt.Sprintf(" (%+.1f to %+.1f)", 100*(r.Low-1), 100*(r.High-1))
	if !r.Certain() {
		text += ", within the noise"
	}
	return text
}

// ratioOf is the geometric mean of ratios and its interval, by Student's t on
// their logarithms.
func ratioOf(ratios []float64) Ratio {
	n := len(ratios)
	if n == 0 {
		return Ratio{}
	}
	mean := 0.0
	for _, x := range ratios {
		mean += math.Log(x) / float64(n)
	}
	variance := 0.0
	for _, x := range ratios {
		variance += (math.Log(x) - mean) * (math.Log(x) - mean)
	}
	r := Ratio{N: n, Mean: math.Exp(mean)}
	r.Low, r.High = r.Mean, r.Mean
	if n > 1 {
		margin := student(n-1) * math.Sqrt(variance/float64(n-1)/float64(n))
		r.Low, r.High = math.Exp(mean-margin), math.Exp(mean+margin)
	}
	return r
}

// student is the 97.5 % point of Student's t, by the expansion of Cornish and
// Fisher from the third degree of freedom on.
func student(degrees int) float64 {
	switch degrees {
	case 1:
		return 12.706
	case 2:
		return 4.303
	}
	const z = 1.959963984540054
	v := float64(degrees)
	z3, z5, z7 := z*z*z, z*z*z*z*z, math.Pow(z, 7)
	return z + (z3+z)/(4*v) + (5*z5+16*z3+3*z)/(96*v*v) + (3*z7+19*z5+17*z3-15*z)/(384*v*v*v)
}

// A Difference is how one variant changed from run to run.
type Difference struct {
	Variant  string
	Common   int // positions in both
	OldNodes uint64
	NewNodes uint64
	Speed    Ratio // nodes a second
	Time     Ratio
	Depth    float64 // mean change
}

// SameTree reports whether both searched the same number of nodes in all.
func (d *Difference) SameTree() bool { return d.OldNodes == d.NewNodes }

type key struct{ variant, sfen, engine string }

// best has for each position the fastest of its measurements: what slows one
// down is not the engine.
func (r *Run) best() (map[key]Position, []string) {
	best := map[key]Position{}
	var names []string
	for _, p := range r.Positions {
		k := key{p.Variant, p.SFEN, p.Engine}
		if b, ok := best[k]; !ok || p.MS < b.MS {
			best[k] = p
		}
		if !slices.Contains(names, p.Variant) {
			names = append(names, p.Variant)
		}
	}
	return best, names
}

// Compare compares runs position by position.
func Compare(old, new *Run) []Difference {
	before, _ := old.best()
	after, names := new.best()
	var all []Difference
	for _, name := range names {
		d := Difference{Variant: name}
		var speed, time []float64
		for k, b := range after {
			a, ok := before[k]
			if k.variant != name || !ok {
				continue
			}
			d.Common++
			d.OldNodes += a.Nodes
			d.NewNodes += b.Nodes
			d.Depth += float64(b.Depth - a.Depth)
			if a.MS > 0 && b.MS > 0 {
				time = append(time, b.MS/a.MS)
				if a.Nodes > 0 && b.Nodes > 0 {
					speed = append(speed, float64(b.Nodes)/b.MS/(float64(a.Nodes)/a.MS))
				}
			}
		}
		if d.Common > 0 {
			d.Depth /= float64(d.Common)
		}
		slices.Sort(speed) // the order of a map is random, and sums depend on theirs
		slices.Sort(time)
		d.Speed, d.Time = ratioOf(speed), ratioOf(time)
		all = append(all, d)
	}
	return all
}

// PrintComparison writes differences as a table.
func PrintComparison(out io.Writer, all []Difference) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "variant\tpositions\tnodes before\tnodes now\tnodes/s\ttime\tdepth")
	for _, d := range all {
		tree := fmt.Sprint(d.NewNodes)
		if d.SameTree() {
			tree += " (same)"
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%s\t%s\t%s\t%+.1f\n", d.Variant, d.Common, d.OldNodes, tree, d.Speed, d.Time, d.Depth)
	}
	w.Flush()
}

// PrintDuel writes what each engine did in each variant, and the first one's
// speed over each other's.
func PrintDuel(out io.Writer, run *Run) {
	type total struct {
		n, depth         int
		nodes            uint64
		ms, branch, hash float64
	}
	var order []key
	sums := map[key]*total{}
	speeds := map[key]float64{}
	for _, p := range run.Positions {
		k := key{variant: p.Variant, engine: p.Engine}
		if sums[k] == nil {
			sums[k] = &total{}
			order = append(order, k)
		}
		s := sums[k]
		s.n++
		s.depth += p.Depth
		s.nodes += p.Nodes
		s.ms += p.MS
		s.branch += p.Branching
		s.hash += float64(p.HashFull)
		speeds[key{p.Variant, p.SFEN, p.Engine}] = float64(p.NPS)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "variant\tengine\tpositions\tdepth\tnodes\tms\tnodes/s\tbranching\thash\tthe first one's nodes/s to its")
	for _, k := range order {
		s := sums[k]
		n := float64(s.n)
		first := order[slices.IndexFunc(order, func(o key) bool { return o.variant == k.variant })]
		versus := ""
		if first != k {
			var ratios []float64
			for _, p := range run.Positions {
				own := float64(p.NPS)
				mine := speeds[key{p.Variant, p.SFEN, first.engine}]
				if p.Variant == k.variant && p.Engine == k.engine && own > 0 && mine > 0 {
					ratios = append(ratios, mine/own)
				}
			}
			if r := ratioOf(ratios); r.N > 0 {
				versus = fmt.Sprintf("%.2f (%.2f to %.2f)", r.Mean, r.Low, r.High)
			}
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%.1f\t%d\t%.0f\t%.0f\t%.2f\t%.1f%%\t%s\n", k.variant, k.engine, s.n, float64(s.depth)/n, s.nodes, s.ms,
			float64(s.nodes)*1000/max(s.ms, 0.01), s.branch/n, s.hash/n/10, versus)
	}
	w.Flush()
}
