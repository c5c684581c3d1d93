package reference

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mujo/variants"
)

// at is a game of the variant at a position.
func at(t *testing.T, variant, sfen string) *Game {
	t.Helper()
	sheet, err := variants.Load(variant)
	if err != nil {
		t.Fatal(err)
	}
	g := New(sheet)
	if err := g.SetSFEN(sfen); err != nil {
		t.Fatal(err)
	}
	return g
}

// check looks for words in the list of moves; those after "not" may not occur.
func check(t *testing.T, moves []string, want string) {
	t.Helper()
	legal := true
	for _, m := range strings.Fields(want) {
		if m == "not" {
			legal = false
		} else if slices.Contains(moves, m) != legal {
			t.Errorf("move %s legal: %v, want %v", m, !legal, legal)
		}
	}
}

// from are the moves of the piece on one square, without that square.
func from(g *Game, square string) []string {
	var moves []string
	for _, m := range g.Moves() {
		if rest, ok := strings.CutPrefix(m, square); ok {
			moves = append(moves, rest)
		}
	}
	return moves
}

// TestLions has positions on which the readings of lion trading agree or
// differ. Source, but for those marked: jh85/chushogi, docs/jcsa/cases.tsv and
// tests/jcsa_test.py, which digest the federation's rules of 2007 and their
// supplement of 2004.
func TestLions(t *testing.T) {
	for _, c := range []struct {
		name, sfen          string
		lishogi, federation string
	}{
		{"C01 both protected", "k10b/12/12/8n3/6N5/12/12/12/6R5/12/12/K11 b - 1",
			"not 6e4d 6e5d4d 6e5e4d", "not 6e4d 6e5d4d 6e5e4d"},
		{"C02 protector behind the capturer", "k10N/12/9n2/12/12/12/5B6/12/9r2/12/12/K11 w - 1",
			"not 3c1a 3c2b1a", "not 3c1a 3c2b1a"},
		{"C02b without it", "k10N/12/9n2/12/12/12/12/12/9r2/12/12/K11 w - 1", "3c1a", "3c1a"},
		{"C03 bridge capture", "k10n/9Ns1/12/7B4/11r/12/12/12/12/12/12/K11 b - 1",
			"3b2b1a not 3b1a", "3b2b1a not 3b1a"},
		{"C03b and the recapture", "k10N/12/12/7B4/11r/12/12/12/12/12/12/K11 w - 1", "1e1a", "1e1a"},
		{"C04 a bishop takes a lion", "k4r5n/12/12/12/5N5r/5GB5/12/12/12/12/12/K11 b - 1", "6f1a", "6f1a"},
		{"C04a counter-strike", "k4r5B/12/12/12/5N5r/5G6/12/12/12/12/12/K11 w 1a 1",
			"1e1a not 7a7e", "1e1a not 7a7e"},
		{"C04b at an unprotected lion", "k4r5B/12/12/12/5N5r/12/12/12/12/12/12/K11 w 1a 1",
			"1e1a not 7a7e", "1e1a 7a7e"},
		{"C05 a soaring eagle in passing", "k11/12/12/12/5+d6/4N7/3G8/12/12/12/10R1/K11 w 2k 1",
			"not 7e8f 7e8f7e 7e8f9g", "not 7e8f 7e8f7e 7e8f9g"},
		{"C05c at an unprotected lion", "k11/12/12/12/5+d6/4N7/12/12/12/12/10R1/K11 w 2k 1",
			"not 7e8f 7e8f7e 7e8f9g", "7e8f 7e8f7e 7e8f9g"},
		{"C06 lance on the last rank", "k11/2L9/12/12/12/12/12/12/12/12/12/K11 b - 1",
			"10b10a 10b10a+", "10b10a not 10b10a+"},
		{"C07 pawn on the last rank", "k11/3P8/12/12/12/12/12/12/12/12/12/K11 b - 1",
			"9b9a 9b9a+", "9b9a 9b9a+"},
		{"C08 go-between on the last rank", "k11/4I7/12/12/12/12/12/12/12/12/12/K11 b - 1",
			"8b8a not 8b8a+", "8b8a not 8b8a+"},
		{"C09 bridge over a gold", "k9g1/10gn/9N1G/12/12/12/12/12/12/12/12/K11 b - 1", "3c2b1b", "3c2b1b"},
		{"C10 bridge over a lion", "k10g/10nn/9N2/12/12/12/12/12/12/12/12/K11 b - 1", "3c2b1b", "3c2b1b"},
		{"C11b bridge capture beats counter-strike", "k6V3R/9n2/8S3/7N4/12/12/12/12/12/12/12/K11 w 1a 1",
			"3b4c5d not 3b5d", "3b4c5d not 3b5d"},
		{"C12 the go-between on the way protects", "k9n1/10i1/9N2/12/12/12/12/12/12/12/12/K11 b - 1",
			"3c2b not 3c2b2a 3c2a", "3c2b not 3c2b2a 3c2a"},
		{"C13 two squares away stay so", "k7d1n1/10p1/9N2/12/12/12/12/12/12/12/12/K11 b - 1",
			"3c2b not 3c2b2a 3c2a", "3c2b not 3c2b2a 3c2a"},
		{"U2 protector behind the capturer", "k10B/12/7R4/12/12/7r4/12/7N4/12/12/12/K11 w 1a 1",
			"not 5f5h", "not 5f5h"},
		{"U3 two lions", "k10B/12/12/12/3N1r2+O3/3G8/12/12/12/12/12/K11 w 1a 1",
			"not 7e9e 7e4e", "7e4e not 7e9e"},
		{"falcon", "k11/12/12/12/6P5/12/12/5+h6/12/5N6/12/11K w 6e 2",
			"7h7i not 7h7j", "7h7i 7h7j"},
		{"falcon at a protected lion", "k11/12/12/12/6P5/12/12/5+h6/5N6/5G6/12/11K w 6e 2",
			"7h7j not 7h7i 7h7i7h 7h7i7j", "7h7j not 7h7i 7h7i7h 7h7i7j"},
		// The next three are our reading of "no piece at all": that source lets
		// a lion take an adjacent one, and any piece one on the very square.
		{"adjacent lion", "k7V2R/9n2/8N3/12/12/12/12/12/12/12/12/K11 w 1a 1",
			"3b4c 3b4c3b 3b4c5d", "not 3b4c 3b4c3b 3b4c5d"},
		{"the very square, protected", "k11/12/12/12/12/12/12/5+h6/5+O6/5G6/12/11K w 7i 2",
			"7h7i 7h7i7h", "not 7h7i 7h7i7h"},
		{"the very square, unprotected", "k11/12/12/12/12/12/12/5+h6/5+O6/12/12/11K w 7i 2",
			"7h7i 7h7i7h", "7h7i 7h7i7h"},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			t.Run("lishogi", func(t *testing.T) { check(t, at(t, "chushogi", withRoyals(c.sfen)).Moves(), c.lishogi) })
			t.Run("federation", func(t *testing.T) {
				check(t, at(t, "chushogi-federation", withRoyals(c.sfen)).Moves(), c.federation)
			})
		})
	}
}

