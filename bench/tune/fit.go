package tune

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"golang.org/x/sync/errgroup"

	"mujo/engine/rules"
	"mujo/eval"
	"mujo/eval/net"
)

// A Fit says how to fit weights to games.
type Fit struct {
	Hidden int     `json:"hidden"` // units of the network, 0 for none
	Near   bool    `json:"near"`   // it sees what is near royals
	Epochs int     `json:"epochs"` // passes over all positions
	Batch  int     `json:"batch"`  // positions a step
	Rate   float64 `json:"rate"`   // of learning at first; it falls to nothing
	Decay  float64 `json:"decay"`  // of the network's inputs, as a multiple of the rate
	// Lambda is how much what the search said a move later counts against what
	// it said before, 0 for nothing.
	Lambda float64 `json:"lambda"`
	// Blend is how much the search's scores count beside the game's result.
	Blend float64 `json:"blend"`
	Seed  uint64  `json:"seed"`
}

// A Report tells how a fit went. Losses are mean squares of the difference
// between the expected and the actual share of points.
type Report struct {
	Variant   string   `json:"variant"`
	Played    []Played `json:"games_played"` // by file
	Fit       Fit      `json:"fit"`
	Positions int      `json:"positions"`
	// Scale is the score in centipawns that wins 1/(1+1/e) of the points.
	Scale  float64 `json:"scale"`
	Before float64 `json:"loss_before"` // of the hand-made evaluation, on games kept back
	Epochs []Epoch `json:"epochs"`
	// After is the loss of the weights as the engine uses them.
	After float64        `json:"loss_after"`
	Terms map[string]int `json:"terms"` // factors of the hand-made terms in percent
}

// Played are the games of one file.
type Played struct {
	Settings
	Games int `json:"games"` // in the file, repeated ones too
}

// Games returns the number of all games.
func (r *Report) Games() int {
	n := 0
	for _, p := range r.Played {
		n += p.Games
	}
	return n
}

// An Epoch is the state after one pass.
type Epoch struct {
	Train float64 `json:"train"`
	Valid float64 `json:"valid"` // on games kept back
}

// keptBack is the share of games that the fit does not see, to measure it.
const keptBack = 20

// Run fits weights for a variant to the games of files, on threads threads,
// and tells progress after each epoch. Games that repeat another's moves do not
// count; the last of the others are kept back.
func (f Fit) Run(ctx context.Context, r *rules.Rules, files []*File, threads int, progress func(*Report)) (*net.Weights, *Report, error) {
	rep := &Report{Variant: r.Name, Fit: f}
	var games []Game
	for _, file := range files {
		games = append(games, file.Games...)
		rep.Played = append(rep.Played, Played{file.Header.Settings, len(file.Games)})
	}
	games = distinct(games)
	cut := len(games) - len(games)/keptBack
	rep.Scale = scaleOf(games[:cut])
	l := lesson{scale: rep.Scale, lambda: f.Lambda, blend: f.Blend, near: f.Near}
	train, err := collect(r, games[:cut], l, threads)
	if err != nil {
		return nil, nil, err
	}
	valid, err := collect(r, games[cut:], l, threads)
	if err != nil {
		return nil, nil, err
	}
	if train.len() < f.Batch || valid.len() == 0 {
		return nil, nil, errors.New("too few positions to learn from: play more games")
	}
	rep.Positions = train.len() + valid.len()
	shape := net.ShapeOf(r, f.Hidden, f.Near)
	t := &trainer{
		fit: f, m: newModel(r, shape, train.width, f.Seed), train: train, scale: float32(rep.Scale),
		rng: rand.New(rand.NewPCG(f.Seed, 1)),
	}
	t.m.forget(train)
	for range threads {
		t.passes = append(t.passes, t.m.newPass())
	}
	t.optimiser = newAdam(len(t.m.params))
	rep.Before = baseLoss(valid, t)
	for epoch := range f.Epochs {
		loss, err := t.epoch(ctx, epoch)
		if err != nil {
			return nil, nil, err
		}
		rep.Epochs = append(rep.Epochs, Epoch{Train: loss, Valid: t.loss(valid)})
		progress(rep)
	}
	names := eval.MeasureNames()
	w := t.m.weights(shape, names)
	rep.Terms = w.Terms
	t.m.adopt(w, names)
	rep.After = t.loss(valid)
	return w, rep, nil
}

