package engine_test

import (
	"slices"
	"strings"
	"testing"
)

// TestEndings has the ends of games that shogi, chu, tenjiku and tai do not
// have, or have otherwise. As in TestOutcome the game must still go on before
// the last move.
func TestEndings(t *testing.T) {
	const (
		kings5 = "4k/5/5/5/K4 b - 1"
		walk5  = "5e5d 1a1b 5d5e 1b1a"
		boxed  = "k6/7/6+R/7/7/7/7/7/1+R2K2 b - 1" // White's king has but one move each time
		lions  = "k14/15/15/15/7{ln}7/15/15/15/15/7{LN}7/15/15/15/15/14K b - 1"
	)
	for _, c := range []struct {
		name, variant, sfen, moves, want string
	}{
		// The lion of dobutsu shogi: caught, or got home.
		{"lion caught", "dobutsu", "1k1/1K1/3/3 b - 1", "2b2a", "black by last royal captured"},
		{"lion left to be caught", "dobutsu", "2r/1k1/3/1K1 b - 1", "2d2c", "going on"},
		{"try", "dobutsu", "3/K2/2k/3 b - 1", "3b3a", "black by royal on its last rank"},
		{"try under attack", "dobutsu", "1r1/K2/2k/3 b - 1", "3b3a", "going on"},
		{"the attacker leaves", "dobutsu", "1r1/K2/2k/3 b - 1", "3b3a 2a1a", "black by royal on its last rank"},
		{"White gets home first", "dobutsu", "1r1/K2/2k/3 b - 1", "3b3a 1c1d", "white by royal on its last rank"},
		{"one of two lions got home", "dobutsu", "2k/K2/2k/3 b - 1", "3b2b 1c1d", "white by royal on its last rank"},
		{"both are home", "dobutsu", "K2/3/3/2k b - 1", "", "draw by royal on its last rank"},
		{"third occurrence", "dobutsu", "k2/3/3/2K b - 1", cycles(2, "1d1c 3a3b 1c1d 3b3a"), "draw by repetition"},
		{"Fairy-Stockfish's fourth", "dobutsu-fairy-stockfish", "l2/3/3/2L b - 1", cycles(3, "1d1c 3a3b 1c1d 3b3a"), "draw by repetition"},

		// The first check wins.
		{"check", "checkshogi", "4k4/9/9/9/9/9/9/3R5/4K4 b - 1", "6h5h", "black by check"},
		{"check by a dropped pawn", "checkshogi", "3gkg3/3r1l3/9/9/9/9/9/9/4K4 b P 1", "P*5b", "black by check"},
		{"no check", "checkshogi", "4k4/9/9/9/9/9/9/3R5/4K4 b - 1", "6h4h", "going on"},
		{"golds taken and dropped", "shogi", "6k2/5g3/4G4/9/9/9/9/9/K8 b G 1",
			cycles(3, "5c4b 3a4b G*5c 4b3a 9i9h G*4b 5c4b 3a4b G*5c 4b3a 9h9i G*4b"), "draw by repetition"},
		{"and twice only", "shogi", "6k2/5g3/4G4/9/9/9/9/9/K8 b G 1",
			cycles(2, "5c4b 3a4b G*5c 4b3a 9i9h G*4b 5c4b 3a4b G*5c 4b3a 9h9i G*4b"), "going on"},
		{"fourth occurrence", "checkshogi", "startpos", cycles(3, "5i5h 5a5b 5h5i 5b5a"), "draw by repetition"},

		// Who loses by repetition.
		{"Black loses", "minishogi", kings5, cycles(3, walk5), "white by repetition"},
		{"White checks", "minishogi", "4k/5/5/1r3/K4 w - 1", cycles(3, "4d5d 5e4e 5d4d 4e5e"), "black by perpetual check"},
		{"as in shogi", "minishogi-evans", kings5, cycles(3, walk5), "draw by repetition"},
		{"who repeats loses", "torishogi", "k6/7/7/7/7/7/6K b - 1", cycles(3, "1g1f 7a7b 1f1g 7b7a"), "black by repetition"},
		{"the other side repeats", "torishogi", "k6/7/7/7/7/7/6K w - 1", cycles(3, "7a7b 1g1f 7b7a 1f1g"), "white by repetition"},
		{"a draw", "torishogi-japanese", "k6/7/7/7/7/7/6K b - 1", cycles(3, "1g1f 7a7b 1f1g 7b7a"), "draw by repetition"},
		{"third occurrence forbidden", "yarishogi", "k6/7/7/7/7/7/7/7/6K b - 1", cycles(2, "1i1h 7a7b 1h1i 7b7a"),
			"black by forbidden repetition"},
		{"nothing but a forbidden move", "yarishogi", boxed, "3i3h 7a7b 3h3i 7b7a 3i3h 7a7b 3h3i", "draw by no legal move"},
		{"third occurrence a draw", "yarishogi-fairy-stockfish", "k6/7/7/7/7/7/7/7/6K b - 1", cycles(2, "1i1h 7a7b 1h1i 7b7a"),
			"draw by repetition"},
		{"third occurrence in kyoto", "kyotoshogi", kings5, cycles(2, walk5), "draw by repetition"},
		{"fourth occurrence in kyoto", "kyotoshogi-fairy-stockfish", kings5, cycles(3, walk5), "draw by repetition"},
		{"fourth occurrence in annan", "annanshogi", "4k4/9/9/9/9/9/9/9/4K4 b - 1", cycles(3, "5i5h 5a5b 5h5i 5b5a"), "draw by repetition"},
		{"fourth occurrence in wa", "washogi", "{ck}10" + strings.Repeat("/11", 9) + "/10{CK} b - 1",
			cycles(3, "1k1j 11a11b 1j1k 11b11a"), "draw by repetition"},
		{"Black passes first in dai", "daishogi", lions, cycles(3, "8j7i8j 8e7d8e"), "white by repeated passing"},
		{"White passes first in dai", "daishogi", lions, "1o1n " + cycles(3, "8e7d8e 8j7i8j"), "black by repeated passing"},
		{"perpetual check in maka", "makadaidaishogi", "k18" + strings.Repeat("/19", 16) + "/1R17/18K b - 1",
			cycles(3, "18r19r 19a18a 19r18r 18a19a"), "white by perpetual check"},
		{"fourth occurrence in dai dai", "daidaishogi", "k16" + strings.Repeat("/17", 15) + "/16K b - 1",
			cycles(3, "1q1p 17a17b 1p1q 17b17a"), "draw by repetition"},
		{"fourth occurrence in taikyoku", "taikyokushogi", "k35" + strings.Repeat("/36", 34) + "/35K b - 1",
			cycles(3, "1aj1ai 36a36b 1ai1aj 36b36a"), "draw by repetition"},

		// No move left.
		{"stalemate draws", "yarishogi", "k6/6+R/7/7/7/7/7/2+R4/3K3 b - 1", "5h6h", "draw by no legal move"},
		{"stalemate loses", "yarishogi-fairy-stockfish", "k6/6+R/7/7/7/7/7/2+R4/3K3 b - 1", "5h6h", "black by no legal move"},
		{"a king left in check", "washogi-hachu", "10{ck}/11/11/10{CE}/11/11/11/11/11/11/{CK}10 w - 1", "1a1b 1d1b", "black by last royal captured"},
		{"mate in wa", "washogi", "10{ck}/9{CE}1/11/9{CE}1/11/11/11/11/11/11/{CK}10 b - 1", "2d2c", "black by checkmate"},

		// A king left bare.
		{"bared", "shoshogi", "4k4/9/4p4/4R4/9/9/9/9/4K4 b - 1", "5d5c", "black by bare king"},
		{"may bare in return", "shoshogi", "4k4/4p4/4R4/9/9/9/9/9/4K4 b - 1", "5c5b", "going on"},
		{"bares in return", "shoshogi", "4k4/4p4/4R4/9/9/9/9/9/4K4 b - 1", "5c5b 5a5b", "draw by two lone royals"},
		{"does not bare in return", "shoshogi", "4k4/4p4/4R4/9/9/9/9/9/4K4 b - 1", "5c5b 5a4a", "black by bare king"},
		{"a prince is left", "shoshogi", "4k4/9/4p4/4R4/9/9/9/9/4K3+E b - 1", "5d5c", "black by bare king"},
		{"king and prince are not bare", "shoshogi", "4k+e3/9/4p4/4R4/9/9/9/9/4K4 b - 1", "5d5c", "going on"},
		{"king captured in sho", "shoshogi", "4k4/9/9/9/4r4/9/9/9/G2K5 w - 1", "5e6e 9i8i 6e6i", "white by last royal captured"},
		{"bared in heian", "heianshogi", "4k4/9/4p4/4G4/9/9/9/4K4 b - 1", "5d5c", "black by bare king"},
		{"bared in heian dai", "heiandaishogi", "6k6/13/6p6/6G6/13/13/13/13/13/13/13/13/6K6 b - 1", "7d7c", "black by bare king"},
	} {
		t.Run(strings.ReplaceAll(c.variant+" "+c.name, " ", "_"), func(t *testing.T) {
			p := start(t, c.variant, c.sfen)
			moves := strings.Fields(c.moves)
			if n := len(moves); n > 0 {
				play(t, p, strings.Join(moves[:n-1], " "))
				if got := tell(p.Outcome()); got != "going on" && c.name != "does not bare in return" {
					t.Errorf("before the last move: %s", got)
				}
				play(t, p, moves[n-1])
			}
			before := p.SFEN()
			if got := tell(p.Outcome()); got != c.want {
				t.Errorf("%s: %s, want %s", p.SFEN(), got, c.want)
			}
			if got := p.SFEN(); got != before {
				t.Errorf("the question changed %s to %s", before, got)
			}
		})
	}
}

