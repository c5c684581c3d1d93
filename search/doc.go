// Package search finds moves: iterative deepening over a principal variation
// search with a shared transposition table.
//
// A Searcher belongs to one variant and lives from game to game. Go runs one
// search under a Control, which any goroutine may stop. Each thread is a
// worker with a position, histories and stack of its own; the table and the
// stop flag are all they share. With one thread and no limit of time a search
// is a pure function of the position, the limits and what was learnt since
// NewGame.
//
// [FindMate] looks for mates alone, by proof numbers and with a table of its
// own.
//
// Where to read: searcher.go (iterations, threads, answers), node.go (the
// numbered steps of a node), quiescence.go, picker.go (the order of moves),
// table.go, clock.go; mate.go and matetable.go.
package search
