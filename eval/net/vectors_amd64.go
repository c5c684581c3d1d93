package net

import "golang.org/x/sys/cpu"

// newVectors chooses the loops for this processor.
func newVectors() *vectors {
	if !cpu.X86.HasAVX2 {
		return plainVectors()
	}
	return &vectors{
		add:      func(sums, row []int16) { addAVX2(&sums[0], &row[0], len(sums)) },
		subtract: func(sums, row []int16) { subtractAVX2(&sums[0], &row[0], len(sums)) },
		replace:  func(sums, out, in []int16) { replaceAVX2(&sums[0], &out[0], &in[0], len(sums)) },
		weigh: func(sums, output []int16) int {
			return int(weighAVX2(&sums[0], &output[0], len(sums)))
		},
	}
}

// These take n units, a multiple of Lanes that is not 0.

//go:noescape
func addAVX2(sums, row *int16, n int)

//go:noescape
func subtractAVX2(sums, row *int16, n int)

//go:noescape
func replaceAVX2(sums, out, in *int16, n int)

//go:noescape
func weighAVX2(sums, output *int16, n int) int64