// TestForbidden: the move that brings about a forbidden repetition is listed,
// but Forbidden knows it.
func TestForbidden(t *testing.T) {
	p := start(t, "yarishogi", "k6/7/7/7/7/7/7/7/6K b - 1")
	play(t, p, "1i1h 7a7b 1h1i 7b7a 1i1h 7a7b 1h1i")
	var forbidden []string
	for _, m := range p.GenerateLegal(nil) {
		if p.Forbidden(m) {
			forbidden = append(forbidden, p.MoveText(m))
		}
	}
	if !slices.Equal(forbidden, []string{"7b7a"}) {
		t.Errorf("forbidden: %v, want 7b7a alone", forbidden)
	}
}

// TestOtherLetters reads positions and moves as other programs write them.
func TestOtherLetters(t *testing.T) {
	for _, c := range []struct{ variant, sfen, want, moves string }{
		{"dobutsu", "gle/1c1/1C1/ELG b - 1", "rkb/1p1/1P1/BKR b - 1", ""},
		{"dobutsu", "rkb/3/3/BKR b Pp 1", "rkb/3/3/BKR b Pp 1", "C*2c P*2c, c*2c P*2c"},
		{"dobutsu", "2k/P2/3/1K1 b - 1", "2k/P2/3/1K1 b - 1", "3b3a+ 3b3a+"},
		{"dobutsu-fairy-stockfish", "rkb/1p1/1P1/BKR b - 1", "gle/1c1/1C1/ELG b - 1", ""},
		{"dobutsu-fairy-stockfish", "l2/3/3/2L b C 1", "l2/3/3/2L b C 1", "P*2b C*2b"},
		{"kyotoshogi", "p+nks+l/5/5/5/+LSK+NP b - 1", "pgkst/5/5/5/TSKGP b - 1", ""},
		{"kyotoshogi", "pgkst/5/5/5/TSKGP b TG 1", "pgkst/5/5/5/TSKGP b TG 1", "+N*3b G*3b, N*3b N*3b, +L*3c T*3c, L*3c L*3c, 5e5d- 5e5d+, 5e5d+ 5e5d+"},
		{"kyotoshogi", "2k2/5/5/5/2K2 b LNb 1", "2k2/5/5/5/2K2 b TGs 1", ""},
		{"kyotoshogi-fairy-stockfish", "pgkst/5/5/5/TSKGP b TG 1", "p+nks+l/5/5/5/+LSK+NP b LN 1", "G*3b +N*3b, N*3b N*3b, 5e5d- 5e5d+"},
		{"micro", "kbgs/p3/4/3P/SRBK b - 1", "kb+r+l/p3/4/3P/+LRBK b - 1", ""},
		{"micro", "3k/4/p3/+L3/K3 b L 1", "3k/4/p3/+L3/K3 b L 1", "4d4c- 4d4c+, S*2c +L*2c, +L*2c +L*2c, L*2c L*2c"},
		{"washogi-drops", "10{ck}/11/11/11/11/11/11/11/11/11/{CK}10 b 2{SP}{oc} 1",
			"10{ck}/11/11/11/11/11/11/11/11/11/{CK}10 b 2{SP}{oc} 1", "{SP}*5e {SP}*5e, {sp}*5e {SP}*5e, SP*5e {SP}*5e"},
	} {
		p := start(t, c.variant, c.sfen)
		if got := p.SFEN(); got != c.want {
			t.Errorf("%s: %s is read as %s, want %s", c.variant, c.sfen, got, c.want)
		}
		for pair := range strings.SplitSeq(c.moves, ", ") {
			written, want, ok := strings.Cut(pair, " ")
			if !ok {
				continue
			}
			m, err := p.ParseMove(written)
			if err != nil {
				t.Errorf("%s: %v", c.variant, err)
			} else if got := p.MoveText(m); got != want {
				t.Errorf("%s: %s is read as %s, want %s", c.variant, written, got, want)
			}
		}
	}
}
