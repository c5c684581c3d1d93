package usi

import (
	"fmt"
	"strings"

	"mujo/engine"
	"mujo/engine/rules"
)

// Board draws the board as Black sees it, in ASCII: files above, ranks at both
// sides, pieces by their names in positions, upper case for Black, lower case
// for White and with "+" when promoted, and the hands where there are any.
func Board(p *engine.Position) string {
	r := p.Rules()
	width := 2
	for _, k := range r.Kinds[1:] {
		width = max(width, len(bareName(k.Token))+1)
	}
	var b strings.Builder
	files := func() {
		b.WriteString("   ")
		for x := range r.Files {
			fmt.Fprintf(&b, "%*d", width, r.Files-x)
		}
		b.WriteByte('\n')
	}
	if r.HasDrops {
		fmt.Fprintf(&b, "White's hand: %s\n", hand(p, engine.White))
	}
	files()
	for y := range r.Ranks {
		rank := strings.TrimLeft(r.SquareText(r.At(0, y)), "0123456789")
		fmt.Fprintf(&b, "%2s ", rank)
		for x := range r.Files {
			text := "."
			if pc := p.At(r.At(x, y)); pc != engine.Empty {
				text = bareName(engine.PieceText(r, pc))
			}
			fmt.Fprintf(&b, "%*s", width, text)
		}
		b.WriteString("  " + rank + "\n")
	}
	files()
	if r.HasDrops {
		fmt.Fprintf(&b, "Black's hand: %s\n", hand(p, engine.Black))
	}
	return b.String()
}

// bareName is a piece's name without the braces that only a row of names
// needs.
func bareName(token string) string {
	return strings.NewReplacer("{", "", "}", "").Replace(token)
}

// hand lists what c holds.
func hand(p *engine.Position, c engine.Color) string {
	r := p.Rules()
	var held []string
	for slot, k := range r.HandKinds {
		if n := p.Hand(c, slot); n > 0 {
			text := bareName(engine.PieceText(r, rules.MakePiece(k, c)))
			if n > 1 {
				text = fmt.Sprintf("%s x%d", text, n)
			}
			held = append(held, text)
		}
	}
	if len(held) == 0 {
		return "-"
	}
	return strings.Join(held, ", ")
}
