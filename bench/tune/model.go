package tune

import (
	"math"
	"math/rand/v2"

	"mujo/engine/rules"
	"mujo/eval"
	"mujo/eval/net"
)

// A model is an evaluation while it is being fitted, in real numbers. Its
// parameters lie in one array, so that the optimiser need not know them.
type model struct {
	layout *net.Layout
	hidden int
	inputs int
	params []float32
	other  []uint32 // input of the other view, by input
	mirror []uint32 // nil unless left and right are alike
	place  part     // by Layout.PlaceOf
	factor part     // by measure
	local  int      // so many of them are left to the network
	input  part     // by input and hidden unit
	bias   part
	output part
	// The bounds of input and bias and of output, for their integers.
	maxInput, maxOutput float32
}

// A part is a range of the parameters.
type part struct{ from, to int }

func (p part) of(a []float32) []float32 { return a[p.from:p.to] }

const (
	// unit is what a parameter of 1 of place is worth, in centipawns.
	unit = 100
	// outputUnit is the same for output.
	outputUnit = 400
)

func newModel(r *rules.Rules, shape net.Shape, measures int, seed uint64) *model {
	m := &model{layout: net.NewLayout(r), hidden: shape.Hidden}
	m.inputs = m.layout.Inputs(shape.Near)
	m.other = make([]uint32, m.inputs)
	for i := range m.other {
		m.other[i] = uint32(m.layout.Other(i))
	}
	if shape.Near {
		m.local = eval.LocalMeasures
	}
	if symmetric(r) {
		m.mirror = make([]uint32, m.inputs)
		for i := range m.mirror {
			m.mirror[i] = uint32(m.layout.Mirror(i))
		}
	}
	n := 0
	take := func(k int) part {
		n += k
		return part{n - k, n}
	}
	m.place = take(m.layout.Places())
	m.factor = take(measures)
	m.input = take(m.inputs * m.hidden)
	m.bias = take(m.hidden)
	m.output = take(m.hidden)
	m.params = make([]float32, n)
	m.maxInput = float32(shape.MaxInput()) / net.One
	m.maxOutput = float32(shape.MaxOutput()) / (outputUnit * net.OutputOne)
	m.start(rand.New(rand.NewPCG(seed, 0)), len(r.Squares))
	return m
}

// start sets the parameters: the hand-made evaluation as it is, and a network
// whose units differ but say next to nothing yet.
func (m *model) start(rng *rand.Rand, squares int) {
	for i := range m.factor.of(m.params) {
		if i >= m.local {
			m.factor.of(m.params)[i] = 1
		}
	}
	spread := func(p part, size float64) {
		for i := range p.of(m.params) {
			p.of(m.params)[i] = float32(size * (2*rng.Float64() - 1))
		}
	}
	// Pieces alone tell units apart: rows of what is near royals begin at 0, so
	// that the rare ones say nothing that was not learned.
	pieces := part{m.input.from, m.input.from + m.layout.Pieces()*m.hidden}
	spread(pieces, min(1/math.Sqrt(float64(squares)/2), float64(m.maxInput)))
	spread(m.output, 0.1)
	for i := range m.bias.of(m.params) {
		m.bias.of(m.params)[i] = min(0.3, m.maxInput)
	}
}

// signs says how the views of the two sides count: the other side's is taken
// off. A network that may weigh them as it likes learns that the side to move
// is better off by a pawn and more, which the search, that stands pat for both
// sides in turn, does not bear (dai: -114 Elo against no network).
var signs = [2]float32{1, -1}

// A pass computes values and gradients of single samples. It belongs to one
// goroutine.
type pass struct {
	m     *model
	grads []float32
	views [2][]uint32
	sums  [2][]float32
	slope []float32
}

func (m *model) newPass() *pass {
	p := &pass{m: m, grads: make([]float32, len(m.params)), slope: make([]float32, m.hidden)}
	for v := range p.sums {
		p.sums[v] = make([]float32, m.hidden)
	}
	return p
}

// value returns the evaluation in centipawns of a sample whose inputs are in
// views, as see sets them.
func (p *pass) value(base float32, measures []float32) float32 {
	m := p.m
	v := base
	for i, f := range m.factor.of(m.params) {
		v += f * measures[i]
	}
	place := m.place.of(m.params)
	var sum float32
	for k, i := range p.views[0] {
		switch {
		case int(i) < m.layout.Own():
			sum += place[m.layout.PlaceOf(int(i))]
		case int(i) < m.layout.Pieces():
			sum -= place[m.layout.PlaceOf(int(p.views[1][k]))]
		}
	}
	v += unit * sum
	if m.hidden == 0 {
		return v
	}
	var out float32
	for view := range p.sums {
		sums := p.sums[view]
		copy(sums, m.bias.of(m.params))
		for _, i := range p.views[view] {
			row := m.row(m.params, i)
			for j := range sums {
				sums[j] += row[j]
			}
		}
		sign := signs[view]
		for j, s := range sums {
			s = max(0, min(1, s))
			out += sign * s * s * m.output.of(m.params)[j]
		}
	}
	return v + outputUnit*out
}

