// Package player drives what plays: other programs over USI or CECP (the
// protocol of xboard), and the engine of this module in process, all behind
// Player.
//
// A Spec says what to start; Open starts it. A player is asked for a move with
// Think and answers, or fails with a *Fault that says how. After a fault it
// must be closed; whoever holds it opens another. Players check nothing that
// needs the rules beyond reading a move: whether it is legal, in time, and
// what it leads to is the business of the caller.
//
// Programs run in process groups of their own. Closing one ends its whole
// group, and on Linux the kernel ends it should this program be killed.
package player
