package net

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// newVectors chooses the loops for this processor.
func newVectors() *vectors {
	if !cpu.X86.HasAVX2 {
		return plainVectors()
	}
	return &vectors{
		update: func(sums, input []int16, plus, minus []uint32) {
			updateAVX2(&sums[0], &input[0], unsafe.SliceData(plus), len(plus), unsafe.SliceData(minus), len(minus), len(sums))
		},
		weigh: func(sums, output []int16) int {
			return int(weighAVX2(&sums[0], &output[0], len(sums)))
		},
	}
}

// These take n units, a multiple of Lanes that is not 0.

//go:noescape
func updateAVX2(sums, input *int16, plus *uint32, pluses int, minus *uint32, minuses int, n int)

//go:noescape
func weighAVX2(sums, output *int16, n int) int64