// withRoyals gives Black a king in the corner 1l if it has none.
func withRoyals(sfen string) string {
	rows := strings.Split(sfen, "/")
	if !strings.Contains(sfen, "K") && strings.HasPrefix(rows[11], "12") {
		rows[11] = "11K" + rows[11][2:]
	}
	return strings.Join(rows, "/")
}

// A move that takes two lions leaves the square of the second.
func TestLionSquare(t *testing.T) {
	g := at(t, "chushogi", "k11/12/12/6n5/6n5/6+H5/12/12/12/12/12/K11 b - 1")
	for m, want := range map[string]string{"6f6e": "6e", "6f6d": "6d", "6f6e6d": "6d", "6f6e6f": "6e", "6f7f": "-"} {
		next := g.Copy()
		if err := next.Play(m); err != nil {
			t.Fatal(err)
		}
		if got := strings.Fields(next.SFEN())[2]; got != want {
			t.Errorf("after %s the lion's square is %s, want %s", m, got, want)
		}
	}
}

// TestRulings are those of testdata/cases/rulings.jsonl on the legality of
// moves.
func TestRulings(t *testing.T) {
	for _, c := range []struct{ name, variant, sfen, want string }{
		{"protector behind the lion", "chushogi", "k6b4/12/9N2/12/11n/12/12/12/12/12/12/K11 b - 1",
			"3c5a not 3c1e 3c2d1e"},
		{"go-between on the way", "chushogi", "k9n1/10i1/9N2/12/12/12/12/12/12/12/12/K11 b - 1", "not 3c2b2a"},
		{"counter-strike", "chushogi", "k4r5B/12/12/12/5N5r/12/12/12/12/12/12/K11 w 1a 1", "1e1a not 7a7e"},
		{"counter-strike, federation", "chushogi-federation", "k4r5B/12/12/12/5N5r/12/12/12/12/12/12/K11 w 1a 1",
			"1e1a 7a7e"},
		{"igui and pass", "chushogi", "k11/12/12/12/12/6Np4/12/12/12/12/12/K11 b - 1", "6f5f6f 6f5f4f not 6f6f"},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			check(t, at(t, c.variant, c.sfen).Moves(), c.want)
		})
	}
}

