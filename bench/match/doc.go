// Package match plays games between players and keeps the score.
//
// A Config says who plays what; New checks it, and Match.Run plays the games,
// several at a time, until all are played, a sequential test has decided, or
// its context ends. The rules are those of package engine: every move is
// checked, and the variant's own rules say when a game is over. A player that
// crashes, hangs, plays an illegal move or oversteps its time loses that game
// and is started anew.
//
// What games there are follows from the Config alone: game 2k and 2k+1 of a
// pairing have opening k with colours swapped, so that a shard of a match
// (Shard) plays its part anywhere, and a stopped match goes on later.
//
// A Table adds up games, live or from files.
package match
