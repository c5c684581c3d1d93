package net

import (
	"unsafe"

	"golang.org/x/sys/cpu"

	"mujo/engine/rules"
)

// newVectors chooses the loops for this processor.
func newVectors() *vectors {
	if !cpu.X86.HasAVX2 {
		return plainVectors()
	}
	return &vectors{
		update: func(sums, from, input []int16, plus, minus []uint32) {
			updateAVX2(&sums[0], &from[0], &input[0], unsafe.SliceData(plus), len(plus), unsafe.SliceData(minus), len(minus), len(sums))
		},
		weigh: func(sums, output []int16) int {
			return int(weighAVX2(&sums[0], &output[0], len(sums)))
		},
		differ: func(squares []rules.Square, now, was []rules.Piece) int {
			even := len(was) &^ (Lanes - 1)
			n := int(differAVX2(&squares[0], &now[0], &was[0], even))
			for i := even; i < len(was); i++ {
				if now[i] != was[i] {
					squares[n] = rules.Square(i)
					n++
				}
			}
			return n
		},
	}
}

// These take n units, a multiple of Lanes that is not 0.

//go:noescape
func updateAVX2(sums, from, input *int16, plus *uint32, pluses int, minus *uint32, minuses int, n int)

//go:noescape
func weighAVX2(sums, output *int16, n int) int64

//go:noescape
func differAVX2(squares *rules.Square, now, was *rules.Piece, n int) int64