// replay plays a game from the start position.
func replay(t *testing.T, variant, moves string) *Game {
	t.Helper()
	sheet, err := variants.Load(variant)
	if err != nil {
		t.Fatal(err)
	}
	g := New(sheet)
	for _, m := range strings.Fields(moves) {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// TestTenjikuMate: a great general mates, and no other check does (game of
// firedemon/Tenjiku-Shogi, savegames/qanl-mate).
func TestTenjikuMate(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	g := replay(t, "tenjikushogi", "7l7k 5d3f 6m8k 4e4f 7n6k 10e10f 12m14k 11d9f 13l13k 10c11f 6k6h 11f11i"+
		" 6h7e 7c7e 7m7e+ 11i10l 10n10l 10d10l+ 8m14g 9d10c")
	var keys []string
	for _, m := range g.Moves() {
		next := g.Copy()
		if err := next.Play(m); err != nil {
			t.Fatal(err)
		}
		if next.check(next.turn) && mated(next) {
			keys = append(keys, m)
		}
	}
	if want := []string{"7e8f"}; !slices.Equal(keys, want) {
		t.Errorf("mating checks %v, want %v", keys, want)
	}
}

// mated says whether the side to move loses its last royal whatever it plays.
func mated(g *Game) bool {
	for _, m := range g.legal() {
		reply := g.Copy()
		reply.apply(m)
		if len(reply.royals(reply.turn)) == 0 || !slices.ContainsFunc(reply.legal(), func(m move) bool {
			last := reply.Copy()
			last.apply(m)
			return len(last.royals(g.turn)) == 0
		}) {
			return false
		}
	}
	return true
}

// Which way the fire demon slides (game of firedemon/Tenjiku-Shogi,
// savegames/14FiD8f-2).
func TestFireDemonSlides(t *testing.T) {
	const moves = "7l7k 5d3f 6m8k 4e4f 7n6k 10e10f 12m14k 11d9f 13l13k 10c11f 8k3f 6c3f 6k2g 11f8f 8m3h 8b6c 2g5i"
	if g := replay(t, "tenjikushogi", moves); g.Play("8f8l") == nil {
		t.Error("8f8l is legal by default")
	}
	if g := replay(t, "tenjikushogi-evans", moves); g.Play("8f8l") != nil {
		t.Error("8f8l is not legal with rule set evans")
	}
}

// TestBurning: 7d, 9d and 8c burn, Black's gold on 7c stays.
func TestBurning(t *testing.T) {
	g := at(t, "tenjikushogi", "15k/16/8gG6/7s1p6/16/16/16/12{FID}3/7K8/16/16/16/16/16/16/16 b - 1")
	if err := g.Play("4h8d"); err != nil {
		t.Fatal(err)
	}
	if want := "15k/16/9G6/8{FID}7/16/16/16/16/7K8/16/16/16/16/16/16/16 w - 2"; g.SFEN() != want {
		t.Errorf("got  %s\nwant %s", g.SFEN(), want)
	}
}

// A royal taken beside an enemy demon is the end, though the mover burns too.
func TestBothRoyalsGo(t *testing.T) {
	g := at(t, "tenjikushogi", "16/16/16/16/16/7{fid}8/7k8/7K8/16/16/16/16/16/16/16/16 b - 1")
	if err := g.Play("9h9g"); err != nil {
		t.Fatal(err)
	}
	if want := "16/16/16/16/16/7{fid}8/16/16/16/16/16/16/16/16/16/16 w - 2"; g.SFEN() != want {
		t.Errorf("got  %s\nwant %s", g.SFEN(), want)
	}
	if moves := g.Moves(); len(moves) != 0 {
		t.Errorf("moves %v after the end", moves)
	}
}

// TestJumpCaptures: by default a jump takes any piece; in the rules of the
// Shogi Association only one of lower rank.
func TestJumpCaptures(t *testing.T) {
	for _, c := range []struct{ name, sfen, square, any, lower string }{
		{"rook general", // up: pawn, then rook general; left: pawn, then pawn; right: pawn, then king
			"16/16/16/7{rgn}8/7p8/16/16/p1p1p2{RGN}1p1p1k2/16/16/16/16/16/16/16/K15 b - 1", "9h",
			"9e 9e+ 9d 9d+ 12h 14h 16h 7h 5h 3h not 2h 10h+", "9e 12h 14h 16h 7h 5h not 9d 3h 2h"},
		{"bishop general meets a rook general directly",
			"16/16/16/16/16/5{rgn}10/16/7{BGN}8/16/16/16/16/16/16/15k/K15 b - 1", "9h", "11f not 12e", "11f not 12e"},
		{"vice general over a rook general", // to a bishop general, a vice general, and a prince's square
			"15k/16/4{vgn}11/5{bgn}10/6{rgn}9/16/8{VGN}7/16/16/16/16/16/16/16/16/K15 b - 1", "8g",
			"10e 11d 12c not 13b", "10e 11d not 12c 13b"},
		{"great general over a vice general, to a great general",
			"15k/16/2{ggn}13/3{vgn}12/16/16/6{GGN}9/16/16/16/16/16/16/16/16/K15 b - 1", "10g",
			"13d 14c", "13d not 14c"},
		{"a royal taken directly", "16/16/16/7k8/16/16/16/7{GGN}8/16/16/16/16/16/16/16/K15 b - 1", "9h", "9d", "9d"},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			check(t, from(at(t, "tenjikushogi", c.sfen), c.square), c.any)
			check(t, from(at(t, "tenjikushogi-evans", c.sfen), c.square), c.lower)
		})
	}
}

