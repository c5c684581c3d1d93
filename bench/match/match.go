package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"mujo/bench/player"
	"mujo/bench/record"
	"mujo/bench/stats"
	"mujo/engine"
	"mujo/engine/rules"
)

// An Entrant is a player with its time.
type Entrant struct {
	player.Spec
	Control
}

// The kinds of tournament.
const (
	RoundRobin = "roundrobin" // all play all
	Gauntlet   = "gauntlet"   // the first plays all others
)

// A Config is a match.
type Config struct {
	Rules       *rules.Rules
	Entrants    []Entrant
	Tournament  string
	Rounds      int
	Games       int // of each pairing in a round
	Concurrency int
	Openings    Openings
	Resign      Resign
	Draw        Draw
	MaxPlies    int           // 0: no limit
	HangTime    time.Duration // for moves without a clock
	SPRT        *stats.Test   // nil: none
	// Shard is the part of the match to play, Shard of Shards, from 1.
	Shard, Shards int
	// Declares reports whether the side to move may claim to have won.
	Declares func(*engine.Position) bool
	// Sheet is the file the rules come from, if any.
	Sheet string
}

// A job is one game to play.
type job struct {
	number       int
	round, pair  int
	black, white int // entrants
	opening      int
}

// A Match is a Config that was found good.
type Match struct {
	Config
	id   string // fingerprint of the conditions
	book *book
	jobs []job
}

// New checks a config and lists its games.
func New(c Config) (*Match, error) {
	m := &Match{Config: c}
	m.Rounds, m.Games, m.Concurrency = max(m.Rounds, 1), max(m.Games, 1), max(m.Concurrency, 1)
	m.Shards, m.Shard = max(m.Shards, 1), max(m.Shard, 1)
	if m.HangTime == 0 {
		m.HangTime = 10 * time.Minute
	}
	if err := m.check(); err != nil {
		return nil, err
	}
	m.Entrants = slices.Clone(m.Entrants)
	for i := range m.Entrants {
		m.Entrants[i].Declares = m.Declares
	}
	m.schedule()
	if err := m.open(); err != nil {
		return nil, err
	}
	m.id = m.Header().Run
	return m, nil
}

func (m *Match) check() error {
	if len(m.Entrants) < 2 {
		return fmt.Errorf("%d engines, expected at least two", len(m.Entrants))
	}
	names := map[string]bool{}
	for i := range m.Entrants {
		e := &m.Entrants[i]
		if names[e.Name] {
			return fmt.Errorf("two engines of the name %q; name= tells them apart", e.Name)
		}
		names[e.Name] = true
		if err := e.Control.Check(); err != nil {
			return fmt.Errorf("engine %s: %w", e.Name, err)
		}
		if e.Protocol == player.CECP && e.Nodes > 0 {
			return fmt.Errorf("engine %s: nodes=%d: CECP knows no such limit", e.Name, e.Nodes)
		}
	}
	if m.SPRT != nil {
		if len(m.Entrants) != 2 {
			return fmt.Errorf("-sprt with %d engines, expected two", len(m.Entrants))
		}
		if err := m.SPRT.Check(); err != nil {
			return fmt.Errorf("-sprt: %w", err)
		}
	}
	if m.Shard > m.Shards {
		return fmt.Errorf("shard %d of %d", m.Shard, m.Shards)
	}
	return nil
}

// pairings are the pairs of entrants that meet.
func (m *Match) pairings() [][2]int {
	var all [][2]int
	for a := range m.Entrants {
		for b := a + 1; b < len(m.Entrants); b++ {
			all = append(all, [2]int{a, b})
		}
		if m.Tournament == Gauntlet {
			break
		}
	}
	return all
}

