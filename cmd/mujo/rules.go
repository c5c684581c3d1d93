package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"mujo/engine"
	"mujo/engine/rules"
	"mujo/variants"
)

func setupRules(fs *flag.FlagSet) action {
	g := variantFlags(fs, "")
	return func(_ context.Context, args []string, out *bufio.Writer) error {
		if g.variant == "" && g.sheet == "" {
			if len(args) == 0 {
				return errors.New("expected the name of a variant; mujo variants lists them")
			}
			g.variant, args = args[0], args[1:]
		}
		r, err := g.rules()
		if err != nil {
			return err
		}
		b := newBook(r)
		if len(args) == 0 {
			b.print(out)
			return nil
		}
		for i, name := range args {
			p, err := b.find(name)
			if err != nil {
				return err
			}
			if i > 0 {
				out.WriteByte('\n')
			}
			b.printPiece(out, p)
		}
		out.WriteString("\n" + legend + "\n")
		return nil
	}
}

// A book is a sheet as a player looks it up.
type book struct {
	sheet  *variants.Sheet
	values map[string]float64
	atHome map[string]int      // pieces a side at the start
	from   map[string][]string // id -> ids that promote to it
}

func newBook(r *rules.Rules) *book {
	b := &book{sheet: r.Sheet, values: map[string]float64{}, atHome: map[string]int{}, from: map[string][]string{}}
	for _, k := range r.Kinds[1:] {
		b.values[k.Sheet.ID] = k.Value
	}
	start := engine.New(r)
	for _, sq := range r.Squares {
		if pc := start.At(sq); pc != engine.Empty && pc.Color() == engine.Black {
			b.atHome[r.Kinds[pc.Kind()].Sheet.ID]++
		}
	}
	for _, id := range slices.Sorted(maps.Keys(r.Sheet.Promotes)) {
		to := r.Sheet.Promotes[id]
		b.from[to] = append(b.from[to], id)
	}
	return b
}

// find returns the piece of that id, name, abbreviation or kanji, or of the
// letter that positions have for it.
func (b *book) find(name string) (*variants.Piece, error) {
	for i := range b.sheet.Pieces {
		p := &b.sheet.Pieces[i]
		for _, n := range append([]string{p.ID, strings.ReplaceAll(p.ID, "_", " "), p.English, p.Romaji, p.Kanji, p.Abbrev}, p.AbbrevAlt...) {
			if strings.EqualFold(n, name) {
				return p, nil
			}
		}
	}
	if p, ok := b.sheet.Piece(b.sheet.SFEN.Letters[strings.ToLower(name)]); ok {
		return p, nil
	}
	return nil, fmt.Errorf("no piece %q in %s, expected a name, kanji or abbreviation that mujo rules %s lists", name, b.sheet.Variant, b.sheet.Variant)
}

// english returns the English name of a piece.
func (b *book) english(id string) string {
	if p, ok := b.sheet.Piece(id); ok {
		return p.English
	}
	return id
}

func (b *book) print(out *bufio.Writer) {
	s := b.sheet
	fmt.Fprintf(out, "%s %s (%s), %dx%d squares, %d kinds of pieces\n\n", s.Kanji, s.English, s.Variant, s.Files, s.Ranks, len(s.Pieces))
	out.WriteString(legend + "\n\nPIECES\n")
	for i := range s.Pieces {
		out.WriteByte('\n')
		b.printPiece(out, &s.Pieces[i])
	}
	out.WriteString("\nRULES\n\n")
	b.printRules(out)
	if len(s.RuleSets) > 0 {
		out.WriteString("\nRULE SETS\n")
		printRuleSets(out, s)
	}
	if len(s.Disputes) > 0 {
		out.WriteString("\nWHERE SOURCES DIFFER\n\n")
		for _, d := range s.Disputes {
			paragraph(out, d.Point, strings.Join(d.Choices, "; or ")+". Here: "+d.Default+", because "+d.Why)
		}
	}
	if len(s.Handicaps) > 0 {
		out.WriteString("\nHANDICAPS\n\n")
		for _, h := range s.Handicaps {
			fmt.Fprintf(out, "  %s: %s\n", h.Name, h.SFEN)
		}
	}
	out.WriteString("\nSOURCES\n\n")
	for _, key := range slices.Sorted(maps.Keys(s.Sources)) {
		paragraph(out, key, s.Sources[key])
	}
}

// printPiece writes a piece: its names, and beside the diagram what it does.
func (b *book) printPiece(out *bufio.Writer, p *variants.Piece) {
	fmt.Fprintf(out, "%s  %s  %s  %s\n", p.Kanji, p.English, p.Romaji, p.Abbrev)
	const indent = "  "
	rows := diagramOf(p.Moves)
	margin := 0
	if rows != nil {
		margin = len(rows[0]) + 3
	}
	var lines []string
	for _, text := range b.pieceText(p) {
		lines = append(lines, wrap(text, textWidth-margin-len(indent))...)
	}
	for i := range max(len(rows), len(lines)) {
		row, line := "", ""
		if i < len(rows) {
			row = rows[i]
		}
		if i < len(lines) {
			line = lines[i]
		}
		out.WriteString(strings.TrimRight(fmt.Sprintf("%s%-*s%s", indent, margin, row, line), " ") + "\n")
	}
}

