package net

import "mujo/engine/rules"

// held bounds the pieces of one kind in hand that are told apart.
const held = 18

// A Layout numbers the inputs of a variant: first the side's own pieces by
// kind and square and its hand, then the same of the other side; after these
// what is near the side's own royal and near the other's, its own pieces and
// then the other's, by kind and offset.
type Layout struct {
	kinds, files, cells, hand, own int         // hand: the first input of a piece in hand
	cell                           [2][]uint16 // by view and square: rank by rank from the far end
}

// NewLayout returns the layout of a variant.
func NewLayout(r *rules.Rules) *Layout {
	l := &Layout{kinds: len(r.Kinds) - 1, files: r.Files, cells: len(r.Squares)}
	l.hand = l.kinds * l.cells
	l.own = l.hand + len(r.HandKinds)*held
	l.cell = [2][]uint16{make([]uint16, r.NumSquares), make([]uint16, r.NumSquares)}
	for i, sq := range r.Squares {
		l.cell[rules.Black][sq] = uint16(i)
		l.cell[rules.White][sq] = uint16(l.cells - 1 - i)
	}
	return l
}

// Inputs returns the number of inputs, with those near royals or without.
func (l *Layout) Inputs(near bool) int {
	n := l.Pieces()
	if near {
		n += 4 * l.kinds * rules.NumOffsets
	}
	return n
}

// Pieces returns the number of inputs that are not of pieces near a royal.
func (l *Layout) Pieces() int { return 2 * l.own }

// Own returns the number of inputs for the side's own pieces.
func (l *Layout) Own() int { return l.own }

// Places returns the number of entries of Weights.Place.
func (l *Layout) Places() int { return l.hand + (l.own-l.hand)/held }

// Piece returns the input for pc on sq as view sees it.
func (l *Layout) Piece(view rules.Color, pc rules.Piece, sq rules.Square) int {
	i := (int(pc.Kind())-1)*l.cells + int(l.cell[view][sq])
	if pc.Color() != view {
		i += l.own
	}
	return i
}

// Held returns the input for owner's n-th piece, from 0, of a hand slot as
// view sees it, -1 if it is one too many.
func (l *Layout) Held(view, owner rules.Color, slot, n int) int {
	if n >= held {
		return -1
	}
	i := l.hand + slot*held + n
	if owner != view {
		i += l.own
	}
	return i
}

// Near returns the input for pc at an offset from the only royal of a side, as
// view sees them.
func (l *Layout) Near(view, royal rules.Color, pc rules.Piece, offset int) int {
	block := 0
	if royal != view {
		block += 2
	}
	if pc.Color() != view {
		block++
	}
	return l.Pieces() + (block*l.kinds+int(pc.Kind())-1)*rules.NumOffsets + l.nearAt(view, offset)
}

// nearAt returns an offset on the board as view sees it.
func (l *Layout) nearAt(view rules.Color, offset int) int {
	if view == rules.White {
		return rules.NumOffsets - 1 - offset
	}
	return offset
}

// HandPlace returns where Place has the value of a piece in a hand slot.
func (l *Layout) HandPlace(slot int) int { return l.hand + slot }

// Other returns the input that stands for the same thing in the other side's
// view.
func (l *Layout) Other(i int) int {
	if j := i - l.Pieces(); j >= 0 {
		block, rest := j/(l.kinds*rules.NumOffsets), j%(l.kinds*rules.NumOffsets)
		offset := rest % rules.NumOffsets
		rest += rules.NumOffsets - 1 - 2*offset
		return l.Pieces() + (3-block)*l.kinds*rules.NumOffsets + rest
	}
	j := i % l.own
	if j < l.hand {
		kind, cell := j/l.cells, j%l.cells
		j = kind*l.cells + l.cells - 1 - cell
	}
	if i < l.own {
		return j + l.own
	}
	return j
}

// Mirror returns the input for the piece on the same square of the board with
// left and right exchanged.
func (l *Layout) Mirror(i int) int {
	if j := i - l.Pieces(); j >= 0 {
		offset := j % rules.NumOffsets
		return i - offset + rules.MirrorOffset(offset)
	}
	j := i % l.own
	if j >= l.hand {
		return i
	}
	cell := j % l.cells
	rank, column := cell/l.files, cell%l.files
	return i - cell + rank*l.files + l.files - 1 - column
}

// PlaceOf returns where Place has the value of one of the side's own inputs.
func (l *Layout) PlaceOf(i int) int {
	if i < l.hand {
		return i
	}
	return l.hand + (i-l.hand)/held
}
