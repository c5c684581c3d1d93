package variants

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// problems collects what is wrong with a sheet; its text is one line.
type problems []string

func (p *problems) addf(format string, args ...any) {
	*p = append(*p, fmt.Sprintf(format, args...))
}

func (p problems) Error() string {
	const most = 5
	if len(p) > most {
		return fmt.Sprintf("%s; and %d more", strings.Join(p[:most], "; "), len(p)-most)
	}
	return strings.Join(p, "; ")
}

// A checker holds what the checks of one sheet look up.
type checker struct {
	problems
	*Sheet
	kinds map[string]*Piece // by id
}

// validate checks all that the shape of the text cannot show. A sheet that
// passes is safe to compile: every name in it leads somewhere.
func (s *Sheet) validate() error {
	c := &checker{Sheet: s, kinds: make(map[string]*Piece, len(s.Pieces))}
	c.names()
	c.board()
	c.pieces()
	c.promotes("promotes", s.Promotes)
	c.promotion("promotion", &s.Promotion, len(s.Promotes) > 0)
	c.ids("royals", s.Royals, true)
	c.drops("drops", s.Drops)
	c.powers()
	c.lionTrading("lion_trading", s.LionTrading)
	c.idMap("contagion", s.Contagion)
	c.repetition("repetition", &s.Repetition)
	c.endings()
	c.values()
	c.positions()
	c.ruleSets()
	c.disputes()
	if len(c.problems) > 0 {
		return c.problems
	}
	return nil
}

// The board may have from minSize to maxSize files and ranks.
const (
	minSize = 3
	maxSize = 36
)

