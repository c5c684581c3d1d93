package net

import (
	"math/bits"

	"mujo/engine"
	"mujo/engine/rules"
)

// A Net is the network of a variant, shared by all goroutines.
type Net struct {
	r      *rules.Rules
	layout *Layout
	w      *Weights
	ops    *vectors

	// Where the rows of inputs begin, as sums: of a piece by view and index, and
	// of a square by view; of a piece near a royal by view, the royal's side and
	// index, and of an offset by view.
	piece  [2][rules.MaxPieces]uint32
	cell   [2][]uint32
	near   [2][2][rules.MaxPieces]uint32
	offset [2][rules.NumOffsets]uint32
}

// NewNet returns the network of weights, nil if they have no hidden layer.
func NewNet(r *rules.Rules, w *Weights) *Net {
	if w.Hidden == 0 {
		return nil
	}
	n := &Net{r: r, layout: NewLayout(r), w: w, ops: newVectors()}
	n.findRows()
	return n
}

func (n *Net) findRows() {
	y, hidden, first := n.layout, n.w.Hidden, n.r.Squares[0]
	for v := range n.cell {
		view := rules.Color(v)
		n.cell[v] = make([]uint32, n.r.NumSquares)
		for _, sq := range n.r.Squares {
			n.cell[v][sq] = uint32(int(y.cell[v][sq]) * hidden)
		}
		for o := range n.offset[v] {
			n.offset[v][o] = uint32(y.nearAt(view, o) * hidden)
		}
		for i := range 2 * y.kinds {
			pc := rules.MakePiece(rules.Kind(1+i/2), rules.Color(i%2))
			n.piece[v][pc.Index()] = uint32(y.Piece(view, pc, first)*hidden) - n.cell[v][first]
			for c := range n.near[v] {
				n.near[v][c][pc.Index()] = uint32(y.Near(view, rules.Color(c), pc, 0)*hidden) - n.offset[v][0]
			}
		}
	}
}

// A State keeps the sums of the position last evaluated. It belongs to one
// goroutine.
type State struct {
	net   *Net
	board []rules.Piece // as of the sums, by square
	hands [2][]uint8
	royal [2]rules.Square // the only one of a side, or nowhere
	sums  [2][]int16      // by view

	changed     []rules.Square // scratch, as long as the board
	plus, minus list           // rows on their way into the sums
}

// nowhere is the square of the only royal of a side that has none or several.
const nowhere rules.Square = 0 // on the guard rim

// NewState returns a state of the empty board.
func (n *Net) NewState() *State {
	s := &State{net: n, board: make([]rules.Piece, n.r.NumSquares), changed: make([]rules.Square, n.r.NumSquares)}
	for i := range s.board {
		s.board[i] = rules.Guard
	}
	for _, sq := range n.r.Squares {
		s.board[sq] = rules.Empty
	}
	for c := range s.hands {
		s.hands[c] = make([]uint8, len(n.r.HandKinds))
		s.sums[c] = append([]int16(nil), n.w.Bias...)
	}
	return s
}

// Evaluate returns the network's correction for the side to move, in
// centipawns.
func (s *State) Evaluate(p *engine.Position) int {
	s.follow(p)
	us, n := p.Side(), s.net
	sum := n.ops.weigh(s.sums[us], n.w.Output) - n.ops.weigh(s.sums[us.Other()], n.w.Output)
	return sum / (One * One * OutputOne)
}

// follow brings the sums up to date with the position.
func (s *State) follow(p *engine.Position) {
	s.plus.clear()
	s.minus.clear()
	moved := s.royal
	if s.net.w.Near {
		for c := range s.royal {
			sq, ok := p.Royal(rules.Color(c))
			if !ok {
				sq = nowhere
			}
			moved[c] = sq
			if sq != s.royal[c] {
				s.surround(&s.minus, rules.Color(c))
				s.royal[c] = nowhere
			}
		}
	}
	now := p.Board()
	for _, sq := range s.changed[:s.net.ops.differ(s.changed, now, s.board)] {
		s.change(sq, s.board[sq], now[sq])
		s.board[sq] = now[sq]
	}
	for c, sq := range moved {
		if sq != s.royal[c] {
			s.royal[c] = sq
			s.surround(&s.plus, rules.Color(c))
		}
	}
	for c := range s.hands {
		owner := rules.Color(c)
		for slot, n := range s.hands[c] {
			if now := p.Hand(owner, slot); now != int(n) {
				s.hold(owner, slot, int(n), now)
				s.hands[c][slot] = uint8(now)
			}
		}
	}
	for v, sums := range s.sums {
		s.net.ops.update(sums, s.net.w.Input, s.plus[v], s.minus[v])
	}
}

// A list are rows of the input by view, told by where they begin.
type list [2][]uint32

func (l *list) clear() { l[0], l[1] = l[0][:0], l[1][:0] }

// add puts the rows of one thing, by view, on the list.
func (l *list) add(black, white uint32) {
	l[rules.Black] = append(l[rules.Black], black)
	l[rules.White] = append(l[rules.White], white)
}

func (s *State) addPiece(l *list, pc rules.Piece, sq rules.Square) {
	if pc != rules.Empty {
		n, i := s.net, pc.Index()
		l.add(n.piece[0][i]+n.cell[0][sq], n.piece[1][i]+n.cell[1][sq])
	}
}

// addNear is for a piece at an offset from the only royal of c.
func (s *State) addNear(l *list, c int, pc rules.Piece, offset int) {
	if pc != rules.Empty {
		n, i := s.net, pc.Index()
		l.add(n.near[0][c][i]+n.offset[0][offset], n.near[1][c][i]+n.offset[1][offset])
	}
}

func (s *State) change(sq rules.Square, was, now rules.Piece) {
	s.addPiece(&s.minus, was, sq)
	s.addPiece(&s.plus, now, sq)
	for c, royal := range s.royal {
		if royal == nowhere {
			continue
		}
		if offset, ok := s.net.r.Offset(royal, sq); ok {
			s.addNear(&s.minus, c, was, offset)
			s.addNear(&s.plus, c, now, offset)
		}
	}
}

// surround lists all that is near the royal of a side.
func (s *State) surround(l *list, c rules.Color) {
	r, royal := s.net.r, s.royal[c]
	if royal == nowhere {
		return
	}
	for around := r.OnBoard[royal]; around != 0; around &= around - 1 {
		offset := bits.TrailingZeros64(around)
		s.addNear(l, int(c), s.board[int(royal)+int(r.Offsets[offset])], offset)
	}
}

// hold changes the number of pieces in a hand slot.
func (s *State) hold(owner rules.Color, slot, was, now int) {
	y, hidden := s.net.layout, s.net.w.Hidden
	rows := func(n int) (black, white uint32) {
		return uint32(y.Held(rules.Black, owner, slot, n) * hidden), uint32(y.Held(rules.White, owner, slot, n) * hidden)
	}
	for k := was; k < min(now, held); k++ {
		s.plus.add(rows(k))
	}
	for k := now; k < min(was, held); k++ {
		s.minus.add(rows(k))
	}
}
