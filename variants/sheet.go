package variants

// A Sheet states the rules of one variant: the board, who moves how, where
// pieces stand, what promotes, how the game ends, what a piece is worth, and
// the readings on which sources differ. Directions are seen from the owner of
// the piece. The format is described field by field in FORMAT.md.
type Sheet struct {
	Variant string   `json:"variant"` // full name, as in USI_Variant
	Base    string   `json:"-"`       // what With applied a rule set to, "" for a plain sheet
	Short   string   `json:"short"`   // short name, also accepted
	Aliases []string `json:"aliases,omitempty"`
	English string   `json:"english"`
	Kanji   string   `json:"kanji"`

	Files int `json:"files"`
	Ranks int `json:"ranks"`

	Pieces    []Piece           `json:"pieces"`
	Promotes  map[string]string `json:"promotes"` // id -> id it becomes
	Promotion Promotion         `json:"promotion"`

	Royals []string `json:"royals"` // a side loses when its last royal is gone
	// KingSafety: a side may not leave its (last) royal attacked.
	KingSafety bool `json:"king_safety"`

	Drops *Drops `json:"drops,omitempty"` // nil: captured pieces leave the game

	Setup [][]string `json:"setup"` // Black's camp, abbreviations, rank nearest Black last
	SFEN  SFEN       `json:"sfen,omitzero"`

	JumpRanks    map[string]int `json:"jump_ranks,omitempty"`    // rank for range jumps and range captures; absent ids have 0
	JumpCaptures string         `json:"jump_captures,omitempty"` // what a jump may take: "any" (default) or "lower" ranks only

	LionTrading *LionTrading      `json:"lion_trading,omitempty"` // nil: lions may be taken freely
	Contagion   map[string]string `json:"contagion,omitempty"`    // id captured -> id the capturer becomes (royals exempt)
	Borrowed    string            `json:"borrowed_moves,omitempty"`

	Repetition  Repetition `json:"repetition"`
	Stalemate   string     `json:"stalemate"`             // "loss" or "draw"
	BareKing    string     `json:"bare_king,omitempty"`   // "", "lishogi", "federation" or "shogi_variants"
	Declaration string     `json:"declaration,omitempty"` // "", or "csa": entering-king declaration by points
	WinByCheck  bool       `json:"win_by_check,omitempty"`
	TryRule     bool       `json:"try_rule,omitempty"`
	MaxPlies    int        `json:"max_plies,omitempty"` // the game is drawn after so many plies; 0: no limit

	Notes  []string     `json:"notes,omitempty"` // rules in words, for readers
	Values ValueNotes   `json:"values,omitzero"`
	Tables []ValueTable `json:"values_alternates,omitempty"`

	RuleSets  []RuleSet         `json:"rule_sets,omitempty"`
	Handicaps []Handicap        `json:"handicaps,omitempty"`
	Disputes  []Dispute         `json:"disputes,omitempty"`
	Sources   map[string]string `json:"source_key,omitempty"`
}

// A Piece is one kind of piece and its move.
type Piece struct {
	ID      string `json:"id"` // snake_case English name
	English string `json:"english"`
	Kanji   string `json:"kanji"`
	Romaji  string `json:"romaji"`
	Abbrev  string `json:"abbrev"` // Hodges' letters; "+X" for a kind reached only by promotion
	// AbbrevAlt are other abbreviations in use, for readers only.
	AbbrevAlt  []string    `json:"abbrev_alt,omitempty"`
	Moves      []Move      `json:"moves"`
	Betza      string      `json:"betza,omitempty"`
	Value      float64     `json:"value,omitempty"` // pawn = 1; 0: the source has none
	Alternates []Alternate `json:"alternates,omitempty"`
	Note       string      `json:"note,omitempty"`
	Sources    []string    `json:"sources,omitempty"`
}