// TestTenjikuEvans samples the Shogi Association's moves and promotions.
func TestTenjikuEvans(t *testing.T) {
	for _, c := range []struct{ name, sfen, square, want string }{
		{"vice general cannot pass", "15k/16/16/16/16/16/16/8{VGN}7/16/16/16/16/16/16/16/K15 b - 1", "8h",
			"8e 5h 7g not 7g8h 8d"},
		{"fire demon slides forward, not sideways", "15k/16/16/16/16/16/16/8{FID}7/16/16/16/16/16/16/16/K15 b - 1", "8h",
			"8a 8p 5h not 4h 12h 8g8h"},
		{"lion hawk walks two squares and stops at a capture", // it walks round the first pawn
			"15k/16/16/16/16/8p7/8p7/8{LHK}7/16/16/16/16/16/16/16/K15 b - 1", "8h",
			"8g 8f 7f 6f 6g 4d not 8g8h 8g8f 7g8h"},
		{"free eagle jumps straight only", "15k/16/16/16/16/6p1p1p5/7ppp6/8{FEG}7/16/16/16/16/16/16/16/K15 b - 1", "8h",
			"8g 8f 7g 10h not 6f 10f 7g8h 7g8f"},
		{"heavenly tetrarch not straight ahead", "15k/16/16/16/16/16/8p7/8{HT}7/16/16/16/16/16/16/16/K15 b - 1", "8h",
			"8g8h 6f 10h 11h not 8f 8e 8j 12h 7g 8g"},
		{"promotion inside the zone", "15k/16/16/8R7/16/16/16/16/16/16/16/16/16/16/16/K15 b - 1", "8d",
			"8c 8c+ 8i 8i+ not 8d"},
		{"must promote when stuck", "15k/8P1N5/10N5/16/8L7/16/16/16/16/16/16/16/16/16/16/K15 b - 1", "8b",
			"8a+ not 8a"},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			check(t, from(at(t, "tenjikushogi-evans", c.sfen), c.square), c.want)
		})
	}
	g := at(t, "tenjikushogi-evans", "15k/16/10N5/10N5/8L7/16/16/16/16/16/16/16/16/16/16/K15 b - 1")
	check(t, g.Moves(), "6c5a+ 6d5b+ 8e8a+ 8e8b 8e8b+ not 6c5a 6d5b 8e8a")
	g = at(t, "tenjikushogi", "15k/16/10N5/10N5/8L7/16/16/16/16/16/16/16/16/16/16/K15 b - 1")
	check(t, g.Moves(), "6c5a 6d5b 8e8a not 6c5a+ 6d5b+ 8e8a+ 8e8b+")
}