// schedule lists the games of the shard: for each opening every pairing, with
// both colours. The number of a game does not depend on the shard.
func (m *Match) schedule() {
	pairings := m.pairings()
	each := m.Rounds * m.Games
	for k := 0; k < each; k += 2 {
		for i, p := range pairings {
			pair := k/2*len(pairings) + i
			if pair%m.Shards != m.Shard-1 {
				continue
			}
			for swap := range min(2, each-k) {
				j := job{number: 2*pair + swap, round: (k + swap) / m.Games, pair: pair, black: p[0], white: p[1], opening: k / 2}
				if swap == 1 {
					j.black, j.white = j.white, j.black
				}
				m.jobs = append(m.jobs, j)
			}
		}
	}
}

// open opens the book of openings, and looks whether all players can play
// them.
func (m *Match) open() (err error) {
	if m.book, err = m.Openings.book(m.Rules); err != nil {
		return err
	}
	for i := range m.Entrants {
		for _, o := range m.book.lines {
			if o.SFEN == "" || m.Entrants[i].Protocol != player.CECP {
				continue
			}
			g, err := player.NewGame(m.Rules, o.SFEN)
			if err != nil {
				return err
			}
			if err := player.CanSetUp(g.Pos); err != nil {
				return fmt.Errorf("engine %s and %s: %w; openings by moves do", m.Entrants[i].Name, m.Openings.File, err)
			}
		}
	}
	_, err = m.book.at(0)
	return err
}

// Len is the number of games of the shard.
func (m *Match) Len() int { return len(m.jobs) }

// Header is what goes before the games in a file.
func (m *Match) Header() *record.Header {
	h := &record.Header{Version: record.Version, Started: time.Now().UTC().Truncate(time.Second)}
	if m.Shards > 1 {
		h.Shard = fmt.Sprintf("%d/%d", m.Shard, m.Shards)
	}
	h.Conditions = record.Conditions{
		Variant: m.Rules.Name, Sheet: m.Sheet, Tournament: m.Tournament, Rounds: m.Rounds, Games: m.Games,
		Seed: m.Openings.Seed, Openings: m.Openings.String(), Resign: m.Resign.String(), Draw: m.Draw.String(), MaxPlies: m.MaxPlies, SPRT: m.SPRT,
	}
	for i := range m.Entrants {
		h.Engines = append(h.Engines, m.Entrants[i].describe())
	}
	h.Run = h.Fingerprint()
	return h
}

func (e *Entrant) describe() record.Engine {
	d := record.Engine{Name: e.Name, Command: joinWords(e.Command), Proto: string(e.Protocol), Limits: e.Control.String(), Dir: e.Dir, Memory: e.MemoryMB}
	for _, o := range e.Options {
		d.Options = append(d.Options, o.Name+"="+o.Value)
	}
	if e.SwapClocks {
		d.Quirks = append(d.Quirks, "swapclocks")
	}
	if e.ByoyomiOnly {
		d.Quirks = append(d.Quirks, "byoyomi")
	}
	return d
}

// TryAll starts every player once, so that one that does not is known before
// the first game.
func (m *Match) TryAll(ctx context.Context) error {
	for i := range m.Entrants {
		p, err := player.Open(ctx, m.Entrants[i].Spec, m.Rules)
		if err != nil {
			return err
		}
		p.Close()
	}
	return nil
}

// Run plays the games that are not in done, by number, and calls finished for
// each, one at a time. A true from it ends the match, as does the end of ctx;
// games in progress are then dropped.
func (m *Match) Run(ctx context.Context, done map[int]bool, finished func(*record.Game) (stop bool, err error)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	jobs := make(chan job)
	var workers errgroup.Group
	var mu sync.Mutex
	ended := false
	for range m.Concurrency {
		workers.Go(func() error {
			w := worker{m: m, players: map[int]player.Player{}}
			defer w.close()
			for j := range jobs {
				g, err := w.play(ctx, j)
				if err != nil {
					cancel()
					return err
				}
				if g == nil {
					continue // ctx has ended
				}
				mu.Lock()
				if ended {
					mu.Unlock()
					continue
				}
				stop, err := finished(g)
				if stop || err != nil {
					ended = true
					cancel()
				}
				mu.Unlock()
				if err != nil {
					return err
				}
			}
			return nil
		})
	}
	m.feed(ctx, jobs, done)
	close(jobs)
	return workers.Wait()
}

