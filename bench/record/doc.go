// Package record keeps games: as lines of JSON, complete and safe against a
// program that is killed while it writes, and in the text formats that other
// programs read.
//
// A file of lines (Writer, Read) holds Headers, which say what match was
// played under what conditions, and Games. A Header's Run is a fingerprint of
// the conditions; it and a game's Number name a game among all files of a
// match, on however many machines they were written.
//
// Text formats: USI lines, KIF, CSA, and a PGN-like text with the moves in
// Hodges' notation for any variant.
package record
