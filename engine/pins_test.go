package engine_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"mujo/engine"
	"mujo/engine/reference"
	"mujo/engine/rules"
	"mujo/variants"
)

// TestPins crowds pieces round a royal that must be kept safe, where checks,
// double checks and pins are many, those of pieces that jump along the line
// they are pinned on too, and compares the moves with the reference's.
func TestPins(t *testing.T) {
	positions := 400
	if testing.Short() {
		positions = 40
	}
	for _, name := range append(variants.Names(), "washogi-drops", "gorogoro-gorogoroplus") {
		r := compile(t, name)
		if !r.KingSafety {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(11, 7))
			ref := reference.New(r.Sheet)
			for range positions {
				sfen := crowd(r, rng)
				if err := ref.SetSFEN(sfen); err != nil {
					t.Fatal(err)
				}
				p := parse(t, r, sfen)
				if extra, missing := difference(legal(p), ref.Moves()); extra != nil || missing != nil {
					t.Errorf("%s: wrong %v, missing %v", sfen, extra, missing)
				}
			}
		})
	}
}

// crowd writes a position with a royal of the side to move among pieces of
// both sides, and the other's royal anywhere.
func crowd(r *rules.Rules, rng *rand.Rand) string {
	var royal rules.Kind
	var others []rules.Kind
	for k := rules.Kind(1); int(k) < len(r.Kinds); k++ {
		if r.Kinds[k].Traits&rules.Royal != 0 {
			royal = k
		} else {
			others = append(others, k)
		}
	}
	board := make([]string, len(r.Squares))
	place := func(i int, k rules.Kind, c rules.Color) {
		board[i] = engine.PieceText(r, rules.MakePiece(k, c))
	}
	side := rules.Color(rng.IntN(2))
	at := rng.IntN(len(board))
	x, y := at%r.Files, at/r.Files
	for range 3 + rng.IntN(9) {
		i, j := x-3+rng.IntN(7), y-3+rng.IntN(7)
		if rng.IntN(2) == 0 { // on the file, where most pieces of one side look
			i = x
		}
		if i >= 0 && i < r.Files && j >= 0 && j < r.Ranks {
			place(j*r.Files+i, others[rng.IntN(len(others))], rules.Color(rng.IntN(2)))
		}
	}
	place(at, royal, side)
	other := rng.IntN(len(board))
	for other == at {
		other = rng.IntN(len(board))
	}
	place(other, royal, side.Other())
	var b strings.Builder
	for i, text := range board {
		if i > 0 && i%r.Files == 0 {
			b.WriteByte('/')
		}
		if text == "" {
			text = "1"
			if i%r.Files > 0 && board[i-1] == "" {
				continue // counted by the run's first square
			}
			n := 1
			for i+n < len(board) && (i+n)%r.Files > 0 && board[i+n] == "" {
				n++
			}
			text = strconv.Itoa(n)
		}
		b.WriteString(text)
	}
	hand := "-"
	if r.HasDrops {
		hand = engine.PieceText(r, rules.MakePiece(r.HandKinds[rng.IntN(len(r.HandKinds))], side))
	}
	return b.String() + " " + [...]string{"b", "w"}[side] + " " + hand + " 1"
}
