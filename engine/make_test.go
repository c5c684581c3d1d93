package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"mujo/variants"
)

// TestKeyAfter checks that the keys of moves that only put one piece on one
// square, and take no more than what stands there, are foretold.
func TestKeyAfter(t *testing.T) {
	for _, name := range []string{"shogi", "chushogi", "taishogi"} {
		t.Run(name, func(t *testing.T) {
			captures := 0
			for _, p := range sample(load(t, name), 20, 120, seeded(5)) {
				for _, m := range p.GenerateLegal(nil) {
					takes := p.IsCapture(m)
					if m.IsDrop() || m.HasStops() || takes && p.r.HasDrops {
						continue
					}
					want := p.KeyAfter(m)
					p.Make(m)
					if got := p.Key(); got != want && p.lionSquare == 0 {
						t.Errorf("%s: %x, foretold %x", p.SFEN(), got, want)
					}
					p.Unmake()
					if takes {
						captures++
					}
				}
			}
			if name != "shogi" && captures < 50 {
				t.Errorf("only %d captures", captures)
			}
		})
	}
}

// TestTouched checks that what moves touched leads back to the board before
// them, in games of random moves.
func TestTouched(t *testing.T) {
	for _, name := range variants.Names() {
		t.Run(name, func(t *testing.T) {
			p := New(load(t, name))
			rng := rand.New(rand.NewPCG(1, 4))
			boards := [][]Piece{slices.Clone(p.board)}
			keys := []uint64{p.key}
			for range 150 {
				moves := p.GenerateLegal(nil)
				if captures := p.Generate(nil, Captures); len(captures) > 0 && rng.IntN(2) == 0 {
					moves = slices.DeleteFunc(captures, func(m Move) bool { return !p.IsLegal(m) })
				}
				switch {
				case rng.IntN(12) == 0:
					p.MakeNull()
				case len(moves) == 0:
					return
				default:
					p.Make(moves[rng.IntN(len(moves))])
				}
				n := 1 + rng.IntN(min(p.Moves(), 5))
				before := slices.Clone(p.board)
				seen := map[Square]bool{}
				for _, x := range p.Touched(nil, n) {
					if seen[x.Square] {
						t.Fatalf("%s: square %d twice", p.SFEN(), x.Square)
					}
					seen[x.Square] = true
					before[x.Square] = x.Was
				}
				if at := len(boards) - n; !slices.Equal(before, boards[at]) || p.KeyBefore(n) != keys[at] {
					t.Fatalf("%s: the last %d moves touched %v", p.SFEN(), n, p.Touched(nil, n))
				}
				boards, keys = append(boards, slices.Clone(p.board)), append(keys, p.key)
			}
		})
	}
}