// The classes of characters in names.
const (
	small  = "abcdefghijklmnopqrstuvwxyz"
	digit  = "0123456789"
	letter = small + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

// spelt reports whether s begins with one of first and has nothing but rest
// after it.
func spelt(s, first, rest string) bool {
	return s != "" && strings.Contains(first, s[:1]) && strings.Trim(s[1:], rest) == ""
}

func isVariantName(s string) bool { return spelt(s, small+digit, small+digit+"+_-") }
func isRuleName(s string) bool    { return spelt(s, small+digit, small+digit+"_-") }
func isHandicapName(s string) bool {
	return spelt(s, small, small+"-") && !strings.HasSuffix(s, "-") && !strings.Contains(s, "--")
}
func isID(s string) bool     { return spelt(s, small, small+digit+"_") }
func isAbbrev(s string) bool { return spelt(strings.TrimPrefix(s, "+"), letter, letter+digit) }
func isLetter(s string) bool { return spelt(strings.TrimPrefix(s, "+"), small, "") && len(s) < 3 }

// oneOf checks a word; where optional it may be absent.
func (c *checker) oneOf(place, word string, optional bool, known ...string) {
	if word == "" && optional || slices.Contains(known, word) {
		return
	}
	list := strings.Join(known, ", ")
	if word == "" {
		c.addf("%s: missing; want one of %s", place, list)
		return
	}
	c.addf("%s: unknown %q; want one of %s", place, word, list)
}

func (c *checker) between(place string, n, low, high int) {
	if n < low || n > high {
		c.addf("%s: got %d, want %d to %d", place, n, low, high)
	}
}

// id checks that there is a piece of that id.
func (c *checker) id(place, id string) {
	if _, ok := c.kinds[id]; !ok {
		c.addf("%s: there is no piece %q%s", place, id, c.near(id))
	}
}

func (c *checker) near(id string) string {
	if near := nearest(id, slices.Sorted(maps.Keys(c.kinds))); len(near) > 0 {
		return "; did you mean " + strings.Join(near, " or ") + "?"
	}
	return ""
}

// ids checks a list of pieces.
func (c *checker) ids(place string, ids []string, needed bool) {
	if needed && len(ids) == 0 {
		c.addf("%s: missing; want at least one piece", place)
	}
	for i, id := range ids {
		c.id(place, id)
		if slices.Contains(ids[:i], id) {
			c.addf("%s: %q occurs twice", place, id)
		}
	}
}

func (c *checker) idMap(place string, m map[string]string) {
	for _, from := range slices.Sorted(maps.Keys(m)) {
		c.id(place, from)
		c.id(place+": "+from, m[from])
	}
}

func (c *checker) names() {
	all := append([]string{c.Variant, c.Short}, c.Aliases...)
	for i, n := range all {
		place := [...]string{"variant", "short", "aliases"}[min(i, 2)]
		switch {
		case n == "" && i == 0:
			c.addf("%s: missing; want the variant's full name", place)
		case n == "" && i == 1: // the full name will do
		case !isVariantName(n):
			c.addf("%s: %q; want small letters, digits, '+', '_' and '-'", place, n)
		case i > 1 && slices.ContainsFunc(all[:i], func(m string) bool { return fold(m) == fold(n) }):
			c.addf("%s: %q is a name of this sheet already", place, n)
		}
	}
	if c.English == "" {
		c.addf("english: missing; want the variant's English name")
	}
}

func (c *checker) board() {
	c.between("files", c.Files, minSize, maxSize)
	c.between("ranks", c.Ranks, minSize, maxSize)
}

func (c *checker) pieces() {
	if len(c.Pieces) == 0 {
		c.addf("pieces: missing; want at least one")
	}
	abbrevs := make(map[string]string, len(c.Pieces)) // folded abbreviation -> id
	for i := range c.Pieces {
		p := &c.Pieces[i]
		place := fmt.Sprintf("piece %q", p.ID)
		switch {
		case p.ID == "":
			c.addf("pieces[%d]: id: missing; want the piece's name in small letters", i)
			continue
		case !isID(p.ID):
			c.addf("%s: id: want small letters, digits and '_', a letter first", place)
		case c.kinds[p.ID] != nil:
			c.addf("%s: there is another piece of that id", place)
		}
		c.kinds[p.ID] = p
		// In positions the case of an abbreviation says whose piece it is.
		key := strings.ToUpper(p.Abbrev)
		switch other, taken := abbrevs[key]; {
		case p.Abbrev == "":
			c.addf("%s: abbrev: missing", place)
		case !isAbbrev(p.Abbrev):
			c.addf("%s: abbrev: %q; want letters and digits, with '+' before them for a kind reached only by promotion", place, p.Abbrev)
		case taken:
			c.addf("%s: abbrev: %q is taken by %s (case does not count)", place, p.Abbrev, other)
		default:
			abbrevs[key] = p.ID
		}
		if p.English == "" {
			c.addf("%s: english: missing; want the piece's English name", place)
		}
		if p.Value < 0 {
			c.addf("%s: value: got %v, want none below 0", place, p.Value)
		}
		c.moves(place, p.Moves)
		c.alternates(place, p.Alternates)
		c.sources(place, p.Sources)
	}
	for i := range c.Pieces {
		base, promoted := strings.CutPrefix(c.Pieces[i].Abbrev, "+")
		if _, ok := abbrevs[strings.ToUpper(base)]; promoted && !ok {
			c.addf("piece %q: abbrev: %q; no piece has %q", c.Pieces[i].ID, c.Pieces[i].Abbrev, base)
		}
	}
}

func (c *checker) alternates(place string, alternates []Alternate) {
	for i, a := range alternates {
		place := fmt.Sprintf("%s: alternate %q", place, a.Rule)
		if !slices.ContainsFunc(c.RuleSets, func(r RuleSet) bool { return r.Name == a.Rule }) {
			c.addf("%s: rule: there is no such rule set; want one that rule_sets lists", place)
		}
		if slices.ContainsFunc(alternates[:i], func(b Alternate) bool { return a.Rule == b.Rule }) {
			c.addf("%s: rule: there is another alternate of that rule set", place)
		}
		if a.Value < 0 {
			c.addf("%s: value: got %v, want none below 0", place, a.Value)
		}
		c.moves(place, a.Moves)
	}
}

// sources checks that each source is a key of source_key, perhaps with a
// remark in brackets behind it. A sheet without source_key is not held to it.
func (c *checker) sources(place string, sources []string) {
	if len(c.Sources) == 0 {
		return
	}
	for _, source := range sources {
		key, _, _ := strings.Cut(source, " (")
		if _, ok := c.Sources[key]; ok {
			continue
		}
		if _, ok := c.Sources[source]; !ok {
			c.addf("%s: sources: %q is not in source_key", place, key)
		}
	}
}

func (c *checker) promotes(place string, m map[string]string) {
	c.idMap(place, m)
	for _, id := range slices.Sorted(maps.Keys(m)) {
		if m[id] == id {
			c.addf("%s: %q becomes itself", place, id)
		}
	}
}

func (c *checker) promotion(place string, p *Promotion, promotes bool) {
	c.oneOf(place+".kind", p.Kind, false, "zone", "capture", "flip_move", "flip_capture", "none")
	if p.Kind == "none" && promotes {
		c.addf("%s.kind: \"none\", but promotes is not empty", place)
	}
	if p.Kind != "zone" {
		c.foreign(place, p.Kind, "zone_ranks", p.ZoneRanks != 0)
		c.foreign(place, p.Kind, "on", p.On != "")
		c.foreign(place, p.Kind, "last_rank_second_chance", len(p.SecondChance) > 0)
		if p.Kind == "none" || p.Kind == "capture" {
			c.foreign(place, p.Kind, "compulsory", p.Compulsory)
			c.foreign(place, p.Kind, "forced_when_stuck", p.ForcedWhenStuck)
		}
		return
	}
	c.between(place+".zone_ranks", p.ZoneRanks, 1, max(c.Ranks, 1))
	c.oneOf(place+".on", p.On, false, "any", "enter_or_capture", "enter")
	c.ids(place+".last_rank_second_chance", p.SecondChance, false)
}

// foreign complains of a field that is set though the kind has no use for it.
func (c *checker) foreign(place, kind, field string, set bool) {
	if set {
		c.addf("%s: %s does not apply to kind %q", place, field, kind)
	}
}

func (c *checker) drops(place string, d *Drops) {
	if d == nil {
		return
	}
	if d.Nifu && d.TwoAFile {
		c.addf("%s: nifu and two_a_file exclude each other", place)
	}
	if d.Pawn != "" {
		c.id(place+".pawn", d.Pawn)
	} else if d.Nifu || d.TwoAFile || d.Uchifuzume {
		c.id(place+".pawn (the default)", "pawn")
	}
	c.idMap(place+".hand_becomes", d.HandBecomes)
}

// powers checks what belongs to single kinds of move.
func (c *checker) powers() {
	for _, id := range slices.Sorted(maps.Keys(c.JumpRanks)) {
		c.id("jump_ranks", id)
		if c.JumpRanks[id] < 1 {
			c.addf("jump_ranks: %s: got %d, want 1 or more", id, c.JumpRanks[id])
		}
	}
	c.oneOf("jump_captures", c.JumpCaptures, true, "any", "lower")
	c.oneOf("borrowed_moves", c.Borrowed, true, "friend_behind")
}

func (c *checker) lionTrading(place string, l *LionTrading) {
	if l == nil {
		return
	}
	c.ids(place+".lions", l.Lions, true)
	c.ids(place+".bridge", l.Bridge, false)
	c.oneOf(place+".counter_strike", l.CounterStrike, false, "non_lions", "protected")
}

func (c *checker) repetition(place string, r *Repetition) {
	c.between(place+".times", r.Times, 2, 100)
	c.oneOf(place+".attacker_loses", r.Attacker, true, "check_or_attack", "attack")
	c.oneOf(place+".otherwise", r.Otherwise, false, "draw", "black_loses", "mover_loses", "illegal")
	c.ids(place+".irreversible", r.Irreversible, false)
	c.between(place+".min_plies", r.MinPlies, 0, 1000)
}

func (c *checker) endings() {
	c.oneOf("stalemate", c.Stalemate, false, "loss", "draw")
	c.bareKing("bare_king", c.BareKing)
	c.oneOf("declaration", c.Declaration, true, "csa")
	c.maxPlies("max_plies", c.MaxPlies)
}

func (c *checker) bareKing(place, rule string) {
	c.oneOf(place, rule, true, "lishogi", "federation", "shogi_variants")
}

func (c *checker) maxPlies(place string, n int) { c.between(place, n, 0, 1_000_000) }

func (c *checker) values() {
	for i, t := range c.Tables {
		place := fmt.Sprintf("values_alternates %q", t.Rule)
		if !isRuleName(t.Rule) {
			c.addf("%s: rule: want small letters, digits, '_' and '-'", place)
		}
		if slices.ContainsFunc(c.Tables[:i], func(u ValueTable) bool { return t.Rule == u.Rule }) {
			c.addf("%s: there is another table of that name", place)
		}
		for _, id := range slices.Sorted(maps.Keys(t.Values)) {
			c.id(place, id)
			if t.Values[id] < 0 {
				c.addf("%s: %s: got %v, want none below 0", place, id, t.Values[id])
			}
		}
	}
	if c.Values.Table != "" && !slices.ContainsFunc(c.Tables, func(t ValueTable) bool { return t.Rule == c.Values.Table }) {
		c.addf("values.table: there is no table %q in values_alternates", c.Values.Table)
	}
}

// positions checks the setup, the letters of positions and the positions that
// the sheet itself gives.
func (c *checker) positions() {
	c.letters()
	if len(c.problems) > 0 {
		return // what follows looks pieces up
	}
	c.start()
	for i, h := range c.Handicaps {
		place := fmt.Sprintf("handicap %q", h.Name)
		switch {
		case h.Name == "":
			c.addf("handicaps[%d]: name: missing", i)
		case !isHandicapName(h.Name):
			c.addf("%s: name: want small letters with single hyphens between, as in \"two-piece\"", place)
		}
		if slices.ContainsFunc(c.Handicaps[:i], func(g Handicap) bool { return h.Name == g.Name }) {
			c.addf("%s: there is another of that name", place)
		}
		if err := c.checkSFEN(h.SFEN); err != nil {
			c.addf("%s: sfen: %v", place, err)
		} else if strings.Fields(h.SFEN)[1] != "w" {
			c.addf("%s: sfen: want w to move: White gives and begins", place)
		}
	}
}

// start checks the start position. It has the pieces of the setup on the
// board, and may add hands.
func (c *checker) start() {
	derived, err := c.derive(c.Setup, c.Files)
	switch {
	case err != nil:
		c.addf("setup: %v", err)
	case len(c.Setup) == 0 && c.SFEN.Initial == "":
		c.addf("setup: missing; want Black's camp, or else sfen.initial")
	case c.SFEN.Initial == "":
	case len(c.Setup) > 0 && board(derived) != board(c.SFEN.Initial):
		c.addf("sfen.initial: differs from setup, which gives %q", derived)
	default:
		if err := c.checkSFEN(c.SFEN.Initial); err != nil {
			c.addf("sfen.initial: %v", err)
		}
	}
}

// board is the first field of a position.
func board(sfen string) string {
	first, _, _ := strings.Cut(sfen, " ")
	return first
}

// letters checks what says how positions are written.
func (c *checker) letters() {
	letters := c.SFEN.Letters
	covered := map[string]bool{}
	for _, letter := range slices.Sorted(maps.Keys(letters)) {
		if !isLetter(letter) {
			c.addf("sfen.letters: %q; want one small letter, perhaps with '+' before it", letter)
		}
		c.id("sfen.letters: "+letter, letters[letter])
		covered[letters[letter]] = true
	}
	if len(letters) > 0 {
		for _, p := range c.Pieces {
			if !covered[p.ID] {
				c.addf("sfen.letters: none for %s", p.ID)
			}
		}
	}
	for _, alias := range slices.Sorted(maps.Keys(c.SFEN.Aliases)) {
		if !isLetter(alias) {
			c.addf("sfen.aliases: %q; want one small letter, perhaps with '+' before it", alias)
		}
		if _, ok := letters[c.SFEN.Aliases[alias]]; !ok {
			c.addf("sfen.aliases: %s: %q is not in sfen.letters", alias, c.SFEN.Aliases[alias])
		}
	}
	c.ids("sfen.hand_order", c.SFEN.HandOrder, false)
}

func (c *checker) ruleSets() {
	for i := range c.RuleSets {
		r := &c.RuleSets[i]
		place := fmt.Sprintf("rule set %q", r.Name)
		if !isRuleName(r.Name) {
			c.addf("%s: name: want small letters, digits, '_' and '-'", place)
		}
		if slices.ContainsFunc(c.RuleSets[:i], func(q RuleSet) bool { return fold(q.Name) == fold(r.Name) }) {
			c.addf("%s: there is another of that name ('-' and '_' count as the same)", place)
		}
		if r.Note == "" {
			c.addf("%s: note: missing; want a sentence for readers", place)
		}
		c.ruleSet(place, r)
	}
}

func (c *checker) ruleSet(place string, r *RuleSet) {
	c.promotes(place+": promotes", r.Promotes)
	if r.PromotesAll && r.Promotes == nil {
		c.addf("%s: promotes_all without promotes", place)
	}
	promotion := &c.Promotion
	if r.Promotion != nil {
		promotion = r.Promotion
	}
	if r.Promotion != nil || r.Promotes != nil {
		c.promotion(place+": promotion", promotion, len(r.promotes(c.Promotes)) > 0)
	}
	if r.Repetition != nil {
		c.repetition(place+": repetition", r.Repetition)
	}
	c.lionTrading(place+": lion_trading", r.LionTrading)
	if r.BareKing != nil {
		c.bareKing(place+": bare_king", *r.BareKing)
	}
	c.oneOf(place+": jump_captures", r.JumpCaptures, true, "any", "lower")
	if r.MaxPlies != nil {
		c.maxPlies(place+": max_plies", *r.MaxPlies)
	}
	c.drops(place+": drops", r.Drops)
	c.oneOf(place+": stalemate", r.Stalemate, true, "loss", "draw")
	c.idMap(place+": contagion", r.Contagion)
	if r.Files != 0 {
		c.between(place+": files", r.Files, minSize, maxSize)
	}
	if (r.Files != 0 || r.Setup != nil) && len(c.problems) == 0 {
		setup, files := c.Setup, c.Files
		if r.Setup != nil {
			setup = r.Setup
		}
		if r.Files != 0 {
			files = r.Files
		}
		if _, err := c.derive(setup, files); err != nil {
			c.addf("%s: setup: %v", place, err)
		}
	}
	if r.SFEN != nil && len(c.problems) == 0 {
		c.ruleSetSFEN(place, r)
	}
	if r.empty() && !c.hasAlternate(r.Name) {
		c.addf("%s: changes nothing: no field is set and no piece has an alternate of that rule", place)
	}
}

// ruleSetSFEN checks the positions of a rule set that writes them its own way.
func (c *checker) ruleSetSFEN(place string, r *RuleSet) {
	t, err := c.With(r.Name)
	if err != nil {
		return // the name is wrong, which has been said
	}
	d := &checker{Sheet: t, kinds: c.kinds}
	d.positions()
	for _, p := range d.problems {
		c.addf("%s: %s", place, p)
	}
}

// empty reports whether the rule set leaves all fields of the sheet alone.
func (r *RuleSet) empty() bool {
	return r.Promotes == nil && r.Promotion == nil && r.Repetition == nil && r.KingSafety == nil &&
		r.LionTrading == nil && r.BareKing == nil && r.JumpCaptures == "" && r.MaxPlies == nil && r.Drops == nil &&
		r.Setup == nil && r.Files == 0 && r.Contagion == nil && r.Stalemate == "" && r.SFEN == nil
}

func (c *checker) hasAlternate(rule string) bool {
	return slices.ContainsFunc(c.Pieces, func(p Piece) bool {
		return slices.ContainsFunc(p.Alternates, func(a Alternate) bool { return a.Rule == rule })
	})
}

func (c *checker) disputes() {
	for i, d := range c.Disputes {
		switch {
		case d.Point == "":
			c.addf("disputes[%d]: point: missing", i)
		case len(d.Choices) < 2:
			c.addf("dispute %q: choices: got %d, want two or more", d.Point, len(d.Choices))
		case d.Default == "":
			c.addf("dispute %q: default: missing", d.Point)
		}
	}
}
