package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"mujo/engine/rules"
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

// TestChecks compares Checks with what the moved piece reaches once it stands
// there, the square that it left still taken, as Checks does not look at that.
func TestChecks(t *testing.T) {
	for _, name := range variants.Names() {
		t.Run(name, func(t *testing.T) {
			r := load(t, name)
			plies := 300
			if r.NumSquares > 600 {
				plies = 600
			}
			rng := seeded(8)
			p := New(r)
			checks := 0
			for range plies {
				moves := p.GenerateLegal(nil)
				if len(moves) == 0 {
					p = New(r)
					continue
				}
				next := moves[rng.IntN(len(moves))]
				for range 3 { // more captures, so that royals are seen
					if m := moves[rng.IntN(len(moves))]; p.IsCapture(m) {
						next = m
					}
				}
				checks += countChecks(t, p)
				p.Make(next)
			}
			if checks == 0 {
				t.Error("no checks")
			}
		})
	}
}

// countChecks compares the moves of one position.
func countChecks(t *testing.T, p *Position) (checks int) {
	r := p.r
	royal, ok := p.Royal(p.side.Other())
	if !ok {
		return 0
	}
	for _, m := range p.GenerateLegal(nil) {
		if m.HasStops() {
			continue
		}
		got, arriving, mover := p.Checks(m), p.arriving(m), p.board[m.From()]
		p.Make(m)
		if pc := p.board[m.To()]; pc != arriving || p.board[royal] == Empty || len(p.removed)-int(p.history[len(p.history)-1].removed) > 1 {
			p.Unmake() // an infection, a burn, a royal taken, a flight over several
			continue
		}
		if !m.IsDrop() {
			p.place(m.From(), mover)
		}
		reached := r.Traits[arriving.Index()]&rules.Universal == 0 && p.pieceReaches(m.To(), royal)
		if !m.IsDrop() {
			p.lift(m.From(), p.board[m.From()])
		}
		p.Unmake()
		if got != reached {
			t.Fatalf("%s: %s checks: %v, expected %v", p.SFEN(), p.MoveText(m), got, reached)
		}
		if got {
			checks++
		}
	}
	return checks
}
