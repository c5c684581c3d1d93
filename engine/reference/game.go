package reference

import (
	"fmt"
	"slices"
	"strings"

	"mujo/variants"
)

// A Game is a position: the board, the side to move, the hands, the square of a
// lion just taken by a piece that is none, and the number of the ply.
type Game struct {
	board
	turn     int8
	hands    [2][]int // of Black and of White, by kind
	lionLost int      // square, or none
	ply      int
}

// New is a game at the sheet's start position. It panics if the sheet is not
// valid.
func New(s *variants.Sheet) *Game {
	r := compile(s)
	g := &Game{board: board{rules: r}}
	g.clear()
	if s.SFEN.Initial != "" {
		if err := g.SetSFEN(s.SFEN.Initial); err != nil {
			panic("reference: " + s.Variant + ": " + err.Error())
		}
		return g
	}
	for i, row := range s.Setup {
		for x, abbrev := range row {
			if abbrev == "" {
				continue
			}
			kind, ok := r.abbrev[strings.ToUpper(abbrev)]
			if !ok {
				panic(fmt.Sprintf("reference: %s: no piece %q", s.Variant, abbrev))
			}
			sq := (r.ranks-len(s.Setup)+i)*r.files + x
			g.at[sq] = piece{kind, none, black}
			g.at[len(g.at)-1-sq] = piece{kind, none, white}
		}
	}
	return g
}

func (g *Game) clear() {
	g.at = make([]piece, g.files*g.ranks)
	g.turn, g.lionLost, g.ply = black, none, 1
	for i := range g.hands {
		g.hands[i] = make([]int, len(g.sheet.Pieces))
	}
}

// Copy is a game of its own at the same position.
func (g *Game) Copy() *Game {
	c := *g
	c.board = g.board.clone()
	for i, h := range g.hands {
		c.hands[i] = slices.Clone(h)
	}
	return &c
}

// Moves are the canonical legal moves, sorted bytewise. A game that is over
// because a side has no royal, or by the rules of try and of check that wins,
// has none.
func (g *Game) Moves() []string {
	legal := g.legal()
	moves := make([]string, len(legal))
	for i, m := range legal {
		moves[i] = m.text
	}
	slices.Sort(moves)
	return moves
}

// Play makes a canonical legal move.
func (g *Game) Play(move string) error {
	for _, m := range g.legal() {
		if m.text == move {
			g.apply(m)
			return nil
		}
	}
	return fmt.Errorf("move %q is not legal in %s", move, g.SFEN())
}

// Perft counts the lines of so many canonical legal moves.
func (g *Game) Perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	moves := g.legal()
	if depth == 1 {
		return uint64(len(moves))
	}
	var n uint64
	for _, m := range moves {
		next := g.Copy()
		next.apply(m)
		n += next.Perft(depth - 1)
	}
	return n
}

func (g *Game) hand(side int8) []int {
	if side == black {
		return g.hands[0]
	}
	return g.hands[1]
}

// royals are the squares of side's royals.
func (b board) royals(side int8) []int {
	var squares []int
	for sq, p := range b.at {
		if p.side == side && b.royal[p.kind] {
			squares = append(squares, sq)
		}
	}
	return squares
}

// check says whether side stands in check: its only royal is attacked. One of
// two royals may be given up.
func (b board) check(side int8) bool {
	royals := b.royals(side)
	return len(royals) == 1 && b.attacked(royals[0], -side)
}

func (g *Game) over() bool {
	for _, side := range []int8{black, white} {
		royals := g.royals(side)
		if len(royals) == 0 {
			return true
		}
		if !g.sheet.TryRule {
			continue
		}
		for _, sq := range royals {
			if g.onLastRank(sq, side) && !g.attacked(sq, -side) {
				return true
			}
		}
	}
	return g.sheet.WinByCheck && g.check(g.turn)
}
