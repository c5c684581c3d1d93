// Package net is the learned part of the evaluation: a correction, in
// centipawns, to what the hand-made terms say of a position.
//
// It has two parts. Place is a table of piece and square values, which costs
// nothing to evaluate since positions sum it up with the hand-made values. The
// second, which may be missing, is a small neural network: its inputs are the
// pieces on their squares and the pieces in hand, seen by each side from its
// own end of the board; one hidden layer is shared by both views; and the
// output is what the view of the side to move is worth less that of the other
// side. The form is that of Y. Nasu's NNUE (2018) without its king-relative
// inputs, in integers: a State makes the sums of the hidden layer from those of
// a position a few moves before, by the pieces that moved since.
//
// Weights is what a file of weights holds; package tune of the benchmarks
// makes such files.
package net
