package variants

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// small4 is a sheet of 3 files and 4 ranks with the given fields added.
func small4(fields string) string {
	return `{
 "variant": "smallshogi", "short": "small", "aliases": ["tiny"], "english": "small shogi", "kanji": "", ` + fields + `
 "files": 3, "ranks": 4,
 "pieces": [
  {"id": "king", "english": "king", "kanji": "", "romaji": "", "abbrev": "K",
   "moves": [{"kind": "slide", "dirs": ["F", "B", "L", "R", "FL", "FR", "BL", "BR"], "max": 1}]},
  {"id": "gold", "english": "gold", "kanji": "", "romaji": "", "abbrev": "+P",
   "moves": [{"kind": "slide", "dirs": ["F", "B", "L", "R", "FL", "FR"], "max": 1}]},
  {"id": "pawn", "english": "pawn", "kanji": "", "romaji": "", "abbrev": "P", "value": 1,
   "moves": [{"kind": "slide", "dirs": ["F"], "max": 1}]}
 ],
 "promotes": {"pawn": "gold"},
 "promotion": {"kind": "zone", "zone_ranks": 1, "on": "any"},
 "royals": ["king"], "king_safety": true,
 "setup": [["P", "P", "P"], ["", "K", ""]],
 "repetition": {"times": 4, "otherwise": "draw"},
 "stalemate": "loss",
 "handicaps": [{"name": "pawn", "sfen": "1k1/pp1/PPP/1K1 w - 1"}],
 "source_key": {"book": "a book"}
}
`
}

