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
	score    []float32 // what the search said, in centipawns
	result   []float32 // 1 for a win, 0 for a loss, unknown if there is none
	width    int       // measures of each
}

// unknown marks the result of a game that was cut off.
const unknown = -1

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
	s.score = append(s.score, t.score...)
	s.result = append(s.result, t.result...)
	s.width = t.width
}

// collect replays games and takes the quiet positions out of them whose scores
// are nearer to 0 than decisive, with what is near royals or without.
func collect(r *rules.Rules, games []Game, decisive int, near bool, threads int) (*samples, error) {
	layout := net.NewLayout(r)
	parts := make([]samples, threads)
	var group errgroup.Group
	for t := range parts {
		mine := games[len(games)*t/threads : len(games)*(t+1)/threads]
		group.Go(func() error {
			c := &collector{layout: layout, near: near, decisive: decisive, e: eval.NewWith(r, nil), out: &parts[t]}
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
	layout   *net.Layout
	near     bool
	decisive int // centipawns
	e        *eval.Evaluator
	out      *samples
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
	for i, text := range g.Moves {
		m, err := play(text)
		if err != nil {
			return err
		}
		s := g.Scores[i]
		if s > -c.decisive && s < c.decisive && !p.IsCapture(m) && !m.Promotes() && !p.InCheck(p.Side()) {
			c.add(p, s, g)
		}
		p.Make(m)
	}
	return nil
}

func (c *collector) add(p *engine.Position, score int, g *Game) {
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
	out.score = append(out.score, float32(score))
	share, known := g.share(us)
	if !known {
		share = unknown
	}
	out.result = append(out.result, share)
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