// A Move is one power of a piece. Which fields apply depends on Kind.
type Move struct {
	Kind     string   `json:"kind"`
	Dirs     []string `json:"dirs,omitempty"`
	Max      int      `json:"max,omitempty"`       // slide, skip_slide: 0 is without limit
	From     int      `json:"from,omitempty"`      // skip_slide: first square reached
	To       [][2]int `json:"to,omitempty"`        // jump: dx to the right, dy forward
	Steps    int      `json:"steps,omitempty"`     // area, lion_line
	Pass     bool     `json:"pass,omitempty"`      // area: may walk back to where it began
	First    []string `json:"first,omitempty"`     // hook: directions of the first leg
	Turn     string   `json:"turn,omitempty"`      // hook: "orthogonal" or "diagonal"
	Over     int      `json:"over,omitempty"`      // hop_slide: pieces passed over, 0 is any number
	OnlyFrom string   `json:"only_from,omitempty"` // slide: "last_rank"
}

// The kinds of Move.
const (
	Slide         = "slide"
	Jump          = "jump"
	Lion          = "lion"
	LionLine      = "lion_line"
	DoubleStep    = "double_step"
	Hook          = "hook"
	Area          = "area"
	RangeJump     = "range_jump"
	RangeCapture  = "range_capture"
	SkipSlide     = "skip_slide"
	HopSlide      = "hop_slide"
	Igui          = "igui"
	Burn          = "burn"
	UniversalLeap = "universal_leap"
)

// An Alternate is another reading of a piece's move, in force under the rule
// set of that name.
type Alternate struct {
	Rule  string  `json:"rule"`
	Moves []Move  `json:"moves"`
	Value float64 `json:"value,omitempty"`
	Note  string  `json:"note,omitempty"`
}

// Promotion says when a piece may or must promote.
type Promotion struct {
	// Kind is "zone", "capture" (compulsory at the first capture), "flip_move"
	// (turns over after each of its board moves), "flip_capture" (after each of
	// its captures) or "none".
	Kind      string `json:"kind"`
	ZoneRanks int    `json:"zone_ranks,omitempty"`
	// On, for zones: "any" move that starts or ends inside, "enter_or_capture"
	// (from outside into the zone, or a capture that starts or ends inside), or
	// "enter".
	On              string   `json:"on,omitempty"`
	Compulsory      bool     `json:"compulsory,omitempty"`
	ForcedWhenStuck bool     `json:"forced_when_stuck,omitempty"` // must promote where it could never move again
	SecondChance    []string `json:"last_rank_second_chance,omitempty"`
	Text            string   `json:"text,omitempty"`
}

// Drops are the rules for captured pieces in games that keep them.
type Drops struct {
	Nifu       bool   `json:"nifu,omitempty"`         // no second unpromoted pawn on a file
	TwoAFile   bool   `json:"two_a_file,omitempty"`   // no third one
	Uchifuzume bool   `json:"uchifuzume,omitempty"`   // no mate by a dropped pawn
	NoDeadDrop bool   `json:"no_dead_drop,omitempty"` // no drop where the piece could never move
	Pawn       string `json:"pawn,omitempty"`         // the piece these concern, default "pawn"
	EitherSide bool   `json:"either_side,omitempty"`  // a piece may come down as either of its sides
	// HandBecomes: id captured -> id in the captor's hand.
	HandBecomes map[string]string `json:"hand_becomes,omitempty"`
}

// SFEN says how positions are written.
type SFEN struct {
	Initial   string            `json:"initial,omitempty"` // empty: derived from Setup
	Letters   map[string]string `json:"letters,omitempty"` // letter, with or without +, -> id; empty: abbreviations
	HandOrder []string          `json:"hand_order,omitempty"`
	Aliases   map[string]string `json:"aliases,omitempty"` // letters also understood on input -> letter
}