// TestTaiEvans samples the moves and promotions of the English-language
// tradition beside the default.
func TestTaiEvans(t *testing.T) {
	const empty = "/25/25/25/25/25/25/25/25/25/25/25/25/{CP}24 b - 1"
	place := func(piece string) string {
		return "24{cp}/25/25/25/25/25/25/25/25/25/13p11/12" + piece + "12" + empty
	}
	for _, c := range []struct{ name, piece, plain, evans string }{
		{"lion dog", "{LD}", "13k 13j 13i 12k+ 12k11j+ 12k13l+ 11j 12k10i+ 12l13l not 13h", "13k 13j 13i 12k+ 10l 16l not 11j 12k11j+ 12k13l+ 12l13l 13h"},
		{"teaching king", "+{DV}", "12k 12k11j 12l13l 11j", "12k not 12k11j 12l13l 11j"},
		{"furious fiend", "+{LN}", "12k 11j 10i 12k11j 12k11k 12l13l", "12k 11j 12k11j 12k11k 12l13l not 10i"},
		{"donkey", "{DO}", "13k 13j 13m 13n 12l", "13j 13n 12l not 13k 13m"},
		{"eastern barbarian", "{EB}", "13j 13n 12l not 14l 12k 12k+", "13j 13n 12l 14l 12k+ not 12k"},
		{"free king does not promote", "Q", "12k not 12k+", "12k not 12k+"},
		{"dragon king neither", "{DK}", "12k not 12k+", "12k not 12k+"},
		{"gold to free gold or not at all", "G", "12k+ not 12k", "12k not 12k+"},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			sfen := place(c.piece)
			check(t, from(at(t, "taishogi", sfen), "13l"), c.plain)
			check(t, from(at(t, "taishogi-evans", sfen), "13l"), c.evans)
		})
	}
	g := at(t, "taishogi-evans", place("{OR}"))
	if err := g.Play("13l12k+"); err != nil {
		t.Fatal(err)
	}
	if err := g.Play("1a1b"); err != nil {
		t.Fatal(err)
	}
	check(t, from(g, "12k"), "12j 12a 12l not 12m") // a wizard stork
}

