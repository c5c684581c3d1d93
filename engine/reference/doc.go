// Package reference is the second move generator: a plain mailbox walk in the
// words of the rule sheets, slow on purpose. It shares no code with package
// engine, so that where the two agree a slip would have to be made twice. It is
// for tests and is imported by tests only.
//
// [Game] is a position with its moves; [LoadCases] reads the positions with
// known answers that lie in testdata/cases.
//
// A sheet's rules are applied as far as one position goes: what may move where,
// what promotes, what burns, which captures of lions are barred, who stands in
// check. Repetition, bare king, declaration and the ply limit need the game or
// end it, and are left out.
//
// Where to read next: walk.go has one function for each power of a piece,
// legal.go the rules that bar a move, play.go what a move does.
package reference
