package net

import "mujo/engine/rules"

// vectors are the loops over hidden units, whose number is a multiple of
// Lanes, and over boards, in the form that the processor runs fastest.
type vectors struct {
	// update sets sums to those of from with rows of the input added and others
	// taken off; rows are told by where they begin.
	update func(sums, from, input []int16, plus, minus []uint32)
	// weigh sums up hidden units, each cut off at 0 and One and squared, by
	// their weights.
	weigh func(sums, output []int16) int
	// differ lists the squares on which two boards differ, in order, at the
	// beginning of squares, which has room for them all, and returns how many.
	differ func(squares []rules.Square, now, was []rules.Piece) int
}

// Lanes divides the number of hidden units.
const Lanes = 16

// plainVectors are in Go alone.
func plainVectors() *vectors {
	return &vectors{
		update: func(sums, from, input []int16, plus, minus []uint32) {
			copy(sums, from)
			for _, row := range plus {
				for i, x := range input[row:][:len(sums)] {
					sums[i] += x
				}
			}
			for _, row := range minus {
				for i, x := range input[row:][:len(sums)] {
					sums[i] -= x
				}
			}
		},
		weigh: func(sums, output []int16) int {
			total := 0
			for i, o := range output[:len(sums)] {
				x := max(min(int(sums[i]), One), 0)
				total += x * x * int(o)
			}
			return total
		},
		differ: func(squares []rules.Square, now, was []rules.Piece) int {
			n := 0
			for i, pc := range was {
				if now[i] != pc {
					squares[n] = rules.Square(i)
					n++
				}
			}
			return n
		},
	}
}
