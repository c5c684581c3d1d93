// Package bench searches fixed positions of each variant, to compare speed
// between machines and behaviour between versions: with one thread and a
// fixed depth the sum of the nodes is a signature of everything that the
// search and the evaluation do.
//
// Load finds a variant's Suite, and Suite.Run searches it. The positions are
// in positions/VARIANT.txt.
package bench