func decode(t *testing.T, text string) *Sheet {
	t.Helper()
	s, err := Decode(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestDecode(t *testing.T) {
	s := decode(t, small4(""))
	if got, want := s.StartSFEN(), "1k1/ppp/PPP/1K1 b - 1"; got != want {
		t.Errorf("start %q, want %q", got, want)
	}
	if p, ok := s.Piece("pawn"); !ok || p.Abbrev != "P" {
		t.Errorf("Piece(pawn): %v, %t", p, ok)
	}
	if _, ok := s.Piece("rook"); ok {
		t.Error("Piece(rook): found")
	}
}

// Each case changes one place of a good sheet: the text old becomes new. What
// is wrong with the result must be said in these words.
var errorCases = []struct{ name, old, new, want string }{
	// The text.
	{"empty", small4(""), "", "sheet: line 1: the sheet ends too early"},
	{"cut off", "}\n", "\n", "the sheet ends too early"},
	{"syntax", `"files": 3,`, `"files": 3`, "smallshogi: line 3: invalid character"},
	{"trailing data", "}\n", "} {}", "more text after the end"},
	{"not an object", small4(""), "[]", "got a list, want an object"},
	{"unknown field", `"files"`, `"flies"`, `line 3: unknown field "flies"; did you mean files?`},
	{"wrong case", `"royals"`, `"Royals"`, `unknown field "Royals"; did you mean royals?`},
	{"unknown field of a piece", `"abbrev": "P"`, `"abrev": "P"`, `line 9: pieces[2] (pawn): unknown field "abrev"; did you mean abbrev?`},
	{"unknown field of a move", `["F"], "max"`, `["F"], "mac"`, `pieces[2] (pawn).moves[0]: unknown field "mac"`},
	{"key twice", `"king_safety"`, `"english": "x", "king_safety"`, `"english" occurs twice`},
	{"map key twice", `{"pawn": "gold"}`, `{"pawn": "gold", "pawn": "king"}`, `promotes: "pawn" occurs twice`},
	{"null", `["king"]`, `null`, "royals: got null, want a list"},
	{"string for number", `"files": 3`, `"files": "3"`, `files: got "3", want a whole number`},
	{"fraction", `"files": 3`, `"files": 3.5`, "files: got 3.5, want a whole number"},
	{"too big", `"files": 3`, `"files": 99999999999`, "files: got 99999999999, want a whole number"},
	{"number for bool", `"king_safety": true`, `"king_safety": 1`, "king_safety: got 1, want true or false"},
	{"object for list", `["king"]`, `{}`, "royals: got an object, want a list"},
	{"list for string", `"stalemate": "loss"`, `"stalemate": ["loss"]`, "stalemate: got a list, want a string"},
	{"bool for value", `"value": 1`, `"value": true`, "pieces[2] (pawn).value: got true, want a number"},
	{"short jump", `{"kind": "slide", "dirs": ["F"], "max": 1}`, `{"kind": "jump", "to": [[1]]}`, "moves[0].to[0]: got 1 numbers, want 2"},
	{"long jump", `{"kind": "slide", "dirs": ["F"], "max": 1}`, `{"kind": "jump", "to": [[1, 2, 3]]}`, "got more than 2 numbers"},

	// Names and board.
	{"no variant", `"variant": "smallshogi", `, ``, "variant: missing"},
	{"variant", `"smallshogi"`, `"Small Shogi"`, `variant: "Small Shogi"; want small letters`},
	{"short", `"short": "small"`, `"short": "s mall"`, "short: "},
	{"alias", `"tiny"`, `"t!"`, "aliases: "},
	{"alias twice", `"tiny"`, `"small"`, `aliases: "small" is a name of this sheet already`},
	{"no english", `"english": "small shogi", `, ``, "english: missing"},
	{"files", `"files": 3`, `"files": 2`, "files: got 2, want 3 to 36"},
	{"ranks", `"ranks": 4`, `"ranks": 37`, "ranks: got 37, want 3 to 36"},

	// Pieces.
	{"no id", `"id": "pawn", `, ``, "pieces[2]: id: missing"},
	{"id", `"id": "gold"`, `"id": "Gold"`, `piece "Gold": id: want small letters`},
	{"id twice", `"id": "gold"`, `"id": "king"`, `piece "king": there is another piece of that id`},
	{"no abbrev", `"abbrev": "P", `, ``, `piece "pawn": abbrev: missing`},
	{"abbrev", `"abbrev": "P"`, `"abbrev": "P{"`, `piece "pawn": abbrev: "P{"; want letters`},
	{"abbrev twice", `"abbrev": "P"`, `"abbrev": "k"`, `piece "pawn": abbrev: "k" is taken by king`},
	{"abbrev of nobody", `"abbrev": "+P"`, `"abbrev": "+Q"`, `piece "gold": abbrev: "+Q"; no piece has "Q"`},
	{"no name", `"english": "gold", `, ``, `piece "gold": english: missing`},
	{"negative value", `"value": 1`, `"value": -1`, `piece "pawn": value: got -1`},
	{"source", `"value": 1`, `"value": 1, "sources": ["book (page 2)", "film"]`, `piece "pawn": sources: "film" is not in source_key`},
	{"no moves", `[{"kind": "slide", "dirs": ["F"], "max": 1}]`, `[]`, `piece "pawn": moves: missing`},
	{"alternate without rule set", `"value": 1`, `"alternates": [{"rule": "x", "moves": [{"kind": "lion"}]}]`, `piece "pawn": alternate "x": rule: there is no such rule set`},
	{"alternate twice", `"value": 1,`, `"alternates": [{"rule": "x", "moves": [{"kind": "lion"}]}, {"rule": "x", "moves": [{"kind": "burn"}]}],`, "another alternate of that rule set"},
	{"alternate's move", `"value": 1,`, `"alternates": [{"rule": "x", "moves": [{"kind": "lio"}], "value": -2}],`, `piece "pawn": alternate "x": move 1: unknown kind "lio"`},

	// Promotion.
	{"promotes from nobody", `{"pawn": "gold"}`, `{"pwan": "gold"}`, `promotes: there is no piece "pwan"; did you mean pawn?`},
	{"promotes to nobody", `{"pawn": "gold"}`, `{"pawn": "silver"}`, `promotes: pawn: there is no piece "silver"`},
	{"promotes to itself", `{"pawn": "gold"}`, `{"pawn": "pawn"}`, `promotes: "pawn" becomes itself`},
	{"promotion kind", `"kind": "zone"`, `"kind": "zones"`, `promotion.kind: unknown "zones"; want one of zone, capture`},
	{"no promotion kind", `"kind": "zone", `, ``, `promotion.kind: missing; want one of`},
	{"promotion none", `{"kind": "zone", "zone_ranks": 1, "on": "any"}`, `{"kind": "none"}`, `"none", but promotes is not empty`},
	{"zone too big", `"zone_ranks": 1`, `"zone_ranks": 5`, "promotion.zone_ranks: got 5, want 1 to 4"},
	{"on", `"on": "any"`, `"on": "leave"`, `promotion.on: unknown "leave"`},
	{"no on", `, "on": "any"`, ``, "promotion.on: missing"},
	{"zone fields of capture", `"kind": "zone"`, `"kind": "capture"`, `zone_ranks does not apply to kind "capture"; promotion: on does not`},
	{"forced by capture", `{"kind": "zone", "zone_ranks": 1, "on": "any"}`, `{"kind": "capture", "forced_when_stuck": true, "compulsory": true}`, "compulsory does not apply"},
	{"second chance", `"on": "any"`, `"on": "any", "last_rank_second_chance": ["lance"]`, `promotion.last_rank_second_chance: there is no piece "lance"`},

	// The rest of the rules.
	{"no royals", `["king"]`, `[]`, "royals: missing"},
	{"royal", `["king"]`, `["queen"]`, `royals: there is no piece "queen"`},
	{"royal twice", `["king"]`, `["king", "king"]`, `royals: "king" occurs twice`},
	{"drops", `"stalemate"`, `"drops": {"nifu": true, "two_a_file": true}, "stalemate"`, "exclude each other"},
	{"drops' pawn", `"stalemate"`, `"drops": {"pawn": "swallow"}, "stalemate"`, `drops.pawn: there is no piece "swallow"`},
	{"hand_becomes", `"stalemate"`, `"drops": {"hand_becomes": {"gold": "x"}}, "stalemate"`, `drops.hand_becomes: gold: there is no piece "x"`},
	{"jump rank", `"stalemate"`, `"jump_ranks": {"king": 0}, "stalemate"`, "jump_ranks: king: got 0, want 1 or more"},
	{"jump rank of nobody", `"stalemate"`, `"jump_ranks": {"general": 1}, "stalemate"`, `jump_ranks: there is no piece "general"`},
	{"jump captures", `"stalemate"`, `"jump_captures": "all", "stalemate"`, `jump_captures: unknown "all"; want one of any, lower`},
	{"borrowed moves", `"stalemate"`, `"borrowed_moves": "x", "stalemate"`, "borrowed_moves: unknown"},
	{"lions", `"stalemate"`, `"lion_trading": {"lions": ["lion"], "counter_strike": "protected"}, "stalemate"`, `lion_trading.lions: there is no piece "lion"`},
	{"no lions", `"stalemate"`, `"lion_trading": {"counter_strike": "protected"}, "stalemate"`, "lion_trading.lions: missing"},
	{"bridge", `"stalemate"`, `"lion_trading": {"lions": ["gold"], "bridge": ["x"], "counter_strike": "protected"}, "stalemate"`, `lion_trading.bridge: there is no piece "x"`},
	{"counter strike", `"stalemate"`, `"lion_trading": {"lions": ["gold"]}, "stalemate"`, "lion_trading.counter_strike: missing"},
	{"contagion", `"stalemate"`, `"contagion": {"gold": "x"}, "stalemate"`, `contagion: gold: there is no piece "x"`},
	{"repetition", `"times": 4`, `"times": 1`, "repetition.times: got 1, want 2 to 100"},
	{"attacker", `"times": 4`, `"times": 4, "attacker_loses": "always"`, `repetition.attacker_loses: unknown "always"`},
	{"otherwise", `"otherwise": "draw"`, `"otherwise": "win"`, `repetition.otherwise: unknown "win"`},
	{"irreversible", `"times": 4`, `"times": 4, "irreversible": ["lance"]`, `repetition.irreversible: there is no piece "lance"`},
	{"min plies", `"times": 4`, `"times": 4, "min_plies": -1`, "repetition.min_plies: got -1"},
	{"stalemate", `"loss"`, `"win"`, `stalemate: unknown "win"; want one of loss, draw`},
	{"bare king", `"stalemate"`, `"bare_king": "x", "stalemate"`, `bare_king: unknown "x"`},
	{"declaration", `"stalemate"`, `"declaration": "x", "stalemate"`, `declaration: unknown "x"`},
	{"max plies", `"stalemate"`, `"max_plies": -1, "stalemate"`, "max_plies: got -1"},
	{"dispute", `"stalemate"`, `"disputes": [{"point": "p", "choices": ["a"], "default": "a", "why": ""}], "stalemate"`, `dispute "p": choices: got 1, want two or more`},
	{"dispute's point", `"stalemate"`, `"disputes": [{"point": "", "choices": ["a", "b"], "default": "a", "why": ""}], "stalemate"`, "disputes[0]: point: missing"},
	{"dispute's default", `"stalemate"`, `"disputes": [{"point": "p", "choices": ["a", "b"], "default": "", "why": ""}], "stalemate"`, "default: missing"},

	// Values.
	{"table", `"stalemate"`, `"values": {"table": "x"}, "stalemate"`, `values.table: there is no table "x"`},
	{"table of nobody", `"stalemate"`, `"values_alternates": [{"rule": "x", "values": {"rook": 1}}], "stalemate"`, `values_alternates "x": there is no piece "rook"`},
	{"table twice", `"stalemate"`, `"values_alternates": [{"rule": "x", "values": {}}, {"rule": "x", "values": {}}], "stalemate"`, "another table of that name"},
	{"table's name", `"stalemate"`, `"values_alternates": [{"rule": "X", "values": {"gold": -1}}], "stalemate"`, "rule: want small letters"},

	// Positions.
	{"setup width", `["", "K", ""]`, `["", "K"]`, "setup: row 2: got 2 squares, want 3"},
	{"setup height", `["", "K", ""]`, `["", "K", ""], ["", "", ""], ["", "", ""], ["", "", ""]`, "setup: got 5 ranks, want at most 4"},
	{"setup meets", `["", "K", ""]`, `["", "K", ""], ["", "", ""]`, "setup: row 2, square 2: K stands where the other camp does"},
	{"setup unknown", `["", "K", ""]`, `["", "k", ""]`, `setup: row 2: no piece has the abbreviation "k"`},
	{"no setup", `[["P", "P", "P"], ["", "K", ""]]`, `[]`, "setup: missing"},
	{"initial differs", `"stalemate"`, `"sfen": {"initial": "1k1/pp1/PPP/1K1 b - 1"}, "stalemate"`, `sfen.initial: differs from setup, which gives "1k1/ppp/PPP/1K1 b - 1"`},
	{"initial alone", `"setup": [["P", "P", "P"], ["", "K", ""]],`, `"setup": [], "sfen": {"initial": "1k1/pp1/PPP/1K b - 1"},`, "sfen.initial: rank 4: got 2 squares, want 3"},
	{"letter", `"stalemate"`, `"sfen": {"letters": {"K": "king", "p": "pawn", "+p": "gold"}}, "stalemate"`, `sfen.letters: "K"; want one small letter`},
	{"letter of nobody", `"stalemate"`, `"sfen": {"letters": {"k": "king", "p": "pawn", "+p": "gold", "r": "rook"}}, "stalemate"`, `sfen.letters: r: there is no piece "rook"`},
	{"kind without letter", `"stalemate"`, `"sfen": {"letters": {"k": "king", "p": "pawn"}}, "stalemate"`, "sfen.letters: none for gold"},
	{"letter alias", `"stalemate"`, `"sfen": {"letters": {"k": "king", "p": "pawn", "+p": "gold"}, "aliases": {"G": "g"}}, "stalemate"`, `sfen.aliases: G: "g" is not in sfen.letters`},
	{"hand order", `"stalemate"`, `"sfen": {"hand_order": ["pawn", "pawn"]}, "stalemate"`, `sfen.hand_order: "pawn" occurs twice`},
	{"handicap's name", `"name": "pawn", `, ``, "name: missing"},
	{"handicap's spelling", `{"name": "pawn", `, `{"name": "2-piece", `, `handicap "2-piece": name: want small letters`},
	{"handicap's brackets", `{"name": "pawn", `, `{"name": "pawn (left)", `, `handicap "pawn (left)": name: want small letters`},
	{"handicap's hyphens", `{"name": "pawn", `, `{"name": "two--piece", `, `handicap "two--piece": name: want small letters`},
	{"handicap's first move", `1K1 w`, `1K1 b`, `handicap "pawn": sfen: want w to move`},
	{"handicap twice", `"handicaps": [`, `"handicaps": [{"name": "pawn", "sfen": "1k1/pp1/PPP/1K1 w - 1"}, `, `handicap "pawn": there is another`},
	{"handicap's fields", `PPP/1K1 w - 1"`, `PPP/1K1 w -"`, `handicap "pawn": sfen: got 3 fields`},
	{"handicap's ranks", `1k1/pp1/PPP/1K1`, `1k1/pp1/PPP`, "got 3 ranks, want 4"},
	{"handicap's rank", `1k1/pp1/PPP/1K1`, `1k1/pp2/PPP/1K1`, "rank 2: got 4 squares, want 3"},
	{"handicap's piece", `1k1/pp1/PPP/1K1`, `1k1/ppx/PPP/1K1`, `rank 2: no piece is written "x"`},
	{"handicap's empty squares", `1k1/pp1/PPP/1K1`, `1k1/pp01/PPP/1K1`, "a run of 0"},
	{"handicap's brace", `1k1/pp1/PPP/1K1`, `1k1/pp{P/PPP/1K1`, "a brace is not closed"},
	{"handicap's plus", `1k1/pp1/PPP/1K1`, `1k1/pp+/PPP/1K1`, "nothing behind the '+'"},
	{"handicap's promoted king", `1k1/pp1/PPP/1K1`, `+k2/pp1/PPP/1K1`, `no piece is written "+k"`},
	{"handicap's side", `1K1 w`, `1K1 x`, `side: got "x"`},
	{"handicap's hands", `w - 1`, `w p 1`, `hands: got "p", but captured pieces leave the game`},
	{"handicap's number", `w - 1`, `w - 0`, `number: got "0"`},

	// Rule sets.
	{"rule set's name", `"stalemate"`, `"rule_sets": [{"name": "A", "note": "n", "max_plies": 1}], "stalemate"`, `rule set "A": name: want small letters`},
	{"rule set twice", `"stalemate"`, `"rule_sets": [{"name": "a-b", "note": "n", "max_plies": 1}, {"name": "a_b", "note": "n", "max_plies": 1}], "stalemate"`, `rule set "a_b": there is another`},
	{"rule set's note", `"stalemate"`, `"rule_sets": [{"name": "a", "max_plies": 1}], "stalemate"`, `rule set "a": note: missing`},
	{"rule set of nothing", `"stalemate"`, `"rule_sets": [{"name": "a", "note": "n"}], "stalemate"`, `rule set "a": changes nothing`},
	{"rule set's promotes", `"stalemate"`, `"rule_sets": [{"name": "a", "note": "n", "promotes": {"x": "gold"}}], "stalemate"`, `rule set "a": promotes: there is no piece "x"`},
	{"rule set's promotion", `"stalemate"`, `"rule_sets": [{"name": "a", "note": "n", "promotion": {"kind": "none"}}], "stalemate"`, `rule set "a": promotion.kind: "none", but`},
	{"rule set's repetition", `"stalemate"`, `"rule_sets": [{"name": "a", "note": "n", "repetition": {"times": 3, "otherwise": "x"}}], "stalemate"`, `rule set "a": repetition.otherwise: unknown "x"`},
	{"rule set's bare king", `"stalemate"`, `"rule_sets": [{"name": "a", "note": "n", "bare_king": "x"}], "stalemate"`, `rule set "a": bare_king: unknown "x"`},
	{"rule set's jumps", `"stalemate"`, `"rule_sets": [{"name": "a", "note": "n", "jump_captures": "x"}], "stalemate"`, `rule set "a": jump_captures: unknown "x"`},
	{"rule set's files", `"stalemate"`, `"rule_sets": [{"name": "a", "note": "n", "files": 4}], "stalemate"`, `rule set "a": setup: row 1: got 3 squares, want 4`},
	{"rule set's board", `"stalemate"`, `"rule_sets": [{"name": "a", "note": "n", "files": 40}], "stalemate"`, `rule set "a": files: got 40`},
	{"rule set's setup", `"stalemate"`, `"rule_sets": [{"name": "a", "note": "n", "setup": [["P", "R", "P"]]}], "stalemate"`, `rule set "a": setup: row 1: no piece has the abbreviation "R"`},
	{"rule set's plies", `"stalemate"`, `"rule_sets": [{"name": "a", "note": "n", "max_plies": -1}], "stalemate"`, `rule set "a": max_plies: got -1`},
	{"rule set's stalemate", `"stalemate"`, `"rule_sets": [{"name": "a", "note": "n", "stalemate": "win"}], "stalemate"`, `rule set "a": stalemate: unknown "win"`},
	{"rule set's letters", `"stalemate"`, `"rule_sets": [{"name": "a", "note": "n", "sfen": {"letters": {"k": "king", "p": "pawn"}}}], "stalemate"`, `rule set "a": sfen.letters: none for gold`},
	{"rule set's start", `"stalemate"`, `"rule_sets": [{"name": "a", "note": "n", "sfen": {"initial": "1k1/pp1/PPP/1K1 b - 1"}}], "stalemate"`, `rule set "a": sfen.initial: differs from setup`},
	{"rule set's hand", `"stalemate"`, `"rule_sets": [{"name": "a", "note": "n", "sfen": {"initial": "1k1/ppp/PPP/1K1 b P 1"}}], "stalemate"`, `rule set "a": sfen.initial: hands: got "P", but captured pieces leave the game`},
	{"rule set's drops", `"stalemate"`, `"rule_sets": [{"name": "a", "note": "n", "drops": {"pawn": "x"}}], "stalemate"`, `rule set "a": drops.pawn: there is no piece "x"`},
}

func TestErrors(t *testing.T) {
	for _, tc := range errorCases {
		t.Run(tc.name, func(t *testing.T) {
			good := small4("")
			// Where the old text occurs more than once the last one is meant.
			i := strings.LastIndex(good, tc.old)
			if i < 0 {
				t.Fatalf("the sheet has no %q", tc.old)
			}
			wantError(t, good[:i]+tc.new+good[i+len(tc.old):], tc.want)
		})
	}
}

func wantError(t *testing.T, text, want string) {
	t.Helper()
	_, err := Decode(strings.NewReader(text))
	if err == nil {
		t.Fatalf("no error, want %q", want)
	}
	if !strings.Contains(err.Error(), want) {
		t.Errorf("error %q, want one with %q", err, want)
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("error of more than one line: %q", err)
	}
}

func TestMoveErrors(t *testing.T) {
	for _, tc := range []struct{ move, want string }{
		{`{"kind": "fly"}`, `piece "pawn": move 1: unknown kind "fly"; want one of area, burn, `},
		{`{"kind": "sldie", "dirs": ["F"]}`, "did you mean slide?"},
		{`{"kind": "slide"}`, "move 1 (slide): dirs: missing"},
		{`{"kind": "slide", "dirs": []}`, "dirs: missing"},
		{`{"kind": "slide", "dirs": ["f"]}`, `dirs: unknown direction "f"; want one of F B L R FL FR BL BR`},
		{`{"kind": "slide", "dirs": ["F", "F"]}`, `dirs: "F" occurs twice`},
		{`{"kind": "slide", "dirs": ["F"], "max": -1}`, "max: got -1, want 0 to 35"},
		{`{"kind": "slide", "dirs": ["F"], "steps": 2}`, "steps does not apply to this kind"},
		{`{"kind": "slide", "dirs": ["F"], "only_from": "zone"}`, `only_from: unknown "zone"; want one of last_rank`},
		{`{"kind": "jump"}`, "to: missing"},
		{`{"kind": "jump", "to": [[0, 4]]}`, "to: [0 4]; want two numbers from -3 to 3"},
		{`{"kind": "jump", "to": [[0, 0]]}`, "not both 0"},
		{`{"kind": "jump", "to": [[0, 2], [0, 2]]}`, "to: [0 2] occurs twice"},
		{`{"kind": "jump", "to": [[0, 2]], "dirs": ["F"]}`, "dirs does not apply"},
		{`{"kind": "lion", "steps": 2}`, "move 1 (lion): steps does not apply"},
		{`{"kind": "lion_line", "dirs": ["F"]}`, "steps: missing"},
		{`{"kind": "lion_line", "dirs": ["F"], "steps": 4}`, "steps: got 4, want 2 to 3"},
		{`{"kind": "double_step"}`, "dirs: missing"},
		{`{"kind": "hook", "first": ["F"]}`, "turn: missing"},
		{`{"kind": "hook", "turn": "diagonal"}`, "first: missing"},
		{`{"kind": "hook", "first": ["F"], "turn": "left"}`, `turn: unknown "left"; want one of orthogonal, diagonal`},
		{`{"kind": "hook", "first": ["F", "FL"], "turn": "orthogonal"}`, `first: unknown direction "FL"; want one of F B L R`},
		{`{"kind": "area", "steps": 4}`, "steps: got 4, want 1 to 3"},
		{`{"kind": "area", "pass": true}`, "steps: missing"},
		{`{"kind": "range_jump", "dirs": ["F"], "pass": true}`, "pass does not apply"},
		{`{"kind": "range_capture", "dirs": ["F"], "over": 1}`, "over does not apply"},
		{`{"kind": "skip_slide", "dirs": ["F"]}`, "from: missing"},
		{`{"kind": "skip_slide", "dirs": ["F"], "from": 1}`, "from: got 1, want 2 to 35"},
		{`{"kind": "skip_slide", "dirs": ["F"], "from": 3, "max": 2}`, "max: got 2, want 0 or at least from, which is 3"},
		{`{"kind": "hop_slide", "dirs": ["F"], "over": -1}`, "over: got -1"},
		{`{"kind": "igui", "dirs": ["F"], "max": 1}`, "max does not apply"},
		{`{"kind": "burn", "from": 2}`, "from does not apply"},
		{`{"kind": "universal_leap", "to": [[1, 1]]}`, "to does not apply"},
		{`{"kind": "lion", "first": ["F"], "turn": "diagonal", "only_from": "last_rank"}`, "turn does not apply"},
	} {
		t.Run(tc.move, func(t *testing.T) {
			pawn := `{"kind": "slide", "dirs": ["F"], "max": 1}`
			wantError(t, strings.Replace(small4(""), pawn, tc.move, 1), tc.want)
		})
	}
}

// A sheet full of slips is reported in a few words.
func TestManyErrors(t *testing.T) {
	wantError(t, `{"variant": "x"}`, "; and ")
}

// What few games use.
func TestOtherFeatures(t *testing.T) {
	text := strings.NewReplacer(
		`"stalemate"`, `"drops": {"two_a_file": true, "either_side": true}, "borrowed_moves": "friend_behind", "win_by_check": true, "try_rule": true,
		 "sfen": {"letters": {"k": "king", "p": "pawn", "+p": "gold", "g": "gold"}, "hand_order": ["gold", "pawn"], "aliases": {"+k": "k"}}, "stalemate"`,
		`"zone", "zone_ranks": 1, "on": "any"`, `"flip_move", "compulsory": true`,
		`1k1/pp1/PPP/1K1 w - 1`, `1k1/p+p1/PP+P/GK1 w 2P3p 7`,
		`["P", "P", "P"]`, `["P", "+P", "P"]`,
	).Replace(small4(""))
	if got, want := decode(t, text).StartSFEN(), "1k1/pgp/PGP/1K1 b - 1"; got != want {
		t.Errorf("start %q, want %q", got, want)
	}
	// A middle rank that both camps share.
	text = strings.NewReplacer(`"ranks": 4`, `"ranks": 3`, `["P", "P", "P"]`, `["P", "", ""]`,
		`1k1/pp1/PPP/1K1`, `1k1/1+P1/1K1`).Replace(small4(""))
	if got, want := decode(t, text).StartSFEN(), "1k1/P1p/1K1 b - 1"; got != want {
		t.Errorf("start %q, want %q", got, want)
	}
}

// Whatever is read must be written so that it is read as the same.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(small4("")))
	f.Add([]byte(small4(`"rule_sets": [{"name": "a", "note": "é<&>\u2028", "promotes": {}, "promotes_all": true, "bare_king": "", "max_plies": 0}], `)))
	f.Add([]byte(`{"variant": "x", "pieces": [{"id": "a", "moves": [{"kind": "jump", "to": [[1, 2]]}]}]}`))
	for _, name := range Names() {
		text, err := sheets.ReadFile(sheetPath(name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := Decode(bytes.NewReader(text))
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := Encode(&b, s); err != nil {
			t.Fatal(err)
		}
		again, err := Decode(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatalf("not readable: %v\n%s", err, b.Bytes())
		}
		if diff := cmp.Diff(s, again, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("not the same (-before +after):\n%s", diff)
		}
		if s.StartSFEN() == "" {
			t.Fatal("no start position")
		}
		for _, r := range s.RuleSets {
			if _, err := s.With(r.Name); err != nil {
				t.Fatal(err)
			}
		}
	})
}
