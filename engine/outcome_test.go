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

// rank12 are so many empty ranks of a chu board.
func rank12(n int) string { return strings.Repeat("/12", n)[1:] }

// TestOutcome has the ends of games, one rule at a time. A game that goes on
// too long after its end is wrong as well: the outcome before the last move
// must be that it goes on, but where a position is set up as over.
func TestOutcome(t *testing.T) {
	const (
		golds  = "kg10/12/12/12/12/12/12/12/12/12/12/10GK b - 1"
		lions  = "k11/12/12/4n7/12/12/12/12/7N4/12/12/11K b - 1"
		chased = "k11/12/12/7g4/12/12/12/6R5/12/12/12/11K b - 1" // the rook follows the gold from file to file
		shuts  = "8k/6+R2/9/9/9/9/9/9/4K4 w - 1"
	)
	for _, c := range []struct {
		name, variant, sfen, moves, want string
	}{
		// Shogi.
		{"start", "shogi", "startpos", "", "going on"},
		{"fourth occurrence", "shogi", "startpos", cycles(3, "5i5h 5a5b 5h5i 5b5a"), "draw by repetition"},
		{"fourth occurrence of a later position", "shogi", "startpos",
			"7g7f " + cycles(3, "5a5b 5i5h 5b5a 5h5i"), "draw by repetition"},
		{"third occurrence", "shogi", "startpos", cycles(2, "5i5h 5a5b 5h5i 5b5a"), "going on"},
		{"the same board with other hands", "shogi", "4k4/9/9/9/9/9/9/9/4K4 b 3P3p 1",
			"P*5e 5a4a 5i4i 4a5a 4i5i P*6e 5i4i 5a4a 4i5i 4a5a", "going on"},
		{"perpetual check", "shogi", "6k2/1+p7/9/9/9/9/9/1+P2R4/6K2 b - 1",
			"5h3h 3a2a 3h2h 2a3a 2h3h 3a2a 3h2h 2a3a 2h3h 3a2a 3h2h 2a3a 2h3h", "white by perpetual check"},
		{"perpetual check by White", "shogi", "2k6/4r2+p1/9/9/9/9/9/7+P1/2K6 w - 1",
			"5b7b 7i8i 7b8b 8i7i 8b7b 7i8i 7b8b 8i7i 8b7b 7i8i 7b8b 8i7i 8b7b", "black by perpetual check"},
		{"one quiet move in the cycle", "shogi", "6k2/1+p7/9/9/9/9/9/1+P2R4/6K2 b - 1",
			"5h1h " + cycles(3, "3a2a 1h2h 2a3a 2h1h"), "draw by repetition"},
		{"checkmate", "shogi", "8k/9/8P/7G1/9/9/9/9/4K4 b - 1", "2d2c 1a2a 2c2b", "going on"},
		{"checkmate by a gold", "shogi", "8k/9/8P/9/9/9/9/9/4K4 b G 1", "G*1b", "black by checkmate"},
		{"stalemate", "shogi", shuts, "", "black by no legal move"},
		{"stalemate with a pawn in hand", "shogi", strings.Replace(shuts, "w -", "w p", 1), "", "going on"},
		{"mate by a pawn that moves", "shogi", "7lk/9/7GP/9/9/9/9/9/4K4 b - 1", "1c1b", "black by checkmate"},
		{"mate by a dropped lance", "shogi", "7lk/9/7G1/9/9/9/9/9/4K4 b L 1", "L*1b", "black by checkmate"},

		// Chu, as lishogi plays.
		{"start of chu", "chushogi", "startpos", "", "going on"},
		{"king captured", "chushogi", "k10g/12/12/12/12/12/12/12/12/12/R11/11K b - 1", "12k12a", "black by last royal captured"},
		{"one of two royals captured", "chushogi", "k5+e4g/12/12/12/12/12/12/12/12/12/R11/11K b - 1", "12k12a", "going on"},
		{"both royals in one move", "chushogi", "k11/+e11/N11/12/12/12/12/12/12/12/12/11K b - 1", "12c12b12a",
			"black by last royal captured"},
		{"fourth occurrence in chu", "chushogi", golds, cycles(3, "2l2k 11a11b 2k2l 11b11a"), "draw by repetition"},
		{"passes need twelve plies", "chushogi", lions, cycles(5, "5i4h5i 8d7c8d"), "going on"},
		{"passes for twelve plies", "chushogi", lions, cycles(6, "5i4h5i 8d7c8d"), "draw by repetition"},
		{"a pawn's move starts the count", "chushogi", strings.Replace(lions, "12/12/11K", "12/P11/11K", 1),
			"12k12j " + cycles(5, "8d7c8d 5i4h5i") + "8d7c8d", "going on"},
		{"twelve plies after a pawn's move", "chushogi", strings.Replace(lions, "12/12/11K", "12/P11/11K", 1),
			"12k12j " + cycles(6, "8d7c8d 5i4h5i"), "draw by repetition"},
		{"perpetual attack", "chushogi", chased, cycles(3, "6h5h 5d6d 5h6h 6d5d"), "white by perpetual attack"},
		{"perpetual check in chu", "chushogi", "k10g/12/12/12/12/12/12/1R10/12/12/12/11K b - 1",
			cycles(3, "11h12h 12a11a 12h11h 11a12a"), "white by perpetual attack"},
		{"both attack", "chushogi", "k11/12/12/7r4/12/12/12/6R5/12/12/6GG4/11K b - 1", cycles(3, "6h5h 5d6d 5h6h 6d5d"), "draw by repetition"},
		{"bare king", "chushogi", "r4k5b/12/6g5/12/12/12/12/12/12/12/12/5K6 b - 1", "", "white by bare king"},
		{"bare king beside the last piece", "chushogi", "7k4/12/12/11K/10n1/12/12/12/12/12/12/12 b - 1", "", "going on"},
		{"bare king beside one piece of two", "chushogi", "7k4/12/12/11K/10n1/12/12/12/12/12/12/r11 b - 1", "", "white by bare king"},
		{"bare king that gives check", "chushogi", "12/12/12/10kK/12/12/12/12/12/12/12/r5b5 b - 1", "", "going on"},
		{"pawns and go-betweens do not bare", "chushogi", "k11/pi10/12/12/12/12/12/12/12/12/12/11K b - 1", "", "going on"},
		{"bare but for a stuck pawn", "chushogi", "P1k9/12/12/12/12/12/12/12/12/12/r11/11K b - 1", "", "white by bare king"},
		{"bared by the last move", "chushogi", "k11/12/12/12/12/12/12/12/12/6G5/6r5/11K w - 1", "6k6j", "white by bare king"},
		{"two lone royals", "chushogi", "7k4/12/12/12/10K1/12/12/12/12/12/12/12 w - 1", "", "draw by two lone royals"},
		{"two lone royals in check", "chushogi", "7k4/7K4/12/12/12/12/12/12/12/12/12/12 w - 1", "", "going on"},
		{"no legal move in chu", "chushogi", "KL10/PP10/12/12/12/12/12/12/12/10g1/12/11k b - 1", "", "white by no legal move"},
		{"the last ply", "chushogi", strings.Replace(golds, "- 1", "- 999", 1), "2l2k", "going on"},
		{"a thousand plies", "chushogi", strings.Replace(golds, "- 1", "- 999", 1), "2l2k 11a11b", "draw by move limit"},
		{"a king captured at the thousandth ply", "chushogi", "k10g/12/12/12/12/12/12/12/12/12/R11/11K b - 1000", "12k12a",
			"black by last royal captured"},

		// Chu by the federation's rules.
		{"no move limit", "chushogi-federation", strings.Replace(golds, "- 1", "- 1000", 1), "2l2k", "going on"},
		{"perpetual check, federation", "chushogi-federation", "k10g/12/12/12/12/12/12/1R10/12/12/12/11K b - 1",
			cycles(3, "11h12h 12a11a 12h11h 11a12a"), "white by perpetual check"},
		{"perpetual attack, federation", "chushogi-federation", chased, cycles(3, "6h5h 5d6d 5h6h 6d5d"), "white by perpetual attack"},
		{"fourth occurrence, federation", "chushogi-federation", golds, cycles(3, "2l2k 11a11b 2k2l 11b11a"), "draw by repetition"},
		{"Black passed first", "chushogi-federation", lions, cycles(3, "5i4h5i 8d7c8d"), "white by repeated passing"},
		{"White passed first", "chushogi-federation", lions, "1l1k " + cycles(3, "8d7c8d 5i4h5i"), "black by repeated passing"},
		{"one side passes", "chushogi-federation", lions, cycles(3, "5i4h5i 12a12b 5i4h5i 12b12a"), "draw by repetition"},
		{"several pieces against a bare king", "chushogi-federation", "r4k5b/12/6g5/12/12/12/12/12/12/12/12/5K6 b - 1", "", "going on"},
		{"one piece against a bare king", "chushogi-federation", "5k6/12/6g5/12/12/12/12/12/12/12/12/5K6 b - 1", "", "white by bare king"},
		{"a pawn against a bare king", "chushogi-federation", "5k6/12/6p5/12/12/12/12/12/12/12/12/5K6 b - 1", "", "going on"},
		{"a go-between against a bare king", "chushogi-federation", "5k6/12/6i5/12/12/12/12/12/12/12/12/5K6 w - 1", "", "going on"},
		{"a tokin against a bare king", "chushogi-federation", "5k6/12/6+p5/12/12/12/12/12/12/12/12/5K6 b - 1", "", "white by bare king"},
		{"a gold and a pawn against a bare king", "chushogi-federation", "5k6/12/5pg5/12/12/12/12/12/12/12/12/5K6 b - 1", "", "going on"},
		{"stuck pieces do not count", "chushogi-federation", "5k6/12/6g5/12/12/12/12/12/12/12/12/5K2lp2 b - 1", "", "white by bare king"},
		{"one piece, taken at once", "chushogi-federation", "5k6/12/12/12/12/12/12/12/12/12/6g5/5K6 b - 1", "", "going on"},
		{"one piece, not to be taken at once", "chushogi-federation", "5k6/12/12/12/12/12/12/12/12/12/6g5/5K6 w - 1", "", "white by bare king"},
		{"a prince as well", "chushogi-federation", "5k6/12/6g+e4/12/12/12/12/12/12/12/12/5K6 b - 1", "", "going on"},
		{"two lone royals, federation", "chushogi-federation", "7k4/12/12/12/10K1/12/12/12/12/12/12/12 w - 1", "", "draw by two lone royals"},

		// Tenjiku. The demon on 8h burns what stands beside it, and what comes
		// to stand there.
		{"start of tenjiku", "tenjikushogi", "startpos", "", "going on"},
		{"a demon two squares away", "tenjikushogi", tenjiku(2, "1k14", 10, "8{FID}7", 16, "15K") + " b - 1", "8j14d", "going on"},
		{"king burned", "tenjikushogi", tenjiku(3, "1k14", 10, "8{FID}7", 16, "15K") + " b - 1", "8j14d", "black by last royal captured"},
		{"king walks up to a demon", "tenjikushogi", tenjiku(2, "3k12", 4, "2{FID}13", 16, "15K") + " w - 1", "13b13c",
			"black by last royal captured"},
		{"both royals burned in one move", "tenjikushogi", tenjiku(1, "4k1{cp}9", 7, "{FID}15", 16, "15K") + " b - 1", "16g11b",
			"black by last royal captured"},
		{"perpetual check in tenjiku", "tenjikushogi", tenjiku(1, "k14g", 8, "1R14", 16, "15K") + " b - 1",
			cycles(3, "15h16h 16a15a 16h15h 15a16a"), "white by perpetual check"},
		{"perpetual attack in tenjiku", "tenjikushogi", tenjiku(1, "k15", 4, "7g8", 8, "6R9", 16, "15K") + " b - 1",
			cycles(3, "10h9h 9d10d 9h10h 10d9d"), "white by perpetual attack"},
		{"Black passed first in tenjiku", "tenjikushogi", tenjiku(1, "k15", 4, "4{ln}11", 9, "7{LN}8", 16, "15K") + " b - 1",
			cycles(3, "9i10h9i 12d11c12d"), "white by repeated passing"},
		{"no bare king in tenjiku", "tenjikushogi", tenjiku(1, "k15", 4, "7g8", 16, "15K") + " b - 1", "", "going on"},

		// Tai.
		{"start of tai", "taishogi", "startpos", "", "going on"},
		{"fourth occurrence in tai", "taishogi", tai(1, "{e}24", 25, "24{E}") + " b - 1",
			cycles(3, "1y2y 25a24a 2y1y 24a25a"), "draw by repetition"},
		{"perpetual check in tai", "taishogi", tai(1, "{cp}24", 8, "1R23", 25, "24{E}") + " b - 1",
			cycles(3, "24h25h 25a24a 25h24h 24a25a"), "white by perpetual check"},
		{"last royal captured in tai", "taishogi", tai(1, "{cp}24", 8, "R24", 25, "24{E}") + " b - 1", "25h25a+",
			"black by last royal captured"},
		{"a royal is left in tai", "taishogi", tai(1, "{cp}23{e}", 8, "R24", 25, "24{E}") + " b - 1", "", "going on"},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			p := start(t, c.variant, c.sfen)
			moves := strings.Fields(c.moves)
			for i, m := range moves {
				if o := p.Outcome(); o.Over {
					t.Fatalf("%s before move %d, %s", tell(o), i+1, m)
				}
				play(t, p, m)
			}
			before := p.SFEN()
			if got := tell(p.Outcome()); got != c.want {
				t.Errorf("%s: %s, want %s", p.SFEN(), got, c.want)
			}
			if p.SFEN() != before {
				t.Errorf("the question changed the position to %s", p.SFEN())
			}
		})
	}
}

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