// A trainer fits a model to samples.
type trainer struct {
	fit       Fit
	m         *model
	train     *samples
	scale     float32 // centipawns
	rng       *rand.Rand
	passes    []*pass
	optimiser *adam
}

// expected turns centipawns into a share of points.
func expected(v, scale float32) float32 { return float32(1 / (1 + math.Exp(-float64(v/scale)))) }

// epoch goes once over the samples in random order.
func (t *trainer) epoch(ctx context.Context, number int) (float64, error) {
	n := t.train.len()
	order := t.rng.Perm(n)
	losses := make([]float64, len(t.passes))
	steps := n / t.fit.Batch
	for step := range steps {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		batch := order[step*t.fit.Batch:][:t.fit.Batch]
		coin := t.rng.Uint64()
		var group errgroup.Group
		for k, p := range t.passes {
			mine := batch[len(batch)*k/len(t.passes) : len(batch)*(k+1)/len(t.passes)]
			group.Go(func() error {
				losses[k] += t.study(p, mine, coin)
				return nil
			})
		}
		_ = group.Wait() // no part of it fails
		done := (float64(number) + float64(step)/float64(steps)) / float64(t.fit.Epochs)
		t.optimiser.step(t.m.params, t.gradients(), t.fit.Rate*(1+math.Cos(math.Pi*done))/2, t.fit.Decay, t.m.input)
		t.m.bound()
	}
	var sum float64
	for _, l := range losses {
		sum += l
	}
	return sum / float64(steps*t.fit.Batch), nil
}

func (t *trainer) gradients() [][]float32 {
	var all [][]float32
	for _, p := range t.passes {
		all = append(all, p.grads)
	}
	return all
}

// study adds up the gradients of samples and returns the sum of their losses.
// Where left and right are alike half of the samples are mirrored.
func (t *trainer) study(p *pass, batch []int, coin uint64) float64 {
	var sum float64
	share := 1 / float32(t.fit.Batch)
	for _, i := range batch {
		coin = coin*6364136223846793005 + 1442695040888963407
		p.see(t.train.of(i), t.m.mirror != nil && coin>>63 == 1)
		measures := t.train.measuresOf(i)
		e := expected(p.value(t.train.base[i], measures), t.scale)
		off := e - t.train.target[i]
		sum += float64(off * off)
		p.learn(2*off*e*(1-e)/t.scale*unit*share, measures)
	}
	return sum
}

// loss returns the mean loss on samples.
func (t *trainer) loss(s *samples) float64 {
	sums := make([]float64, len(t.passes))
	var group errgroup.Group
	for k, p := range t.passes {
		group.Go(func() error {
			for i := s.len() * k / len(t.passes); i < s.len()*(k+1)/len(t.passes); i++ {
				p.see(s.of(i), false)
				off := expected(p.value(s.base[i], s.measuresOf(i)), t.scale) - s.target[i]
				sums[k] += float64(off * off)
			}
			return nil
		})
	}
	_ = group.Wait() // no part of it fails
	var sum float64
	for _, x := range sums {
		sum += x
	}
	return sum / float64(s.len())
}

// baseLoss is the loss of the hand-made evaluation.
func baseLoss(s *samples, t *trainer) float64 {
	var sum float64
	for i := range s.len() {
		v := s.base[i]
		for _, m := range s.measuresOf(i) {
			v += m
		}
		off := expected(v, t.scale) - s.target[i]
		sum += float64(off * off)
	}
	return sum / float64(s.len())
}

// largestScale bounds the scale in centipawns: where the scores foretell next
// to nothing the best would be without limit.
const largestScale = 50_000

// scaleOf finds the scale at which the scores of games foretell their results
// best.
func scaleOf(games []Game) float64 {
	loss := func(scale float64) float64 {
		var sum float64
		for i := range games {
			g := &games[i]
			for k, s := range g.Scores {
				if share, known := g.share(g.mover(k)); known && s > -ScoreLimit && s < ScoreLimit {
					off := float64(expected(float32(s), float32(scale)) - share)
					sum += off * off
				}
			}
		}
		return sum
	}
	best, least := 0.0, math.Inf(1)
	for scale := 200.0; scale < largestScale; scale *= 1.1 {
		if l := loss(scale); l < least {
			best, least = scale, l
		}
	}
	return best
}
