package eval

import (
	"mujo/engine"
	"mujo/engine/rules"
)

// An Evaluator judges the positions of one variant.
type Evaluator struct {
	r         *rules.Rules
	scores    *engine.Scores
	exchange  *engine.Values
	values    []float64               // by kind, in centipawns
	formula   formula                 // for kinds without a value of their own
	threat    [rules.MaxPieces]int16  // what an enemy near a royal adds to its danger
	shield    [rules.MaxPieces]int16  // what a friend beside it is worth
	distance  [rules.NumOffsets]uint8 // in king steps, of squares near a royal
	handPower []int16                 // what a piece in hand adds to the danger, by slot
}

// Limit bounds evaluations, in centipawns.
const Limit = 390_000

// New returns the evaluator of a variant.
func New(r *rules.Rules) *Evaluator {
	values, f := kindValues(r)
	e := &Evaluator{r: r, values: values, formula: f, scores: placement(r, values), exchange: exchangeValues(r, values)}
	e.weighRoyals()
	return e
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
	score := int(p.Score()) + e.royalSafety(p, rules.Black) - e.royalSafety(p, rules.White) +
		e.spareRoyals(p, rules.Black) - e.spareRoyals(p, rules.White)
	if p.Side() == rules.White {
		score = -score
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
	move := [2]int{}
	move[p.Side()] = tempo
	terms := []Term{
		{"material", material[0], material[1]},
		{"hand", hand[0], hand[1]},
		{"placement", place[0], place[1]},
		{"royal safety", e.royalSafety(p, rules.Black), e.royalSafety(p, rules.White)},
		{"spare royals", e.spareRoyals(p, rules.Black), e.spareRoyals(p, rules.White)},
		{"tempo", move[0], move[1]},
	}
	if !e.r.HasDrops {
		terms = append(terms[:1], terms[2:]...)
	}
	return terms
}