// TestPowers has powers one at a time, on a board of 9 by 9.
func TestPowers(t *testing.T) {
	all := []string{"F", "B", "L", "R", "FL", "FR", "BL", "BR"}
	king := variants.Piece{ID: "king", Abbrev: "K", Moves: []variants.Move{{Kind: "slide", Dirs: all, Max: 1}}}
	pawn := variants.Piece{ID: "pawn", Abbrev: "P", Moves: []variants.Move{{Kind: "slide", Dirs: []string{"F"}, Max: 1}}}
	gold := variants.Piece{ID: "gold", Abbrev: "G", Moves: []variants.Move{{Kind: "slide", Dirs: all[:6], Max: 1}}}
	sheet := func(moves ...variants.Move) *variants.Sheet {
		x := variants.Piece{ID: "x", Abbrev: "X", Moves: moves}
		return &variants.Sheet{
			Variant: "test", Files: 9, Ranks: 9, Pieces: []variants.Piece{king, pawn, gold, x},
			Royals: []string{"king"}, Promotion: variants.Promotion{Kind: "none"},
			Promotes: map[string]string{"pawn": "gold"}, JumpRanks: map[string]int{"king": 4, "gold": 1, "x": 1},
		}
	}
	for _, c := range []struct {
		name  string
		sheet *variants.Sheet
		with  func(*variants.Sheet)
		sfen  string
		want  string
	}{
		{"hop slide over two", sheet(variants.Move{Kind: "hop_slide", Dirs: all[:1], Over: 2}), nil,
			"4k4/4p4/4p4/9/4P4/4p4/9/4X4/4K4 b - 1", "5h5g 5h5f 5h5d 5h5c not 5h5e 5h5b 5h5a"},
		{"hop slide over any", sheet(variants.Move{Kind: "hop_slide", Dirs: all[:1]}), nil,
			"4k4/4p4/4p4/9/4P4/4p4/9/4X4/4K4 b - 1", "5h5f 5h5d 5h5c 5h5b 5h5a not 5h5e"},
		{"range capture", sheet(variants.Move{Kind: "range_capture", Dirs: all[:1]}), nil,
			"k8/4p4/4g4/4P4/4p4/9/9/4X4/4K4 b - 1", "5h5g 5h5e 5h5c not 5h5d 5h5b 5h5a"},
		{"only from the last rank", sheet(
			variants.Move{Kind: "slide", Dirs: all[:1], Max: 1},
			variants.Move{Kind: "slide", Dirs: all[6:], OnlyFrom: "last_rank"}), nil,
			"3X4k/9/9/9/9/5X3/9/9/4K4 b - 1", "6a7b 6a9d 6a5b 4f4e not 4f5g 4f3g"},
		{"area of three", sheet(variants.Move{Kind: "area", Steps: 3}), nil,
			"4k4/9/9/9/3ppp3/3pXp3/3ppp3/9/4K4 b - 1", "5f5e 5f4g not 5f5d 5f4e5f"},
		{"borrowed move", sheet(variants.Move{Kind: "slide", Dirs: all[:4]}),
			func(s *variants.Sheet) { s.Borrowed, s.KingSafety = "friend_behind", true },
			"4k4/9/9/9/9/4G4/4P4/4X4/4K4 b - 1", "5f5e 5g1g 5g9g 5i4i 5h4g 5h4h not 5f4f 5h1h 5h3f"},
		{"either side", sheet(),
			func(s *variants.Sheet) {
				s.Promotion.Kind, s.Promotes = "flip_move", map[string]string{"pawn": "gold", "gold": "pawn"}
				s.Drops = &variants.Drops{EitherSide: true}
				s.SFEN.HandOrder = []string{"gold"}
			},
			"8k/9/9/9/9/9/4p4/4P4/4K4 b G 1", "P*5a G*5a 5h5g+ not 5h5g"},
		{"two a file", sheet(),
			func(s *variants.Sheet) { s.Drops = &variants.Drops{TwoAFile: true, NoDeadDrop: true} },
			"8k/9/4P4/5P3/9/9/9/4P4/4K4 b P 1", "P*4b P*6b not P*5b P*4a"},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			if c.with != nil {
				c.with(c.sheet)
			}
			g := New(c.sheet)
			if err := g.SetSFEN(c.sfen); err != nil {
				t.Fatal(err)
			}
			check(t, g.Moves(), c.want)
		})
	}

	t.Run("what a range capture takes", func(t *testing.T) {
		g := New(sheet(variants.Move{Kind: "range_capture", Dirs: all[:1]}))
		if err := g.SetSFEN("k8/4p4/4g4/4P4/4p4/9/9/4X4/4K4 b - 1"); err != nil {
			t.Fatal(err)
		}
		if err := g.Play("5h5c"); err != nil {
			t.Fatal(err)
		}
		if want := "k8/4p4/4X4/9/9/9/9/9/4K4 w - 2"; g.SFEN() != want {
			t.Errorf("got %s, want %s", g.SFEN(), want)
		}
	})
	t.Run("contagion and hand", func(t *testing.T) {
		s := sheet(variants.Move{Kind: "slide", Dirs: all})
		s.Contagion = map[string]string{"pawn": "gold"}
		s.Drops = &variants.Drops{HandBecomes: map[string]string{"x": "gold"}}
		s.SFEN.HandOrder = []string{"x", "gold", "pawn"}
		g := New(s)
		if err := g.SetSFEN("k8/9/9/9/p1x6/9/9/9/X1X5K b - 1"); err != nil {
			t.Fatal(err)
		}
		for _, m := range []string{"9i9e+", "9a8a", "7i7e", "8a7a"} {
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		if want := "2k6/9/9/9/+P1X6/9/9/9/8K b GP 5"; g.SFEN() != want {
			t.Errorf("got %s, want %s", g.SFEN(), want)
		}
	})
}

