package usi

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"mujo/engine"
	"mujo/search"
)

// goWords are what stands behind go or ponderhit.
type goWords struct {
	depth     int
	nodes     uint64
	moveTime  time.Duration
	left, inc [2]time.Duration // by color
	byoyomi   time.Duration
	movesToGo int
	clock     bool // one of the four before was given
	infinite  bool
	ponder    bool
	mate      bool
	mateTime  time.Duration // for the mate search, 0: no limit
	moves     []string      // searchmoves
	limited   bool          // a word that limits was there, readable or not
	errors    []string
}

// numbers are the words that take one. Nothing below the smallest number that
// makes sense reaches them: hosts send negative times.
var numbers = map[string]func(w *goWords, n int64){
	"btime":     func(w *goWords, n int64) { w.left[engine.Black], w.clock = ms(n), true },
	"wtime":     func(w *goWords, n int64) { w.left[engine.White], w.clock = ms(n), true },
	"binc":      func(w *goWords, n int64) { w.inc[engine.Black], w.clock = ms(n), true },
	"winc":      func(w *goWords, n int64) { w.inc[engine.White], w.clock = ms(n), true },
	"byoyomi":   func(w *goWords, n int64) { w.byoyomi, w.clock = ms(n), true },
	"movestogo": func(w *goWords, n int64) { w.movesToGo = int(n) },
	"movetime":  func(w *goWords, n int64) { w.moveTime = max(ms(n), 1) },
	"rtime":     func(w *goWords, n int64) { w.moveTime = max(ms(n+rand.Int64N(2*n+1)), 1) },
	"depth":     func(w *goWords, n int64) { w.depth = int(max(n, 1)) },
	"nodes":     func(w *goWords, n int64) { w.nodes = uint64(max(n, 1)) },
}

// ms is that many milliseconds, within what a duration holds.
func ms(n int64) time.Duration { return time.Duration(min(n, 1e11)) * time.Millisecond }

// flags are the words that stand alone; searchmoves takes all the rest.
var flags = []string{"infinite", "ponder", "mate", "searchmoves"}

const expectedWords = "btime, wtime, byoyomi, binc, winc, movetime, movestogo, depth, nodes, rtime, infinite, ponder, mate or searchmoves"

// parseGo reads the words behind go or ponderhit. What makes no sense is left
// out and complained of.
func parseGo(words []string) *goWords {
	w := &goWords{}
	for i := 0; i < len(words); i++ {
		word := words[i]
		next := ""
		if i+1 < len(words) && !isGoWord(words[i+1]) {
			next = words[i+1]
		}
		if set, ok := numbers[word]; ok {
			w.limited = true
			if next == "" {
				w.errors = append(w.errors, fmt.Sprintf("%q without a value, expected a number", word))
				continue
			}
			i++
			n, err := strconv.ParseInt(next, 10, 64)
			if err != nil && n == 0 { // out of range gives the nearest number
				w.errors = append(w.errors, fmt.Sprintf("%q after %s, expected a number", clip(next), word))
				continue
			}
			set(w, min(max(n, 0), 1e15))
			continue
		}
		switch word {
		case "infinite":
			w.infinite, w.limited = true, true
		case "ponder":
			w.ponder = true
		case "mate":
			w.mate, w.limited = true, true
			switch n, err := strconv.ParseInt(next, 10, 64); {
			case i+1 < len(words) && words[i+1] == "infinite":
				i++
			case err == nil || n != 0: // out of range gives the nearest number
				w.mateTime = max(ms(n), time.Millisecond)
				i++
			}
		case "searchmoves":
			for i+1 < len(words) && !isGoWord(words[i+1]) {
				i++
				w.moves = append(w.moves, words[i])
			}
		default:
			w.errors = append(w.errors, fmt.Sprintf("unknown word %q, expected %s", clip(word), expectedWords))
		}
	}
	return w
}

func isGoWord(s string) bool {
	_, ok := numbers[s]
	return ok || slices.Contains(flags, s)
}

// clockOf is the clock of side, nil if no word told it.
func (w *goWords) clockOf(side engine.Color, overhead time.Duration) *search.Clock {
	if !w.clock {
		return nil
	}
	return &search.Clock{
		Left: w.left[side], Increment: w.inc[side], Byoyomi: w.byoyomi, MovesToGo: w.movesToGo, Overhead: overhead,
	}
}

// blindTime is for a move whose limits could not be read: any is better than
// none.
const blindTime = time.Second

// limits are those of a search for side. Without a word that limits it goes on
// until stopped.
func (w *goWords) limits(side engine.Color, overhead time.Duration) search.Limits {
	l := search.Limits{
		Depth: w.depth, Nodes: w.nodes, MoveTime: w.moveTime, Clock: w.clockOf(side, overhead),
		Infinite: w.infinite, Ponder: w.ponder,
	}
	switch {
	case w.told():
	case w.limited:
		l.MoveTime = blindTime
	case !w.ponder:
		l.Infinite = true
	}
	return l
}

// mateLimits are those of a search for a mate.
func (w *goWords) mateLimits() search.Limits {
	l := search.Limits{MoveTime: w.moveTime, Nodes: w.nodes}
	if w.mateTime > 0 && (l.MoveTime == 0 || w.mateTime < l.MoveTime) {
		l.MoveTime = w.mateTime
	}
	return l
}

// told reports whether any limit was read.
func (w *goWords) told() bool {
	return w.depth > 0 || w.nodes > 0 || w.moveTime > 0 || w.clock || w.infinite
}

// hit is the clock for a pondering search that becomes the real one; bare says
// that go ponder had no limits. Nil leaves those of go ponder.
func (w *goWords) hit(side engine.Color, overhead time.Duration, bare bool) *search.Clock {
	switch {
	case w.clock:
		return w.clockOf(side, overhead)
	case w.moveTime > 0:
		return &search.Clock{Byoyomi: w.moveTime}
	case bare:
		return &search.Clock{Byoyomi: blindTime, Overhead: overhead}
	}
	return nil
}
