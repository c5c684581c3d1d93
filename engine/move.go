package engine

import "mujo/engine/rules"

// A Move is one canonical move in 32 bits: where it starts and ends, whether
// it promotes, and the squares it stops on between, as a direction and
// distances from its start.
//
//	bits  0-10  to
//	bits 11-21  from, or the kind dropped
//	bit  22     promotes
//	bit  23     drop
//	bits 24-26  direction of the stops
//	bits 27-28  distance of the first stop, 0 if there is none
//	bits 29-30  distance of the second stop, 0 if there is none
type Move uint32

// NoMove is no move, or the null move.
const NoMove Move = 0

const (
	fromShift  = 11
	squareMask = 1<<fromShift - 1
	promotes   = 1 << 22
	drops      = 1 << 23
	dirShift   = 24
	stop1Shift = 27
	stop2Shift = 29
	stops      = 3<<stop1Shift | 3<<stop2Shift
)

func newMove(from, to Square) Move { return Move(from)<<fromShift | Move(to) }

func newDrop(k Kind, to Square) Move { return Move(k)<<fromShift | Move(to) | drops }

// through adds a first stop in direction d.
func through(d rules.Dir, dist1, dist2 int) Move {
	return Move(d)<<dirShift | Move(dist1)<<stop1Shift | Move(dist2)<<stop2Shift
}

// To returns where the move ends.
func (m Move) To() Square { return Square(m & squareMask) }

// From returns where the move starts; a drop starts nowhere.
func (m Move) From() Square { return Square(m >> fromShift & squareMask) }

// IsDrop reports whether the move is a drop.
func (m Move) IsDrop() bool { return m&drops != 0 }

// Dropped returns the kind that a drop puts down, in the state that comes out
// of the hand.
func (m Move) Dropped() Kind { return Kind(m >> fromShift & squareMask) }

// Promotes reports whether the piece promotes, or turns over.
func (m Move) Promotes() bool { return m&promotes != 0 }

// HasStops reports whether the move stops between its start and its end.
func (m Move) HasStops() bool { return m&stops != 0 }

func (m Move) dir() rules.Dir { return rules.Dir(m >> dirShift & 7) }
func (m Move) dist1() int     { return int(m >> stop1Shift & 3) }
func (m Move) dist2() int     { return int(m >> stop2Shift & 3) }

// Stops returns the squares the move stops on between; 0 stands for none.
func (p *Position) Stops(m Move) (first, second Square) {
	if m&stops == 0 {
		return 0, 0
	}
	delta := int(p.r.Delta[m.dir()])
	first = Square(int(m.From()) + m.dist1()*delta)
	if k := m.dist2(); k != 0 {
		second = Square(int(m.From()) + k*delta)
	}
	return first, second
}
