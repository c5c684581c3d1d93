package tune

import (
	"fmt"
	"math/bits"

	"golang.org/x/sync/errgroup"

	"mujo/engine"
	"mujo/engine/rules"
	"mujo/eval"
	"mujo/eval/net"
)

// samples are positions to learn from, each from the view of the side to move.
type samples struct {
	inputs   []uint32 // of all, those of sample i from first[i] to first[i+1]
	first    []int
	base     []float32 // the evaluation but for the measures, in centipawns
	measures []float32 // by sample and measure, in centipawns
	target   []float32 // the share of the point to expect
	width    int       // measures of each
}

func (s *samples) len() int { return len(s.base) }

func (s *samples) of(i int) []uint32 { return s.inputs[s.first[i]:s.first[i+1]] }

func (s *samples) measuresOf(i int) []float32 { return s.measures[i*s.width:][:s.width] }

func (s *samples) append(t *samples) {
	offset := len(s.inputs)
	if len(s.first) == 0 {
		s.first = []int{0}
	}
	s.inputs = append(s.inputs, t.inputs...)
	for _, f := range t.first[1:] {
		s.first = append(s.first, offset+f)
	}
	s.base = append(s.base, t.base...)
	s.measures = append(s.measures, t.measures...)
	s.target = append(s.target, t.target...)
	s.width = t.width
}

// A lesson says what to take out of games.
type lesson struct {
	scale  float64 // centipawns
	lambda float64 // as Fit has it
	blend  float64 // as Fit has it
	near   bool    // with what is near royals
}

// decisiveScales is how many scales a score may be from 0 for the position to
// teach anything: beyond it 98 of 100 games are won.
const decisiveScales = 4

// collect replays games and takes the quiet positions out of them that are not
// decided.
func collect(r *rules.Rules, games []Game, l lesson, threads int) (*samples, error) {
	layout := net.NewLayout(r)
	parts := make([]samples, threads)
	var group errgroup.Group
	for t := range parts {
		mine := games[len(games)*t/threads : len(games)*(t+1)/threads]
		group.Go(func() error {
			c := &collector{layout: layout, lesson: l, e: eval.NewWith(r, nil), out: &parts[t]}
			c.out.first = []int{0}
			for i := range mine {
				if err := c.replay(r, &mine[i]); err != nil {
					return fmt.Errorf("a game that begins %v %v: %w", mine[i].Opening, mine[i].Moves[:min(len(mine[i].Moves), 3)], err)
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	all := new(samples)
	for i := range parts {
		all.append(&parts[i])
		parts[i] = samples{}
	}
	return all, nil
}

// A collector turns positions into samples.
type collector struct {
	lesson
	layout *net.Layout
	e      *eval.Evaluator
	out    *samples
}

func (c *collector) replay(r *rules.Rules, g *Game) error {
	p := engine.New(r)
	p.Attach(c.e.Scores())
	play := func(text string) (engine.Move, error) {
		m, err := p.ParseMove(text)
		if err != nil {
			return m, fmt.Errorf("move %q: %w", text, err)
		}
		return m, nil
	}
	for _, text := range g.Opening {
		m, err := play(text)
		if err != nil {
			return err
		}
		p.Make(m)
	}
	targets, decisive := c.targets(g), int(decisiveScales*c.scale)
	for i, text := range g.Moves {
		m, err := play(text)
		if err != nil {
			return err
		}
		s := g.Scores[i]
		if s > -decisive && s < decisive && !p.IsCapture(m) && !m.Promotes() && !p.InCheck(p.Side()) {
			c.add(p, targets[i])
		}
		p.Make(m)
	}
	return nil
}

// targets returns what to expect before each move of a game: the search's score
// there and, less and less by lambda, those after it, up to the result; and the
// result once more for what blend leaves. R. Sutton, "Learning to Predict by the
// Methods of Temporal Differences" (1988).
func (l *lesson) targets(g *Game) []float32 {
	all := make([]float32, len(g.Moves))
	ahead, known := g.share(engine.Black)
	// Black's view on the way, the mover's at the end.
	turned := func(i int, x float32) float32 {
		if g.mover(i) == engine.White {
			return 1 - x
		}
		return x
	}
	said := func(i int) float32 { return turned(i, expected(float32(g.Scores[i]), float32(l.scale))) }
	result, lambda, blend := ahead, float32(l.lambda), float32(l.blend)
	if !known {
		blend = 1
		if n := len(g.Moves); n > 0 {
			ahead = said(n - 1)
		}
	}
	for i := len(g.Moves) - 1; i >= 0; i-- {
		ahead = lambda*ahead + (1-lambda)*said(i)
		all[i] = turned(i, blend*ahead+(1-blend)*result)
	}
	return all
}

func (c *collector) add(p *engine.Position, target float32) {
	r, out, us := p.Rules(), c.out, p.Side()
	for _, sq := range r.Squares {
		if pc := p.At(sq); pc != engine.Empty {
			out.inputs = append(out.inputs, uint32(c.layout.Piece(us, pc, sq)))
		}
	}
	for slot := range r.HandKinds {
		for _, owner := range []engine.Color{engine.Black, engine.White} {
			for n := range p.Hand(owner, slot) {
				if i := c.layout.Held(us, owner, slot, n); i >= 0 {
					out.inputs = append(out.inputs, uint32(i))
				}
			}
		}
	}
	if c.near {
		c.addNear(p)
	}
	out.first = append(out.first, len(out.inputs))
	sign := 1
	if us == engine.White {
		sign = -1
	}
	measures := c.e.Measures(p)
	out.width = len(measures)
	whole := c.e.Evaluate(p)
	for _, m := range measures {
		out.measures = append(out.measures, float32(sign*m))
		whole -= sign * m
	}
	out.base = append(out.base, float32(whole))
	out.target = append(out.target, target)
}

func (c *collector) addNear(p *engine.Position) {
	r := p.Rules()
	for _, side := range []engine.Color{engine.Black, engine.White} {
		royal, ok := p.Royal(side)
		if !ok {
			continue
		}
		for around := r.OnBoard[royal]; around != 0; around &= around - 1 {
			o := bits.TrailingZeros64(around)
			if pc := p.At(royal + engine.Square(r.Offsets[o])); pc != engine.Empty {
				c.out.inputs = append(c.out.inputs, uint32(c.layout.Near(p.Side(), side, pc, o)))
			}
		}
	}
}
