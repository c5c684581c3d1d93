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
}

// NewNet returns the network of weights, nil if they have no hidden layer.
func NewNet(r *rules.Rules, w *Weights) *Net {
	if w.Hidden == 0 {
		return nil
	}
	return &Net{r: r, layout: NewLayout(r), w: w, ops: newVectors()}
}

// A State keeps the sums of the position last evaluated. It belongs to one
// goroutine.
type State struct {
	net   *Net
	board []rules.Piece // as of the sums, by square
	hands [2][]uint8
	royal [2]rules.Square // the only one of a side, or nowhere
	sums  [2][]int16      // by view
}

// nowhere is the square of the only royal of a side that has none or several.
const nowhere rules.Square = 0 // on the guard rim

// NewState returns a state of the empty board.
func (n *Net) NewState() *State {
	s := &State{net: n, board: make([]rules.Piece, n.r.NumSquares)}
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
	moved := s.royal
	if s.net.w.Near {
		for c := range s.royal {
			sq, ok := p.Royal(rules.Color(c))
			if !ok {
				sq = nowhere
			}
			moved[c] = sq
			if sq != s.royal[c] {
				s.surround(rules.Color(c), s.net.ops.subtract)
				s.royal[c] = nowhere
			}
		}
	}
	// Four squares make one comparison.
	const step = 4
	now, was := p.Board(), s.board
	i := 0
	for ; i+step <= len(was); i += step {
		if *(*[step]rules.Piece)(now[i:]) != *(*[step]rules.Piece)(was[i:]) {
			s.compare(now, i, i+step)
		}
	}
	s.compare(now, i, len(was))
	for c, sq := range moved {
		if sq != s.royal[c] {
			s.royal[c] = sq
			s.surround(rules.Color(c), s.net.ops.add)
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
}

func (s *State) compare(now []rules.Piece, from, to int) {
	for i := from; i < to; i++ {
		if now[i] != s.board[i] {
			s.change(rules.Square(i), s.board[i], now[i])
			s.board[i] = now[i]
		}
	}
}

func (s *State) change(sq rules.Square, was, now rules.Piece) {
	n := s.net
	for v := range s.sums {
		view := rules.Color(v)
		switch {
		case was == rules.Empty:
			n.ops.add(s.sums[v], n.row(n.layout.Piece(view, now, sq)))
		case now == rules.Empty:
			n.ops.subtract(s.sums[v], n.row(n.layout.Piece(view, was, sq)))
		default:
			n.ops.replace(s.sums[v], n.row(n.layout.Piece(view, was, sq)), n.row(n.layout.Piece(view, now, sq)))
		}
	}
	if !n.w.Near {
		return
	}
	for c, royal := range s.royal {
		if royal == nowhere || !n.r.WithinOffset(royal, sq) {
			continue
		}
		o := n.r.OffsetBetween(royal, sq)
		for v := range s.sums {
			if was != rules.Empty {
				n.ops.subtract(s.sums[v], n.row(n.layout.Near(rules.Color(v), rules.Color(c), was, o)))
			}
			if now != rules.Empty {
				n.ops.add(s.sums[v], n.row(n.layout.Near(rules.Color(v), rules.Color(c), now, o)))
			}
		}
	}
}

// surround adds or subtracts all that is near the royal of a side.
func (s *State) surround(c rules.Color, by func(sums, row []int16)) {
	n, royal := s.net, s.royal[c]
	if royal == nowhere {
		return
	}
	for around := n.r.OnBoard[royal]; around != 0; around &= around - 1 {
		o := bits.TrailingZeros64(around)
		pc := s.board[int(royal)+int(n.r.Offsets[o])]
		if pc == rules.Empty {
			continue
		}
		for v := range s.sums {
			by(s.sums[v], n.row(n.layout.Near(rules.Color(v), c, pc, o)))
		}
	}
}

// hold changes the number of pieces in a hand slot.
func (s *State) hold(owner rules.Color, slot, was, now int) {
	for v := range s.sums {
		for k := was; k < min(now, held); k++ {
			s.net.ops.add(s.sums[v], s.net.row(s.net.layout.Held(rules.Color(v), owner, slot, k)))
		}
		for k := now; k < min(was, held); k++ {
			s.net.ops.subtract(s.sums[v], s.net.row(s.net.layout.Held(rules.Color(v), owner, slot, k)))
		}
	}
}

func (n *Net) row(input int) []int16 { return n.w.Input[input*n.w.Hidden:][:n.w.Hidden] }
