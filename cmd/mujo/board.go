package main

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"

	"mujo/engine"
	"mujo/engine/rules"
	"mujo/usi"
)

// drawBoard writes the board as Black sees it, with coordinates and hands: by
// the letters of positions, or by kanji.
func drawBoard(out *bufio.Writer, p *engine.Position, letters bool) {
	if letters {
		out.WriteString(usi.Board(p))
		return
	}
	drawKanji(out, p)
}

// kanjiWidth is the columns of a square: two marks and two kanji.
const kanjiWidth = 6

// drawKanji names a piece by two kanji, with a v before White's and a + before
// promoted ones.
func drawKanji(out *bufio.Writer, p *engine.Position) {
	r := p.Rules()
	files := func() {
		out.WriteString("   ")
		for x := range r.Files {
			out.WriteString(pad(strconv.Itoa(r.Files-x), kanjiWidth))
		}
		out.WriteByte('\n')
	}
	drawHand(out, p, engine.White)
	files()
	for y := range r.Ranks {
		rank := strings.TrimLeft(r.SquareText(r.At(0, y)), "0123456789")
		fmt.Fprintf(out, "%2s ", rank)
		for x := range r.Files {
			text := ". "
			if pc := p.At(r.At(x, y)); pc != engine.Empty {
				text = kanji(r, pc)
			}
			out.WriteString(pad(text, kanjiWidth))
		}
		fmt.Fprintf(out, " %s\n", rank)
	}
	files()
	drawHand(out, p, engine.Black)
}

// pad puts blanks before text so that it takes width columns.
func pad(text string, width int) string {
	return strings.Repeat(" ", max(width-columns(text), 0)) + text
}

// columns is the width of text in a terminal, where kanji take two columns.
func columns(text string) int {
	n := 0
	for _, c := range text {
		n++
		if c >= 0x2e80 { // CJK and full-width forms
			n++
		}
	}
	return n
}

func kanji(r *rules.Rules, pc engine.Piece) string {
	k := &r.Kinds[pc.Kind()]
	text := ""
	if k.Promoted {
		text = "+"
	}
	if pc.Color() == engine.White {
		text += "v"
	}
	name, _, _ := strings.Cut(k.Sheet.Kanji, "/")
	letters := []rune(name)
	switch {
	case len(letters) > 2:
		letters = letters[:2]
	case len(letters) == 1:
		letters = append(letters, ' ', ' ')
	}
	return text + string(letters)
}

// drawHand writes what c holds, if the game has hands.
func drawHand(out *bufio.Writer, p *engine.Position, c engine.Color) {
	r := p.Rules()
	if !r.HasDrops {
		return
	}
	var held []string
	for slot, k := range r.HandKinds {
		if n := p.Hand(c, slot); n > 0 {
			kind := r.Kinds[k].Sheet
			text := kind.Kanji + " " + kind.Abbrev
			if n > 1 {
				text += " x" + strconv.Itoa(n)
			}
			held = append(held, text)
		}
	}
	fmt.Fprintf(out, "%s holds: %s\n", colorName(c), orDash(strings.Join(held, ", ")))
}

func colorName(c engine.Color) string { return capitalise(c.String()) }
