package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mujo/engine"
	"mujo/engine/rules"
)

// start returns the position of an SFEN or, for "startpos", of the variant.
func start(t testing.TB, variant, sfen string) *engine.Position {
	t.Helper()
	r := compile(t, variant)
	if sfen == "startpos" {
		return engine.New(r)
	}
	return parse(t, r, sfen)
}

// play makes moves one after another.
func play(t testing.TB, p *engine.Position, moves string) {
	t.Helper()
	for _, text := range strings.Fields(moves) {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatalf("%s: %v", p.SFEN(), err)
		}
		p.Make(m)
	}
}

// tell puts an outcome in words: "going on", "draw by repetition", "black by
// checkmate".
func tell(o engine.Outcome) string {
	switch {
	case !o.Over:
		return "going on"
	case o.Draw:
		return "draw by " + string(o.Reason)
	default:
		return fmt.Sprintf("%s by %s", o.Winner, o.Reason)
	}
}

func cycles(n int, moves string) string { return strings.Repeat(moves+" ", n) }

// board draws a square board that is empty but for some ranks: number from
// the top, text, and so on.
func board(size int, ranks []any) string {
	rows := slices.Repeat([]string{fmt.Sprint(size)}, size)
	for i := 0; i < len(ranks); i += 2 {
		rows[ranks[i].(int)-1] = ranks[i+1].(string)
	}
	return strings.Join(rows, "/")
}

func tenjiku(ranks ...any) string { return board(16, ranks) }
func tai(ranks ...any) string     { return board(25, ranks) }

func TestTakeBack(t *testing.T) {
	const lions = "k14/15/15/15/7{ln}7/15/15/15/15/7{LN}7/15/15/15/15/14K b - 1"
	for _, test := range []struct{ name, variant, sfen, moves, want string }{
		{"nothing yet", "shogi", "startpos", "", ""},
		{"no position to go back to", "shogi", "startpos", "2h3h 8b7b", ""},
		{"the other side is back", "shogi", "startpos", "2h3h 8b7b 3h2h", "7b8b"},
		{"the other side is elsewhere", "shogi", "startpos", "2h3h 8b7b 3h4h", ""},
		{"back to the second move", "shogi", "startpos", "2h3h 8b7b 3h4h 7b6b 4h2h 6b7b", "2h4h"},
		{"back by another move than the last", "shogi", "startpos", "2h3h 8b7b 3h4h 7b6b 4h2h 6b7b 2h3h", ""},
		{"a lance does not go back", "shogi", "startpos", "2h3h 9a9b 3h2h", ""},
		{"nor a pawn", "shogi", "startpos", "2h3h 3c3d 3h2h", ""},
		{"what was taken is gone", "shogi", "startpos", "2h3h 8b7b 7g7f 7b8b 7f7e 8b7b 7e7d 7c7d", ""},
		{"a pass", "daishogi", lions, "8j7i8j 8e7d8e 8j7i8j", "8e7d8e"},
		{"a pass after a move", "daishogi", lions, "1o1n 8e7d8e 1n1o", "8e7d8e"},
		{"no pass back to what has not been", "daishogi", lions, "1o1n 8e7d8e 1n1m", ""},
	} {
		p := start(t, test.variant, test.sfen)
		play(t, p, test.moves)
		got := ""
		if m := p.TakeBack(); m != engine.NoMove {
			got = p.MoveText(m)
		}
		if got != test.want {
			t.Errorf("%s: %q, expected %q", test.name, got, test.want)
		}
	}
}

// TestRepeatsKeepsScore: to judge a cycle moves are taken back that were made
// before the scores were attached.
func TestRepeatsKeepsScore(t *testing.T) {
	p := start(t, "shogi", "startpos")
	play(t, p, cycles(2, "2h3h 8b7b 3h2h 7b8b"))
	scores := &engine.Scores{Board: make([]int32, rules.MaxPieces*p.Rules().NumSquares), Hand: make([]int32, rules.MaxPieces)}
	for i := range scores.Board {
		scores.Board[i] = int32(i)
	}
	p.Attach(scores)
	want := p.Score()
	if o := p.Repeats(p.Moves()); !o.Over {
		t.Fatal("the third occurrence is no repetition")
	}
	if p.Score() != want {
		t.Errorf("score %d, expected %d", p.Score(), want)
	}
}
