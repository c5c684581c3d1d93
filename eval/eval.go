package eval

import (
	"mujo/engine"
	"mujo/engine/rules"
	"mujo/eval/net"
)

// An Evaluator judges the positions of one variant. It belongs to one
// goroutine; Clone makes another for the next.
type Evaluator struct {
	*tables
	state *net.State // nil without a network
}

// tables never change.
type tables struct {
	r         *rules.Rules
	scores    *engine.Scores
	exchange  *engine.Values
	values    []float64               // by kind, in centipawns
	formula   formula                 // for kinds without a value of their own
	threat    [rules.MaxPieces]int16  // what an enemy near a royal adds to its danger
	shield    [rules.MaxPieces]int16  // what a friend beside it is worth
	distance  [rules.NumOffsets]uint8 // in king steps, of squares near a royal
	handPower []int16                 // what a piece in hand adds to the danger, by slot
	factors   factors
	local     bool     // LocalMeasures count
	army      int      // pieces of a side at the start
	net       *net.Net // nil without a network
}

// Limit bounds evaluations, in centipawns.
const Limit = 390_000

// New returns the evaluator of a variant, with the learned weights that are
// built in for it if there are any.
func New(r *rules.Rules) *Evaluator {
	w, err := builtIn(r)
	if err != nil { // the user's own sheet, with other pieces, under a name that has weights
		w = nil
	}
	return NewWith(r, w)
}

// NewWith returns an evaluator with the learned weights w, nil for none.
func NewWith(r *rules.Rules, w *net.Weights) *Evaluator {
	values, f := kindValues(r)
	t := &tables{r: r, values: values, formula: f, scores: placement(r, values), exchange: exchangeValues(r, values)}
	t.army = engine.New(r).Pieces(rules.Black)
	t.weighRoyals()
	t.learn(w)
	for _, f := range t.factors[:LocalMeasures] {
		t.local = t.local || f != 0
	}
	e := &Evaluator{tables: t}
	return e.Clone()
}

// Clone returns an evaluator for another goroutine.
func (e *Evaluator) Clone() *Evaluator {
	c := &Evaluator{tables: e.tables}
	if e.net != nil {
		c.state = e.net.NewState()
	}
	return c
}

// Scores are what positions must sum up for Evaluate: attach them.
func (e *Evaluator) Scores() *engine.Scores { return e.scores }

// Exchange returns the values for static exchange evaluation.
func (e *Evaluator) Exchange() *engine.Values { return e.exchange }

// Value returns the value of a kind in centipawns.
func (e *Evaluator) Value(k rules.Kind) int { return int(e.values[k] + 0.5) }

// estimate returns what the formula gives for a kind, in pawns.
func (e *Evaluator) estimate(k rules.Kind) float64 { return e.formula.value(reach(e.r, k)) }

// tempo is the worth of the move.
const tempo = 15

// Evaluate returns the worth of the position for the side to move, in
// centipawns. The evaluator's scores must be attached to it.
func (e *Evaluator) Evaluate(p *engine.Position) int {
	score := int(p.Score()) + e.pursuit(p)
	black, white := e.measure(p, rules.Black), e.measure(p, rules.White)
	for i, f := range e.factors {
		score += f*black[i]/100 - f*white[i]/100
	}
	if p.Side() == rules.White {
		score = -score
	}
	if e.state != nil {
		score += e.state.Evaluate(p)
	}
	return max(-Limit, min(Limit, score+tempo))
}

// A Term is one part of an evaluation, in centipawns for each side.
type Term struct {
	Name         string
	Black, White int
}

// Terms returns the parts whose differences, Black's less White's, make up
// the evaluation of the position, the tempo included.
func (e *Evaluator) Terms(p *engine.Position) []Term {
	var material, place, hand [2]int
	for _, sq := range e.r.Squares {
		pc := p.At(sq)
		if pc == rules.Empty {
			continue
		}
		c := pc.Color()
		v := int(e.exchange.Piece[pc.Index()])
		if e.r.Traits[pc.Index()]&rules.Royal != 0 {
			v = 0
		}
		sum := int(e.scores.Board[pc.Index()*e.r.NumSquares+int(sq)])
		if c == rules.White {
			sum = -sum
		}
		material[c] += v
		place[c] += sum - v
	}
	for slot, kind := range e.r.HandKinds {
		v := int(e.scores.Hand[rules.MakePiece(kind, rules.Black).Index()])
		for c := range hand {
			hand[c] += v * p.Hand(rules.Color(c), slot)
		}
	}
	terms := []Term{
		{"material", material[0], material[1]},
		{"hand", hand[0], hand[1]},
		{"placement", place[0], place[1]},
	}
	if !e.r.HasDrops {
		terms = append(terms[:1], terms[2:]...)
	}
	black, white := e.measure(p, rules.Black), e.measure(p, rules.White)
	for i, name := range MeasureNames() {
		terms = append(terms, Term{name, e.factors[i] * black[i] / 100, e.factors[i] * white[i] / 100})
	}
	pursuit := e.pursuit(p)
	terms = append(terms, Term{"pursuit", max(pursuit, 0), max(-pursuit, 0)})
	move := [2]int{}
	move[p.Side()] = tempo
	if e.state != nil {
		move[p.Side()] += e.state.Evaluate(p)
		return append(terms, Term{"network and tempo", move[0], move[1]})
	}
	return append(terms, Term{"tempo", move[0], move[1]})
}

// Measures returns the hand-made terms that factors weigh, before they do, in
// centipawns, Black's less White's.
func (e *Evaluator) Measures(p *engine.Position) []int {
	black, white := e.measure(p, rules.Black), e.measure(p, rules.White)
	values := make([]int, len(black))
	for i := range black {
		values[i] = black[i] - white[i]
	}
	return values
}