func (m *model) row(a []float32, input uint32) []float32 {
	return a[m.input.from+int(input)*m.hidden:][:m.hidden:m.hidden]
}

// see sets the views of a sample's inputs, mirrored or not.
func (p *pass) see(inputs []uint32, mirrored bool) {
	for v := range p.views {
		p.views[v] = p.views[v][:0]
	}
	for _, i := range inputs {
		if mirrored {
			i = p.m.mirror[i]
		}
		p.views[0] = append(p.views[0], i)
		p.views[1] = append(p.views[1], p.m.other[i])
	}
}

// learn adds to the gradients what the sample just valued asks for: d is the
// derivative of the loss by the value in pawns.
func (p *pass) learn(d float32, measures []float32) {
	m := p.m
	for i, g := range measures {
		if i >= m.local {
			m.factor.of(p.grads)[i] += d * g / unit
		}
	}
	place := m.place.of(p.grads)
	for k, i := range p.views[0] {
		switch {
		case int(i) < m.layout.Own():
			place[m.layout.PlaceOf(int(i))] += d
		case int(i) < m.layout.Pieces():
			place[m.layout.PlaceOf(int(p.views[1][k]))] -= d
		}
	}
	if m.hidden == 0 {
		return
	}
	for view := range p.sums {
		weights, grads, bias := m.output.of(m.params), m.output.of(p.grads), m.bias.of(p.grads)
		d := signs[view] * d
		for j, s := range p.sums[view] {
			p.slope[j] = 0
			if s > 0 && s < 1 {
				p.slope[j] = 2 * s * weights[j] * outputUnit / unit * d
			}
			s = max(0, min(1, s))
			grads[j] += s * s * outputUnit / unit * d
			bias[j] += p.slope[j]
		}
		for _, i := range p.views[view] {
			row := m.row(p.grads, i)
			for j := range row {
				row[j] += p.slope[j]
			}
		}
	}
}

// weights rounds the model to what the engine uses.
func (m *model) weights(shape net.Shape, names []string) *net.Weights {
	shape.Terms = map[string]int{}
	for i, f := range m.factor.of(m.params) {
		shape.Terms[names[i]] = int(math.Round(100 * float64(f)))
	}
	w := net.New(shape)
	round := func(to []int16, from []float32, scale float64, limit float64) {
		for i, x := range from {
			to[i] = int16(math.Round(max(-limit, min(limit, scale*float64(x)))))
		}
	}
	round(w.Place, m.place.of(m.params), unit, math.MaxInt16)
	round(w.Input, m.input.of(m.params), net.One, float64(shape.MaxInput()))
	round(w.Bias, m.bias.of(m.params), net.One, float64(shape.MaxInput()))
	round(w.Output, m.output.of(m.params), outputUnit*net.OutputOne, float64(shape.MaxOutput()))
	return w
}

// forget sets to 0 what the network says of inputs that no sample has: it would
// never learn any better than what it began with.
func (m *model) forget(s *samples) {
	seen := make([]bool, m.inputs)
	for _, i := range s.inputs {
		seen[i], seen[m.other[i]] = true, true
		if m.mirror != nil {
			seen[m.mirror[i]], seen[m.other[m.mirror[i]]] = true, true
		}
	}
	for i, known := range seen {
		if !known {
			clear(m.row(m.params, uint32(i)))
		}
	}
}

// adopt takes the rounded weights back.
func (m *model) adopt(w *net.Weights, names []string) {
	for i, name := range names {
		m.factor.of(m.params)[i] = float32(w.Terms[name]) / 100
	}
	set := func(to []float32, from []int16, scale float32) {
		for i, x := range from {
			to[i] = float32(x) / scale
		}
	}
	set(m.place.of(m.params), w.Place, unit)
	set(m.input.of(m.params), w.Input, net.One)
	set(m.bias.of(m.params), w.Bias, net.One)
	set(m.output.of(m.params), w.Output, outputUnit*net.OutputOne)
}

// bound keeps the parameters within what the integers can hold.
func (m *model) bound() {
	for _, each := range []struct {
		part
		limit float32
	}{{m.input, m.maxInput}, {m.bias, m.maxInput}, {m.output, m.maxOutput}} {
		for i, x := range each.of(m.params) {
			each.of(m.params)[i] = max(-each.limit, min(each.limit, x))
		}
	}
}
