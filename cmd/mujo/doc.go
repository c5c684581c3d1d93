// Mujo plays shogi and its great historical relatives. Without arguments it
// speaks USI on its standard input and output, for a graphical host; its
// sub-commands show rules and positions, count moves and measure speed. The
// files are named for the sub-commands; commands.go lists them.
package main
