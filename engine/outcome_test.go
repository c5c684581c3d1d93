package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mujo/engine"
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
