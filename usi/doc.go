// Package usi speaks the Universal Shogi Interface: it reads a host's commands
// line by line, keeps the game, starts and stops searches and writes their
// reports and answers.
//
// [Run] is the loop; [Config] says who the program is and how to make the
// [Searcher] it drives. One goroutine reads and obeys commands, a second one
// thinks; they share the output, which takes whole lines, and the handle of
// the search.
//
// What holds throughout:
//
//   - One answer for each go, whatever ended the search, a panic included.
//   - The loop's position is its own: a search gets a copy, so that position
//     and setoption may come at any time. What concerns the searcher itself
//     (memory, threads, number of lines, the variant) reaches it when it next
//     starts.
//   - Output is ASCII in lines below 1,000 bytes, but for the SFEN of a large
//     board and the line of a long mate; nothing goes to the standard error.
//   - Bad input changes nothing and gets one line, info string error, that
//     names the word and what was expected.
//
// Where to read next: loop.go has the commands, think.go one search from go to
// bestmove, mate.go one from go mate to checkmate, report.go the info lines. The
// scripts in testdata/usi show the dialect; script_test.go describes their
// format.
package usi
