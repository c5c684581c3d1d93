package engine

import (
	"testing"

	"mujo/engine/rules"
	"mujo/variants"
)

// TestAllocations checks that what a search does all the time leaves nothing
// for the garbage collector, once histories and lists have grown.
func TestAllocations(t *testing.T) {
	for _, name := range variants.Names() {
		t.Run(name, func(t *testing.T) {
			r := load(t, name)
			rng := seeded(3)
			positions := sample(r, 8, 160, rng)
			values := noise(rng)
			buf := make([]Move, 0, 8192)
			var score [rules.MaxPieces]int32
			each := func(f func(p *Position)) func() {
				return func() {
					for _, p := range positions {
						f(p)
					}
				}
			}
			for _, c := range []struct {
				what string
				f    func(p *Position)
			}{
				{"Generate", func(p *Position) { buf = p.Generate(buf[:0], AllMoves) }},
				{"Generate captures", func(p *Position) { buf = p.Generate(buf[:0], Captures) }},
				{"GenerateLegal", func(p *Position) { buf = p.GenerateLegal(buf[:0]) }},
				{"Make and Unmake", func(p *Position) {
					buf = p.GenerateLegal(buf[:0])
					for _, m := range buf {
						p.Make(m)
						p.Unmake()
					}
				}},
				{"MakeNull", func(p *Position) { p.MakeNull(); p.Unmake() }},
				{"Attacked", func(p *Position) {
					for _, sq := range r.Squares {
						p.Attacked(sq, Black)
						p.Attacked(sq, White)
					}
				}},
				{"InCheck", func(p *Position) { p.InCheck(p.Side()) }},
				{"Cheapest", func(p *Position) {
					for _, sq := range r.Squares {
						p.Cheapest(sq, Black, &score)
						p.Cheapest(sq, White, &score)
					}
				}},
				{"Exchange, Takes, IsCapture and IsLegal", func(p *Position) {
					buf = p.Generate(buf[:0], Captures)
					for _, m := range buf {
						p.Exchange(m, values)
						p.Takes(m, values)
						p.IsCapture(m)
						p.IsLegal(m)
					}
				}},
				{"BoardOutcome", func(p *Position) { p.BoardOutcome() }},
				{"Repeats", func(p *Position) { p.Repeats(0) }},
				{"Perft", func(p *Position) { p.perft(buf[:0], 1) }},
			} {
				if n := testing.AllocsPerRun(10, each(c.f)); n != 0 {
					t.Errorf("%s: %v allocations in %d positions", c.what, n, len(positions))
				}
			}
		})
	}
}

// sample returns about n positions out of random games, each of so many plies
// at most, with all of the game before them.
func sample(r *rules.Rules, n, plies int, rng interface{ IntN(int) int }) []*Position {
	var out []*Position
	for len(out) < n {
		p := New(r)
		for i := range plies {
			moves := p.GenerateLegal(nil)
			if len(moves) == 0 {
				break
			}
			if i%20 == 19 && len(out) < n {
				out = append(out, p.Clone())
			}
			p.Make(moves[rng.IntN(len(moves))])
		}
	}
	return out
}
