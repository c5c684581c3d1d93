package main

import (
	"fmt"
	"strings"

	"mujo/variants"
)

// moveWords says in a sentence each what a piece can do.
func moveWords(moves []variants.Move) []string {
	var words []string
	for _, m := range mergeSlides(moves) {
		words = append(words, moveText(m)+".")
	}
	return words
}

// mergeSlides joins slides that go equally far, which a sheet may list apart.
func mergeSlides(moves []variants.Move) []variants.Move {
	var merged []variants.Move
next:
	for _, m := range moves {
		for i := range merged {
			o := &merged[i]
			if m.Kind == variants.Slide && o.Kind == m.Kind && o.Max == m.Max && o.OnlyFrom == m.OnlyFrom {
				o.Dirs = append(o.Dirs[:len(o.Dirs):len(o.Dirs)], m.Dirs...)
				continue next
			}
		}
		merged = append(merged, m)
	}
	return merged
}

func moveText(m variants.Move) string {
	dirs := dirWords(m.Dirs)
	switch m.Kind {
	case variants.Slide:
		text := ""
		switch m.Max {
		case 0:
			text = "Slides any distance " + dirs
		case 1:
			text = "Steps one square " + dirs
		default:
			text = fmt.Sprintf("Slides up to %d squares %s", m.Max, dirs)
		}
		if m.OnlyFrom == "last_rank" {
			text += ", only while it stands on the last rank"
		}
		return text
	case variants.Jump:
		return "Jumps " + jumpWords(m.To)
	case variants.Lion:
		return "Lion: takes up to two steps of a king in one turn and may capture on both; so it may capture beside it and come back (igui), or step out and back to pass. It may also jump to any square within two"
	case variants.LionLine:
		return fmt.Sprintf("Lion power in a line: up to %d steps %s, capturing on any of them, also back again, or to capture in place (igui) or pass; it may jump there too", m.Steps, dirs)
	case variants.DoubleStep:
		return "Takes one or two steps, each " + dirs + ", and may capture on both, capture in place (igui) or pass"
	case variants.Hook:
		return fmt.Sprintf("Hook: slides any distance %s, and may then turn once by a right angle and slide on %sly", dirWords(m.First), m.Turn)
	case variants.Area:
		text := fmt.Sprintf("Area move: up to %d steps of a king over free squares, turning at will and ending at a capture", m.Steps)
		if m.Pass {
			text += "; it may walk back to where it began, which passes"
		}
		return text
	case variants.RangeJump:
		return "Range jump: slides any distance " + dirs + "; to capture it may pass over any number of pieces of lower rank"
	case variants.RangeCapture:
		return "Range capture: flies any distance " + dirs + " and takes all that it flies over, of either side, as long as each is of lower rank"
	case variants.SkipSlide:
		text := fmt.Sprintf("Goes to the %s square %s whatever stands before it, and slides on from there", ordinal(m.From), dirs)
		switch {
		case m.Max == m.From:
			text = fmt.Sprintf("Jumps to the %s square %s", ordinal(m.From), dirs)
		case m.Max > 0:
			text += fmt.Sprintf(" to the %s at most", ordinal(m.Max))
		}
		return text
	case variants.HopSlide:
		over := "any number of pieces"
		if m.Over == 1 {
			over = "one piece"
		} else if m.Over > 1 {
			over = fmt.Sprintf("up to %d pieces", m.Over)
		}
		return fmt.Sprintf("Slides any distance %s, and may jump over %s on the way", dirs, over)
	case variants.Igui:
		return "Captures in place (igui) on the next square " + dirs
	case variants.Burn:
		return "Burns: where its move ends, all enemies beside it are removed, and so is any enemy that comes to stand beside it"
	case variants.UniversalLeap:
		return "Goes to any empty square of the board; captures only what the enemy does not protect"
	}
	return "Moves by " + m.Kind + " " + dirs
}

// dirWords puts directions in words, the fewest it can.
func dirWords(dirs []string) string {
	has := make(map[string]bool, len(dirs))
	for _, d := range dirs {
		has[d] = true
	}
	var words []string
	for _, g := range []struct {
		dirs, words string
	}{
		{"F B L R FL FR BL BR", "in any direction"},
		{"F B L R", "orthogonally"},
		{"FL FR BL BR", "diagonally"},
		{"F B", "forward or back"},
		{"F", "forward"},
		{"B", "back"},
		{"L R", "sideways"},
		{"L", "to the left"},
		{"R", "to the right"},
		{"FL FR", "diagonally forward"},
		{"BL BR", "diagonally back"},
		{"FL", "diagonally forward to the left"},
		{"FR", "diagonally forward to the right"},
		{"BL", "diagonally back to the left"},
		{"BR", "diagonally back to the right"},
	} {
		all := true
		parts := strings.Fields(g.dirs)
		for _, d := range parts {
			all = all && has[d]
		}
		if all {
			words = append(words, g.words)
			for _, d := range parts {
				delete(has, d)
			}
		}
	}
	return orList(words)
}

// orList joins words as in "a, b or c".
func orList(words []string) string {
	n := len(words)
	if n < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n-1], ", ") + " or " + words[n-1]
}

func ordinal(n int) string {
	names := [...]string{2: "second", 3: "third", 4: "fourth", 5: "fifth"}
	if n >= 2 && n < len(names) {
		return names[n]
	}
	return fmt.Sprintf("%dth", n)
}

// jumpWords says where jumps go: along lines by distance and direction,
// elsewhere by squares forward or back and aside.
func jumpWords(to [][2]int) string {
	lines := map[int][]string{} // by distance
	aside := map[[2]int]int{}   // squares aside and ahead -> 1 left, 2 right
	longest := 0
	for _, t := range to {
		dx, dy := t[0], t[1]
		if d := direction(dx, dy); d != "" {
			n := max(dx, -dx, dy, -dy)
			lines[n] = append(lines[n], d)
			longest = max(longest, n)
			continue
		}
		side := 2
		if dx < 0 {
			side = 1
		}
		aside[[2]int{max(dx, -dx), dy}] |= side
	}
	var words []string
	for n := range longest + 1 {
		switch {
		case len(lines[n]) == 0:
		case n == 1:
			words = append(words, "to the next square "+dirWords(lines[n]))
		default:
			words = append(words, "to the "+ordinal(n)+" square "+dirWords(lines[n]))
		}
	}
	for _, t := range to { // in the order of the sheet
		at := [2]int{max(t[0], -t[0]), t[1]}
		if side := aside[at]; side != 0 {
			delete(aside, at)
			words = append(words, asideWords(at[0], at[1], side))
		}
	}
	return orList(words)
}

func asideWords(dx, dy, side int) string {
	way := "forward"
	if dy < 0 {
		way, dy = "back", -dy
	}
	aside := [...]string{1: "to the left", 2: "to the right", 3: "to either side"}
	return fmt.Sprintf("%d %s and %d %s", dy, way, dx, aside[side])
}

// direction names the direction of a jump along a line, "" for any other.
func direction(dx, dy int) string {
	if dx != 0 && dy != 0 && dx != dy && dx != -dy {
		return ""
	}
	d := ""
	switch {
	case dy > 0:
		d = "F"
	case dy < 0:
		d = "B"
	}
	switch {
	case dx > 0:
		d += "R"
	case dx < 0:
		d += "L"
	}
	return d
}
