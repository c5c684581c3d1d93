package engine

import (
	"testing"

	"mujo/engine/rules"
)

// TestAttacks holds the outward look from a square against the generated
// captures, on every square of games and of scattered positions.
func TestAttacks(t *testing.T) {
	positions := 12
	if testing.Short() {
		positions = 2
	}
	eachRules(t, func(t *testing.T, r *rules.Rules) {
		rng := seeded(1)
		var values [rules.MaxPieces]int32
		for i := range values {
			values[i] = rng.Int32()
		}
		free, sheet := *r, *r.Sheet
		free.Lions = nil                               // a barred capture attacks all the same
		sheet.TryRule, sheet.WinByCheck = false, false // so does one after the end
		free.Sheet = &sheet
		for i := range positions {
			p := scatter(&free, rng)
			if i%2 == 0 {
				p = New(&free)
				for range rng.IntN(200) {
					moves := p.GenerateLegal(nil)
					if len(moves) == 0 {
						break
					}
					p.Make(moves[rng.IntN(len(moves))])
				}
			}
			for _, by := range [...]Color{Black, White} {
				for _, sq := range r.Squares {
					testAttack(t, p, sq, by, &values)
				}
			}
		}
	})
}

// testAttack stands a pawn on sq as bait, unless an enemy of by is there.
func testAttack(t *testing.T, p *Position, sq Square, by Color, values *[rules.MaxPieces]int32) {
	t.Helper()
	reached := p.reaches(sq, by)
	q := p.Clone()
	q.crowned = [2]bool{}
	q.side = by
	if pc := q.board[sq]; pc == Empty || pc.Color() == by {
		if pc != Empty {
			q.lift(sq, pc)
		}
		pawn, _ := q.r.KindByToken("P")
		q.place(sq, rules.MakePiece(pawn, by.Other()))
	}
	taken, moved := false, false
	cheapest := int32(1<<31 - 1)
	for _, m := range q.Generate(nil, Captures) {
		pc := q.board[m.From()]
		q.Make(m)
		st := q.history[len(q.history)-1]
		for i, gone := range q.removed[st.removed:] {
			if gone.sq != sq || gone.piece.Color() == by {
				continue
			}
			taken = true
			if i < int(st.arrived-st.removed) && q.r.Traits[pc.Index()]&rules.Universal == 0 {
				moved = true
				cheapest = min(cheapest, values[pc.Index()])
			}
		}
		q.Unmake()
	}
	name := q.r.SquareText(sq)
	if got := q.Attacked(sq, by); got != taken {
		t.Fatalf("%s: Attacked(%s, %s) is %v", q.SFEN(), name, by, got)
	}
	if got := q.reaches(sq, by); got != moved {
		t.Fatalf("%s: reaches(%s, %s) is %v", q.SFEN(), name, by, got)
	}
	from, ok := q.Cheapest(sq, by, values)
	if ok != moved || ok && values[q.board[from].Index()] != cheapest {
		t.Fatalf("%s: Cheapest(%s, %s) is %s, %v; want a piece worth %d, %v",
			q.SFEN(), name, by, q.r.SquareText(from), ok, cheapest, moved)
	}
	// What stands on the square itself makes no difference, but for a jump
	// that may only take lower ranks, and for a piece that borrows its move.
	if !q.r.LowerOnly && !q.r.Borrow && reached != moved {
		t.Fatalf("%s: reaches(%s, %s) is %v", p.SFEN(), name, by, reached)
	}
}
