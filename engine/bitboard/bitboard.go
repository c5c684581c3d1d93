// Package bitboard holds the two representations that the engine combines: a
// Set of squares in as many words as its board needs, and line occupancy, one
// word a rank, file or diagonal, which finds the next piece along a line in a
// shift and a count of zeros whatever the size of the board.
//
// It knows nothing of shogi. Squares are numbers from 0; a line's squares are
// positions 1 to n of its word, with sentinel bits set at 0 and n+1, so that a
// look along a line always meets something.
package bitboard

import "math/bits"

// A Set is a set of squares, bit i of the whole for square i. All sets of one
// board have the same length.
type Set []uint64

// Words returns how many words a set of n squares takes.
func Words(n int) int { return (n + 63) / 64 }

// NewSets returns count empty sets of n squares cut from one array, so that
// sets used together lie together.
func NewSets(count, n int) []Set {
	w := Words(n)
	backing := make([]uint64, count*w)
	sets := make([]Set, count)
	for i := range sets {
		sets[i] = backing[i*w : (i+1)*w : (i+1)*w]
	}
	return sets
}

// Has reports whether sq is in s.
func (s Set) Has(sq uint16) bool { return s[sq>>6]>>(sq&63)&1 != 0 }

// Flip adds sq to s or takes it out.
func (s Set) Flip(sq uint16) { s[sq>>6] ^= 1 << (sq & 63) }

// Add puts sq into s.
func (s Set) Add(sq uint16) { s[sq>>6] |= 1 << (sq & 63) }

// Three returns the members among sq and the two squares after it, which must
// be on the padded board, as bits 0 to 2.
func (s Set) Three(sq int) uint64 {
	w := s[sq>>6] >> (sq & 63)
	if sq&63 > 61 {
		w |= s[sq>>6+1] << (64 - sq&63)
	}
	return w & 7
}

// Clear empties s.
func (s Set) Clear() { clear(s) }

// Spread sets dst to the squares at most one step, in any of eight directions,
// from a square of s, on a board of that stride, which is below 64. The first
// and the last square must not be in s.
func (s Set) Spread(dst Set, stride int) {
	up := uint(stride) & 63
	down := (64 - up) & 63
	var before uint64
	here := s.row(0)
	for i := range dst {
		var after uint64
		if i+1 < len(s) {
			after = s.row(i + 1)
		}
		dst[i] = here | here<<up | here>>up | before>>down | after<<down
		before, here = here, after
	}
}

// row returns word i of s with the squares before and after those of s.
func (s Set) row(i int) uint64 {
	w := s[i] | s[i]<<1 | s[i]>>1
	if i > 0 {
		w |= s[i-1] >> 63
	}
	if i+1 < len(s) {
		w |= s[i+1] << 63
	}
	return w
}

// Lines are the occupancy words of all lines of a board. Indexing by uint8
// needs no bounds check; the largest board, 36x36, has 214 lines.
type Lines [256]uint64

// A Coord is a square's place on one line.
type Coord struct {
	Line uint8
	Pos  uint8 // 1 is the first square
}

// Up returns how many squares after c are free.
func (l *Lines) Up(c Coord) int {
	return bits.TrailingZeros64(l[c.Line] >> (c.Pos + 1))
}

// Down returns how many squares before c are free.
func (l *Lines) Down(c Coord) int {
	return bits.LeadingZeros64(l[c.Line] << (64 - c.Pos))
}

// UpTwo returns how many squares lie between c and the first occupied one after
// it, and between c and the second, 64 if the first is the edge.
func (l *Lines) UpTwo(c Coord) (first, second int) {
	w := l[c.Line] >> (c.Pos + 1)
	return bits.TrailingZeros64(w), bits.TrailingZeros64(w & (w - 1))
}

// DownTwo is UpTwo for the squares before c.
func (l *Lines) DownTwo(c Coord) (first, second int) {
	w := l[c.Line] << (64 - c.Pos)
	first = bits.LeadingZeros64(w)
	return first, bits.LeadingZeros64(w &^ (1 << 63 >> first))
}

// RayUp returns the occupancy after c: bit k is the square k steps on, the
// sentinel included.
func (l *Lines) RayUp(c Coord) uint64 {
	return l[c.Line] >> c.Pos &^ 1
}

// RayDown returns the occupancy before c: bit k is the square k steps back,
// the sentinel included.
func (l *Lines) RayDown(c Coord) uint64 {
	return bits.Reverse64(l[c.Line]<<(63-c.Pos)) &^ 1
}
