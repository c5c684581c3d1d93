package htmlreport

import (
	"fmt"
	"strings"

	"mujo/bench/record"
	"mujo/engine"
	"mujo/engine/rules"
)

// A boardSet is what the script needs to draw a variant.
type boardSet struct {
	Name  string   `json:"name"`
	Files int      `json:"files"`
	Ranks int      `json:"ranks"`
	Kinds [][3]any `json:"kinds"` // kanji, letters, whether promoted; 0 is none
	Hands []int    `json:"hands"` // kinds that may be in hand
	rules *rules.Rules
	where map[engine.Square]int // cell of a square
}

// A gameData is a game for the script.
type gameData struct {
	Number  int      `json:"n"`
	Black   string   `json:"b"`
	White   string   `json:"w"`
	Result  string   `json:"r"`
	Reason  string   `json:"why"`
	Variant string   `json:"v"`
	Start   []int    `json:"start,omitempty"` // kind*2+color by cell, 0 for none; runs of n free cells as -n
	Hands   []int    `json:"hands,omitempty"` // at the start: Black's, then White's
	Moves   []moveUp `json:"moves,omitempty"`
	Opening int      `json:"opening"` // moves of the opening
}

// A moveUp is what a move changes.
type moveUp struct {
	Text  string `json:"t"`
	Cells []int  `json:"c"`           // cell, what stands there then
	Marks []int  `json:"m"`           // cells to mark
	Hands []int  `json:"h,omitempty"` // all counts, if they changed
	Note  string `json:"i,omitempty"`
}

func newBoardSet(r *rules.Rules) *boardSet {
	b := &boardSet{Name: r.Name, Files: r.Files, Ranks: r.Ranks, rules: r, where: map[engine.Square]int{}}
	for i := range r.Kinds {
		k := &r.Kinds[i]
		if i == 0 {
			b.Kinds = append(b.Kinds, [3]any{"", "", 0})
			continue
		}
		kanji, _, _ := strings.Cut(k.Sheet.Kanji, "/")
		promoted := 0
		if k.Promoted {
			promoted = 1
		}
		b.Kinds = append(b.Kinds, [3]any{kanji, strings.Trim(k.Token, "{}"), promoted})
	}
	for _, k := range r.HandKinds {
		b.Hands = append(b.Hands, int(k))
	}
	for i, sq := range r.Squares {
		b.where[sq] = i
	}
	return b
}

func cellOf(pc engine.Piece) int {
	if pc == engine.Empty {
		return 0
	}
	return int(pc.Kind())*2 + int(pc.Color())
}

// cells is the board as numbers, by cell.
func (b *boardSet) cells(p *engine.Position) []int {
	out := make([]int, len(b.rules.Squares))
	for i, sq := range b.rules.Squares {
		out[i] = cellOf(p.At(sq))
	}
	return out
}

func (b *boardSet) hands(p *engine.Position) []int {
	var out []int
	for _, c := range []engine.Color{engine.Black, engine.White} {
		for slot := range b.rules.HandKinds {
			out = append(out, p.Hand(c, slot))
		}
	}
	return out
}

// squeeze writes runs of free cells as one negative number.
func squeeze(cells []int) []int {
	var out []int
	for _, c := range cells {
		switch {
		case c != 0:
			out = append(out, c)
		case len(out) > 0 && out[len(out)-1] < 0:
			out[len(out)-1]--
		default:
			out = append(out, -1)
		}
	}
	return out
}

// game makes the data of a game, and those of its variant if it is the first.
// A game that cannot be replayed goes without moves.
func (s *Source) game(g *record.Game, sets map[string]*boardSet) *gameData {
	d := &gameData{Number: g.Number, Black: g.Black, White: g.White, Result: g.Result, Reason: g.Reason, Variant: g.Variant, Opening: len(g.Opening.Moves)}
	if g.Detail != "" {
		d.Reason += " (" + g.Detail + ")"
	}
	b := sets[g.Variant]
	if b == nil {
		if s.Rules == nil {
			return d
		}
		r, err := s.Rules(g.Variant)
		if err != nil {
			return d
		}
		b = newBoardSet(r)
		sets[g.Variant] = b
	}
	var before, hands []int
	_, err := record.Replay(b.rules, g, func(p *engine.Position, m engine.Move, i int) error {
		if i == 0 {
			before, hands = b.cells(p), b.hands(p)
			d.Start, d.Hands = squeeze(before), hands
		}
		up := moveUp{Text: record.Hodges(p, m), Note: note(g.Ply(i)), Marks: b.marks(p, m)}
		p.Make(m)
		for cell, now := range b.cells(p) {
			if now != before[cell] {
				up.Cells = append(up.Cells, cell, now)
				before[cell] = now
			}
		}
		if h := b.hands(p); fmt.Sprint(h) != fmt.Sprint(hands) {
			up.Hands, hands = h, h
		}
		p.Unmake()
		d.Moves = append(d.Moves, up)
		return nil
	})
	if err != nil {
		d.Moves = nil
	}
	return d
}

// marks are the squares a move names.
func (b *boardSet) marks(p *engine.Position, m engine.Move) []int {
	var out []int
	if !m.IsDrop() {
		out = append(out, b.where[m.From()])
	}
	first, second := p.Stops(m)
	for _, sq := range []engine.Square{first, second} {
		if sq != 0 {
			out = append(out, b.where[sq])
		}
	}
	return append(out, b.where[m.To()])
}

// note is what the player said of its move.
func note(p *record.Ply) string {
	if p == nil {
		return ""
	}
	var parts []string
	switch {
	case p.Mate != nil:
		parts = append(parts, fmt.Sprintf("mate in %d", *p.Mate))
	case p.Score != nil:
		parts = append(parts, fmt.Sprintf("%+.2f", float64(*p.Score)/100))
	}
	if p.Depth > 0 {
		parts = append(parts, fmt.Sprintf("depth %d", p.Depth))
	}
	if p.Nodes > 0 {
		parts = append(parts, fmt.Sprintf("%d nodes", p.Nodes))
	}
	parts = append(parts, fmt.Sprintf("%.2f s", p.Time/1000))
	return strings.Join(parts, ", ")
}
