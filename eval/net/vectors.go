package net

// vectors are the loops over hidden units, whose number is a multiple of
// Lanes, in the form that the processor runs fastest.
type vectors struct {
	add, subtract func(sums, row []int16)
	replace       func(sums, out, in []int16)
	// weigh sums up hidden units, each cut off at 0 and One and squared, by
	// their weights.
	weigh func(sums, output []int16) int
}

// Lanes divides the number of hidden units.
const Lanes = 16

// plainVectors are in Go alone.
func plainVectors() *vectors {
	return &vectors{
		add: func(sums, row []int16) {
			for i, x := range row[:len(sums)] {
				sums[i] += x
			}
		},
		subtract: func(sums, row []int16) {
			for i, x := range row[:len(sums)] {
				sums[i] -= x
			}
		},
		replace: func(sums, out, in []int16) {
			out, in = out[:len(sums)], in[:len(sums)]
			for i := range sums {
				sums[i] += in[i] - out[i]
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
	}
}
