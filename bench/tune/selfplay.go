package tune

import (
	"context"
	"math/rand/v2"
	"sync"

	"golang.org/x/sync/errgroup"

	"mujo/bench/record"
	"mujo/engine"
	"mujo/engine/rules"
	"mujo/eval"
	"mujo/search"
)

// Play adds games to the file at path until it holds those numbered from 0 to
// count-1, on threads threads, and tells progress after each. A game depends on
// its number, the settings and the engine alone; after an interruption the
// missing ones are played.
func Play(ctx context.Context, r *rules.Rules, path string, s Settings, count, threads int, progress func(done int)) (err error) {
	out, held, err := open(path, Header{Version: Version, Variant: r.Name, Settings: s})
	if err != nil {
		return err
	}
	defer func() {
		if e := out.Close(); err == nil {
			err = e
		}
	}()
	var mu sync.Mutex
	next, done := 0, len(held)
	group, ctx := errgroup.WithContext(ctx)
	for range threads {
		group.Go(func() error {
			p := newPlayer(r, s)
			for ctx.Err() == nil {
				mu.Lock()
				for held[next] {
					next++
				}
				number := next
				next++
				mu.Unlock()
				if number >= count {
					return nil
				}
				g := p.play(ctx, number)
				if g == nil {
					break
				}
				if err := out.Line(g); err != nil {
					return err
				}
				mu.Lock()
				done++
				progress(done)
				mu.Unlock()
			}
			return ctx.Err()
		})
	}
	return group.Wait()
}

// A player plays both sides of games.
type player struct {
	r        *rules.Rules
	s        Settings
	lopsided int // a score in centipawns that no game begins with
	searcher *search.Searcher
}

// playerHash is the size in MiB of a player's table: for searches of a few
// thousand nodes a small one is as good, and faster.
const playerHash = 4

func newPlayer(r *rules.Rules, s Settings) *player {
	return &player{r, s, Adjudication(r) / evenness, search.New(r, search.Options{HashMB: playerHash})}
}

// Adjudication returns a score in centipawns beyond which a game of the variant
// may well be taken for decided: that of two of the strongest pieces that it
// begins with, or 3000 where that is more.
func Adjudication(r *rules.Rules) int {
	e, p := eval.NewWith(r, nil), engine.New(r)
	score := 3000
	for _, sq := range r.Squares {
		pc := p.At(sq)
		if pc != engine.Empty && r.Traits[pc.Index()]&rules.Royal == 0 {
			score = max(score, 2*e.Value(pc.Kind()))
		}
	}
	return min(score, ScoreLimit)
}

const (
	// agreement is how many plies running both sides must agree on the winner
	// before a game is cut short.
	agreement = 6
	// evenness is the share of Adjudication that a game may begin with: more
	// teaches little.
	evenness = 3
)

// play plays the game of a number, nil if it was interrupted.
func (y *player) play(ctx context.Context, number int) *Game {
	rng := rand.New(rand.NewPCG(y.s.Seed, uint64(number)))
	for {
		p := engine.New(y.r)
		g := &Game{Number: number}
		for range y.s.openingLength(rng) {
			moves := p.GenerateLegal(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			g.Opening = append(g.Opening, p.MoveText(m))
			p.Make(m)
		}
		y.searcher.NewGame()
		if y.finish(ctx, p, g) {
			return g
		}
		if ctx.Err() != nil {
			return nil
		}
	}
}

// openingLength draws how many random moves a game begins with. They are not
// few, since the same opening makes the same game.
func (s *Settings) openingLength(rng *rand.Rand) int {
	least := (s.Random + 3) / 4
	return least + rng.IntN(s.Random-least+1)
}

// finish plays the game to its end and reports whether it is worth keeping.
func (y *player) finish(ctx context.Context, p *engine.Position, g *Game) bool {
	decided := 0 // plies that agreed, positive for Black
	for {
		if o := p.Outcome(); o.Over {
			g.Result = record.ResultOf(o)
			return len(g.Moves) > 0
		}
		if p.Moves() >= y.s.MaxPlies {
			return true
		}
		if ctx.Err() != nil {
			return false
		}
		found := y.searcher.Go(p, search.NewControl(search.Limits{Nodes: y.s.Nodes}), nil)
		score := max(-ScoreLimit, min(ScoreLimit, int(found.Score)))
		if len(g.Moves) == 0 && (score > y.lopsided || score < -y.lopsided) {
			return false
		}
		g.Moves = append(g.Moves, p.MoveText(found.Best))
		g.Scores = append(g.Scores, score)
		if p.Side() == engine.White {
			score = -score
		}
		switch limit := y.s.Adjudicate; {
		case limit > 0 && score >= limit:
			decided = max(decided, 0) + 1
		case limit > 0 && score <= -limit:
			decided = min(decided, 0) - 1
		default:
			decided = 0
		}
		switch decided {
		case agreement:
			g.Result = record.BlackWins
			return true
		case -agreement:
			g.Result = record.WhiteWins
			return true
		}
		p.Make(found.Best)
	}
}