// feed hands out the games until ctx ends.
func (m *Match) feed(ctx context.Context, jobs chan<- job, done map[int]bool) {
	for _, j := range m.jobs {
		if done[j.number] {
			continue
		}
		select {
		case jobs <- j:
		case <-ctx.Done():
			return
		}
	}
}

// A worker plays one game after another, with players of its own.
type worker struct {
	m       *Match
	players map[int]player.Player // by entrant
}

func (w *worker) close() {
	var all sync.WaitGroup
	for _, p := range w.players {
		all.Go(p.Close)
	}
	all.Wait()
}

// ready returns the entrant's player, ready for the game.
func (w *worker) ready(ctx context.Context, entrant int, g *player.Game) (player.Player, error) {
	for fresh := false; ; {
		p := w.players[entrant]
		if p == nil {
			var err error
			if p, err = player.Open(ctx, w.m.Entrants[entrant].Spec, w.m.Rules); err != nil {
				return nil, err
			}
			w.players[entrant], fresh = p, true
		}
		err := p.NewGame(ctx, g)
		if err == nil {
			return p, nil
		}
		w.drop(entrant)
		if fresh || ctx.Err() != nil { // one that died between games gets a second chance
			return nil, err
		}
	}
}

// drop ends a player; the next game has a new one.
func (w *worker) drop(entrant int) {
	if p := w.players[entrant]; p != nil {
		p.Close()
		delete(w.players, entrant)
	}
}

// play plays a game; nil without an error means that ctx has ended.
func (w *worker) play(ctx context.Context, j job) (*record.Game, error) {
	if ctx.Err() != nil {
		return nil, nil
	}
	m := w.m
	opening, err := m.book.at(j.opening)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	g, err := newGame(m.Rules, opening)
	if err != nil {
		return nil, err
	}
	seats := [2]int{j.black, j.white}
	t := &table{
		m: m, game: g, clocks: newClocks(&m.Entrants[j.black].Control, &m.Entrants[j.white].Control),
		adjudicator: adjudicator{resign: m.Resign, draw: m.Draw},
	}
	var v *verdict
	for c, e := range seats {
		p, err := w.ready(ctx, e, g)
		if ctx.Err() != nil {
			return nil, nil
		}
		if err != nil {
			v = lostBy(engine.Color(c), string(player.Crash), "it does not start: "+faultText(err))
			break
		}
		t.players[c] = p
	}
	if v == nil {
		v, err = t.play(ctx)
	}
	for c, e := range seats {
		switch {
		case t.broken[c]:
			w.drop(e)
		case t.players[c] != nil && v != nil:
			t.players[c].GameOver(engine.Color(c), v.Outcome)
		}
	}
	if err != nil && v == nil {
		// A player that was thinking is of no more use.
		w.drop(j.black)
		w.drop(j.white)
		return nil, nil
	}
	return &record.Game{
		Run: m.id, Number: j.number, Round: j.round, Pair: j.pair, Variant: m.Rules.Name,
		Black: m.Entrants[j.black].Name, White: m.Entrants[j.white].Name,
		Opening: opening, Plies: t.plies, Result: record.ResultOf(v.Outcome), Reason: v.reason, Detail: v.detail,
		SFEN: g.Pos.SFEN(), Started: began.UTC().Truncate(time.Millisecond), Seconds: time.Since(began).Round(time.Millisecond).Seconds(),
	}, nil
}

func faultText(err error) string {
	var f *player.Fault
	if errors.As(err, &f) {
		return f.Error()
	}
	return err.Error()
}