// TestPawnDropMate: no mate by a dropped pawn, but by any other way.
func TestPawnDropMate(t *testing.T) {
	g := at(t, "shogi", "7lk/9/7GP/9/9/9/9/9/K8 b P 1")
	check(t, g.Moves(), "1c1b 1c1b+ not P*1b")
	g = at(t, "shogi", "7lk/7p1/7G1/9/9/9/9/9/K8 b P 1")
	check(t, g.Moves(), "not P*1b")
	g = at(t, "shogi", "8k/9/7G1/9/9/9/9/9/K8 b P 1") // 2a is free
	check(t, g.Moves(), "P*1b")
	g = at(t, "shogi", "7lk/7r1/7G1/9/9/9/9/9/K8 b P 1") // the rook takes it
	check(t, g.Moves(), "P*1b")
}

// TestPerft has counts from public sources: WandererXII/scalashogi for shogi,
// stepney141/minase for chu.
func TestPerft(t *testing.T) {
	for _, c := range []struct {
		variant string
		want    []uint64
	}{
		{"shogi", []uint64{30, 900, 25470, 719731}},
		{"chushogi", []uint64{36, 1296, 48315, 1801639}},
	} {
		sheet, err := variants.Load(c.variant)
		if err != nil {
			t.Fatal(err)
		}
		g := New(sheet)
		for i, want := range c.want {
			if testing.Short() && want > leavesShort {
				break
			}
			if got := g.Perft(i + 1); got != want {
				t.Errorf("%s: perft %d is %d, want %d", c.variant, i+1, got, want)
			}
		}
	}
}

func TestBadSFEN(t *testing.T) {
	g := at(t, "shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1")
	before := g.SFEN()
	for _, sfen := range []string{
		"", "9/9 b - 1", "9/9/9/9/9/9/9/9/10 b", "9/9/9/9/9/9/9/9/8 b", "9/9/9/9/9/9/9/9/8y b", "9/9/9/9/9/9/9/9/8{K b",
		"9/9/9/9/9/9/9/9/9 x", "9/9/9/9/9/9/9/9/9 b 3Y", "9/9/9/9/9/9/9/9/8+ b", "9/9/9/9/9/9/9/9/8+k b",
	} {
		if err := g.SetSFEN(sfen); err == nil {
			t.Errorf("no error for %q", sfen)
		}
	}
	if g.SFEN() != before {
		t.Error("a bad SFEN has changed the game")
	}
	if err := g.SetSFEN("4k4/9/9/9/9/9/9/9/4K4 w"); err != nil {
		t.Error(err)
	}
	if want := "4k4/9/9/9/9/9/9/9/4K4 w - 1"; g.SFEN() != want {
		t.Errorf("SFEN %s, want %s", g.SFEN(), want)
	}
}

// TestPlayouts plays at random in every rule set: no two moves are written
// alike, and a position comes back whole from its SFEN.
func TestPlayouts(t *testing.T) {
	plies := 60
	if testing.Short() {
		plies = 8
	}
	for _, name := range []string{"shogi", "chushogi", "tenjikushogi", "taishogi"} {
		sheet, err := variants.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		names := []string{name}
		for _, r := range sheet.RuleSets {
			names = append(names, name+"-"+r.Name)
		}
		for _, name := range names {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				playout(t, name, plies)
			})
		}
	}
}

func playout(t *testing.T, name string, plies int) {
	sheet, err := variants.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	g, again := New(sheet), New(sheet)
	for range plies {
		moves := g.Moves()
		if len(moves) == 0 {
			return
		}
		if n := len(slices.Compact(slices.Clone(moves))); n != len(moves) {
			t.Fatalf("%s: %d of %d moves are written like another", g.SFEN(), len(moves)-n, len(moves))
		}
		if err := again.SetSFEN(g.SFEN()); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(again.Moves(), moves) {
			t.Fatalf("%s: other moves when read back", g.SFEN())
		}
		if err := g.Play(moves[rnd.IntN(len(moves))]); err != nil {
			t.Fatal(err)
		}
	}
}
