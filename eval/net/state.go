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

// A State keeps the sums of the positions last evaluated. It belongs to one
// goroutine.
type State struct {
	net    *Net
	frames [window]frame // of lines of play, by the moves made

	// For a position without a relative among the frames: the last such one.
	last  frame
	board []rules.Piece // as of last, by square

	// Scratch.
	touched     []engine.Touch
	changed     []rules.Square // as long as the board
	plus, minus list           // rows on their way into the sums
}

// A frame holds the sums of one position.
type frame struct {
	key   uint64
	known bool            // false before the first use
	royal [2]rules.Square // the only one of a side, or nowhere
	hands [2][]uint8
	sums  [2][]int16 // by view
}

const (
	// window is how many plies are kept.
	window = 32
	// memory is how many moves ago the sums may be of that a position's are
	// made from.
	memory = 4
)

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
	for i := range s.frames {
		s.frames[i] = n.newFrame()
	}
	s.last = n.newFrame()
	for _, sums := range s.last.sums {
		copy(sums, n.w.Bias)
	}
	return s
}

func (n *Net) newFrame() frame {
	var f frame
	sums, hands := make([]int16, 2*n.w.Hidden), make([]uint8, 2*len(n.r.HandKinds))
	f.sums = [2][]int16{sums[:n.w.Hidden], sums[n.w.Hidden:]}
	f.hands = [2][]uint8{hands[:len(n.r.HandKinds)], hands[len(n.r.HandKinds):]}
	return f
}

// Evaluate returns the network's correction for the side to move, in
// centipawns.
func (s *State) Evaluate(p *engine.Position) int {
	f := s.follow(p)
	us, n := p.Side(), s.net
	sum := n.ops.weigh(f.sums[us], n.w.Output) - n.ops.weigh(f.sums[us.Other()], n.w.Output)
	return sum / (One * One * OutputOne)
}

// follow returns the sums of the position, made from those of one that it came
// from, or else of any.
func (s *State) follow(p *engine.Position) *frame {
	here := s.frameAt(p.Moves())
	if here.known && here.key == p.Key() {
		return here
	}
	if from := s.ancestor(p); from != nil {
		s.derive(here, from, p)
	} else {
		s.compare(p)
		s.derive(here, &s.last, p)
		s.last.copy(here)
	}
	here.key, here.known = p.Key(), true
	return here
}

func (s *State) frameAt(moves int) *frame { return &s.frames[moves%window] }

// ancestor returns the frame of a position a few moves ago, nil if there is
// none, and lists what these moves touched.
func (s *State) ancestor(p *engine.Position) *frame {
	for n := 1; n <= min(memory, p.Moves()); n++ {
		if f := s.frameAt(p.Moves() - n); f.known && f.key == p.KeyBefore(n) {
			s.touched = p.Touched(s.touched[:0], n)
			return f
		}
	}
	return nil
}

// compare lists the squares that differ from the board of last, and makes that
// the position's.
func (s *State) compare(p *engine.Position) {
	now := p.Board()
	s.touched = s.touched[:0]
	for _, sq := range s.changed[:s.net.ops.differ(s.changed, now, s.board)] {
		s.touched = append(s.touched, engine.Touch{Square: sq, Was: s.board[sq]})
		s.board[sq] = now[sq]
	}
}

// derive makes the sums of the position from those of another, from which it
// differs on touched squares alone.
func (s *State) derive(to, from *frame, p *engine.Position) {
	s.plus.clear()
	s.minus.clear()
	for _, t := range s.touched {
		s.change(from, t.Square, t.Was, p.At(t.Square))
	}
	for c := range to.royal {
		now := nowhere
		if s.net.w.Near {
			if sq, ok := p.Royal(rules.Color(c)); ok {
				now = sq
			}
		}
		if was := from.royal[c]; now != was {
			s.surround(&s.minus, c, was, p)
			s.surround(&s.plus, c, now, p)
		}
		to.royal[c] = now
	}
	for c := range to.hands {
		owner := rules.Color(c)
		for slot, was := range from.hands[c] {
			now := p.Hand(owner, slot)
			if now != int(was) {
				s.hold(owner, slot, int(was), now)
			}
			to.hands[c][slot] = uint8(now)
		}
	}
	for v, sums := range to.sums {
		s.net.ops.update(sums, from.sums[v], s.net.w.Input, s.plus[v], s.minus[v])
	}
}

func (f *frame) copy(other *frame) {
	f.royal = other.royal
	for c := range f.hands {
		copy(f.hands[c], other.hands[c])
		copy(f.sums[c], other.sums[c])
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

// change lists what changes with the piece on sq, royals where they were.
func (s *State) change(from *frame, sq rules.Square, was, now rules.Piece) {
	s.addPiece(&s.minus, was, sq)
	s.addPiece(&s.plus, now, sq)
	for c, royal := range from.royal {
		if royal == nowhere {
			continue
		}
		if offset, ok := s.net.r.Offset(royal, sq); ok {
			s.addNear(&s.minus, c, was, offset)
			s.addNear(&s.plus, c, now, offset)
		}
	}
}

// surround lists all that is near the royal of c on a square.
func (s *State) surround(l *list, c int, royal rules.Square, p *engine.Position) {
	if royal == nowhere {
		return
	}
	r := s.net.r
	for around := r.OnBoard[royal]; around != 0; around &= around - 1 {
		offset := bits.TrailingZeros64(around)
		s.addNear(l, c, p.At(rules.Square(int(royal)+int(r.Offsets[offset]))), offset)
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