// LionTrading are chu shogi's limits on the capture of lions.
type LionTrading struct {
	Lions  []string `json:"lions"`  // ids that count as lions
	Bridge []string `json:"bridge"` // ids whose capture on the way does not lift the ban
	// CounterStrike after a non-lion took a lion: "non_lions" (no piece but a
	// lion may take a lion, save on that square) or "protected" (no piece at
	// all may take a protected one, save by a bridge capture).
	CounterStrike string `json:"counter_strike"`
}

// Repetition says what ends a game that repeats itself.
type Repetition struct {
	Times int `json:"times"` // occurrences that end the game
	// Checker: the side that alone gave check with all its moves of the cycle
	// loses.
	Checker bool `json:"checker_loses,omitempty"`
	// Attacker: the side that alone attacked with all its moves of the cycle
	// loses: "" (no such rule), "check_or_attack" (a check counts too) or
	// "attack".
	Attacker string `json:"attacker_loses,omitempty"`
	Passer   bool   `json:"first_passer_loses,omitempty"`
	// Otherwise: "draw", "black_loses", "mover_loses" or "illegal".
	Otherwise string `json:"otherwise"`
	// Irreversible lists ids whose every move starts the count anew, as
	// captures and promotions do where nothing is dropped again; MinPlies is
	// how many plies must have passed since.
	Irreversible []string `json:"irreversible,omitempty"`
	MinPlies     int      `json:"min_plies,omitempty"`
	Text         string   `json:"text,omitempty"`
}

// ValueNotes say where piece values come from.
type ValueNotes struct {
	Source string `json:"source,omitempty"`
	Note   string `json:"note,omitempty"`
	// Table names the entry of Tables to use where the pieces have no value of
	// their own; what it lacks is left without one.
	Table string `json:"table,omitempty"`
}

// A ValueTable is a table of piece values on a scale of its own.
type ValueTable struct {
	Rule   string             `json:"rule"`
	Values map[string]float64 `json:"values"`
	Note   string             `json:"note,omitempty"`
}

// A RuleSet is one complete choice among the readings on which sources
// differ, chosen by the suffix "-NAME" to the variant's name. Fields that are
// set replace those of the sheet; alternates of the same name replace the
// moves of their pieces.
type RuleSet struct {
	Name string `json:"name"`
	Note string `json:"note"`

	Promotes map[string]string `json:"promotes,omitzero"`
	// PromotesAll: Promotes is the complete map; otherwise it adds to and
	// overrides the sheet's.
	PromotesAll  bool              `json:"promotes_all,omitempty"`
	Promotion    *Promotion        `json:"promotion,omitempty"`
	Repetition   *Repetition       `json:"repetition,omitempty"`
	KingSafety   *bool             `json:"king_safety,omitempty"`
	LionTrading  *LionTrading      `json:"lion_trading,omitempty"`
	BareKing     *string           `json:"bare_king,omitempty"`
	JumpCaptures string            `json:"jump_captures,omitempty"`
	MaxPlies     *int              `json:"max_plies,omitempty"`
	Drops        *Drops            `json:"drops,omitempty"`
	Setup        [][]string        `json:"setup,omitempty"`
	Files        int               `json:"files,omitempty"`
	Contagion    map[string]string `json:"contagion,omitzero"`
	Stalemate    string            `json:"stalemate,omitempty"`
	// SFEN replaces the letters, hands and start position, and does away with
	// the handicaps, which are written in the sheet's own letters.
	SFEN *SFEN `json:"sfen,omitempty"`
}

// A Handicap is a start position in which White gives pieces and moves first.
// Its name is in small letters and hyphens: "lance", "two-piece".
type Handicap struct {
	Name       string `json:"name"`
	SFEN       string `json:"sfen"`
	Historical bool   `json:"historical,omitempty"`
	Note       string `json:"note,omitempty"`
}

// A Dispute is a point on which sources disagree and what the sheet chose.
type Dispute struct {
	Point   string   `json:"point"`
	Choices []string `json:"choices"`
	Default string   `json:"default"`
	Why     string   `json:"why"`
}
