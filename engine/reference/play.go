package reference

import (
	"slices"
	"strconv"
	"strings"
)

// A move is one canonical move.
type move struct {
	from  int   // none for a drop
	stops []int // named in the text
	to    int
	caps  []int // in order
	after piece // what then stands on to, unless it burns
	turns bool  // the text ends in +
	text  string
}

// key is equal for moves that are one: same squares from and to, same choice of
// promotion, same captures in whatever order, same piece by contagion.
func (m move) key() string {
	var key strings.Builder
	caps := slices.Clone(m.caps)
	slices.Sort(caps)
	for _, n := range append([]int{m.from, m.to, int(m.after.kind), int(m.after.was)}, caps...) {
		key.WriteString(strconv.Itoa(n))
		key.WriteByte(' ')
	}
	return key.String()
}

// spell writes a move on the board.
func (r *rules) spell(m move) string {
	var text strings.Builder
	text.WriteString(r.name(m.from))
	for _, sq := range m.stops {
		text.WriteString(r.name(sq))
	}
	text.WriteString(r.name(m.to))
	if m.turns {
		text.WriteByte('+')
	}
	return text.String()
}

// apply makes a move: captures, then promotion, then the test for an enemy
// demon beside the mover, then the mover's own burning.
func (g *Game) apply(m move) {
	side := g.turn
	g.turn = -side
	g.ply++
	g.lionLost = none
	if m.from == none {
		g.hand(side)[g.inHand[m.after.kind]]--
		g.at[m.to] = m.after
		return
	}
	mover := g.at[m.from]
	for _, sq := range m.caps {
		taken := g.at[sq]
		if g.lion[taken.kind] && !g.lion[mover.kind] {
			g.lionLost = sq
		}
		if g.sheet.Drops != nil {
			g.hand(side)[g.handKind(taken)]++
		}
		g.at[sq] = piece{}
	}
	g.at[m.from] = piece{}
	g.at[m.to] = m.after
	g.burn(m.to)
}

// handKind is what a captured piece is in the captor's hand.
func (r *rules) handKind(p piece) int16 {
	if p.was != none {
		return r.inHand[p.was]
	}
	return r.inHand[p.kind]
}

// burn is the end of a move to sq where fire demons burn.
func (b board) burn(sq int) {
	mover := b.at[sq]
	var enemies []int
	for _, dir := range around {
		if n, ok := b.walk(sq, black, steps[dir], 1); ok && b.at[n].side == -mover.side {
			enemies = append(enemies, n)
		}
	}
	for _, n := range enemies {
		if b.burns[b.at[n].kind] {
			b.at[sq] = piece{}
			return
		}
	}
	if b.burns[mover.kind] {
		for _, n := range enemies {
			b.at[n] = piece{}
		}
	}
}
