// Package eval judges positions without looking ahead.
//
// An Evaluator is built for a variant's rules; each thread has a Clone. Its
// terms ask for properties of pieces and rules, never for a variant, so that
// they hold in games that no one has tuned for:
//
//   - material: the sheet's values, pawn 100 centipawns (values.go),
//   - placement: advance, centre and the chance to promote, as one number a
//     piece and square that a position sums up as it goes (placement.go),
//   - the surroundings of a lone royal and what bears on it (royal.go), unless a
//     network sees them,
//   - tempo.
//
// For some variants weights were learned from self-play and come with the
// program; they correct the placement, weigh the terms and may add a small
// network (learned.go and package net).
package eval