func (b *book) pieceText(p *variants.Piece) []string {
	s := b.sheet
	text := moveWords(p.Moves)
	if len(text) == 0 {
		text = append(text, "Cannot move.")
	}
	if slices.Contains(s.Royals, p.ID) {
		text = append(text, "Royal: a side that has lost its last royal has lost.")
	}
	if n := s.JumpRanks[p.ID]; n > 0 {
		text = append(text, fmt.Sprintf("Rank %d against jumps.", n))
	}
	if s.LionTrading != nil && slices.Contains(s.LionTrading.Lions, p.ID) {
		text = append(text, "Its capture is limited by the rules on trading lions.")
	}
	if id := s.Contagion[p.ID]; id != "" {
		text = append(text, "What captures it becomes a "+b.english(id)+".")
	}
	if id := s.Promotes[p.ID]; id != "" {
		text = append(text, "Promotes to "+b.english(id)+".")
	} else {
		text = append(text, "Does not promote.")
	}
	if ids := b.from[p.ID]; len(ids) > 0 {
		text = append(text, "Comes from "+b.names(ids, 6)+".")
	}
	line := "Value: none given."
	if v := b.values[p.ID]; v != 0 {
		line = "Value: " + strconv.FormatFloat(v, 'f', -1, 64) + " pawns."
	}
	if n := b.atHome[p.ID]; n > 0 {
		line += fmt.Sprintf(" At the start: %d a side.", n)
	}
	text = append(text, line)
	for _, a := range p.Alternates {
		text = append(text, strings.TrimSpace("Rule set "+a.Rule+": "+strings.Join(moveWords(a.Moves), " ")+" "+a.Note))
	}
	if p.Note != "" {
		text = append(text, "Note: "+p.Note+".")
	}
	if len(p.Sources) > 0 {
		text = append(text, "Source: "+strings.Join(p.Sources, "; ")+".")
	}
	return text
}

// names lists pieces in English, the first few by name.
func (b *book) names(ids []string, most int) string {
	var names []string
	for _, id := range ids {
		if len(names) == most && len(ids) > most+1 {
			return fmt.Sprintf("%s and %d others", strings.Join(names, ", "), len(ids)-most)
		}
		names = append(names, b.english(id))
	}
	return strings.Join(names, ", ")
}

// printRules writes the rules of the game that are not about one piece.
func (b *book) printRules(out *bufio.Writer) {
	s := b.sheet
	paragraph(out, "Promotion", orDefault(s.Promotion.Text, s.Promotion.Kind))
	paragraph(out, "End", b.endText())
	paragraph(out, "Repetition", orDefault(s.Repetition.Text,
		fmt.Sprintf("The game ends when a position occurs %d times: %s.", s.Repetition.Times, s.Repetition.Otherwise)))
	if s.Drops == nil {
		paragraph(out, "Captures", "Captured pieces leave the game.")
	} else {
		paragraph(out, "Captures", "Captured pieces go to the captor's hand and may be dropped on a free square.")
	}
	for i, note := range s.Notes {
		paragraph(out, strconv.Itoa(i+1), note)
	}
	if text := strings.Join(slices.DeleteFunc([]string{s.Values.Source, s.Values.Note}, func(t string) bool { return t == "" }), ". "); text != "" {
		paragraph(out, "Values", text)
	}
	fmt.Fprintf(out, "  Start: %s\n", s.StartSFEN())
}

// endText says how the game is won and lost.
func (b *book) endText() string {
	s := b.sheet
	text := "A side without " + orList(b.englishAll(s.Royals)) + " has lost."
	if s.KingSafety {
		text += " No move may leave the own royal attacked."
	}
	text += " A side that cannot move "
	if s.Stalemate == "draw" {
		text += "and is not in check draws."
	} else {
		text += "has lost."
	}
	if s.BareKing != "" {
		text += " A side left with a royal alone may lose by that (rule " + s.BareKing + ")."
	}
	if s.WinByCheck {
		text += " A check wins."
	}
	if s.TryRule {
		text += " A royal that reaches the last rank unattacked wins."
	}
	if s.MaxPlies > 0 {
		text += fmt.Sprintf(" The game is drawn after %d plies.", s.MaxPlies)
	}
	return text
}

func (b *book) englishAll(ids []string) []string {
	var names []string
	for _, id := range ids {
		names = append(names, b.english(id))
	}
	return names
}

func orDefault(text, standard string) string {
	if text == "" {
		return standard
	}
	return text
}
