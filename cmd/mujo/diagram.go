package main

import (
	"strings"

	"mujo/variants"
)

// A diagram shows the squares up to reach away from a piece, as its owner
// sees them.
type diagram [2*reach + 1][2*reach + 1]byte

const reach = 3

// legend explains the signs of a diagram.
const legend = `In the diagrams @ is the piece, seen from its owner's side:
  o  may step or slide there        | - / \  slides without limit
  x  jumps there                    4 5 ...  slides so many squares
  L  lion power                     !        captures there without moving
  +  slides, and may turn once (hook)
  a  walks there over free squares (area move)
  >  slides, and jumps over lower ranks to capture (range jump)
  #  takes all that it flies over (range capture)
  :  slides from the second, third, ... square on, whatever stands before
  ^  slides, and may jump over pieces
  *  burns there`

// set marks the square dx to the right and dy ahead; a stronger power keeps
// its sign.
func (d *diagram) set(dx, dy int, sign byte, over bool) {
	if max(dx, -dx, dy, -dy) > reach {
		return
	}
	cell := &d[reach-dy][dx+reach]
	if *cell == 0 || over {
		*cell = sign
	}
}

// line marks the squares from the first to the last in each direction.
func (d *diagram) line(dirs []string, first, last int, sign byte, over bool) {
	for _, name := range dirs {
		dx, dy := delta(name)
		for n := first; n <= min(last, reach); n++ {
			d.set(n*dx, n*dy, sign, over)
		}
	}
}

// delta is the step in a direction of the sheet.
func delta(dir string) (dx, dy int) {
	for _, c := range dir {
		switch c {
		case 'F':
			dy = 1
		case 'B':
			dy = -1
		case 'L':
			dx = -1
		case 'R':
			dx = 1
		}
	}
	return dx, dy
}

// draw adds one power.
func (d *diagram) draw(m variants.Move) {
	switch m.Kind {
	case variants.Slide:
		d.drawSlide(m)
	case variants.Jump:
		for _, t := range m.To {
			d.set(t[0], t[1], 'x', true)
		}
	case variants.Lion:
		for dy := -2; dy <= 2; dy++ {
			for dx := -2; dx <= 2; dx++ {
				d.set(dx, dy, 'L', true)
			}
		}
	case variants.LionLine:
		d.line(m.Dirs, 1, m.Steps, 'L', true)
	case variants.DoubleStep:
		for _, a := range m.Dirs {
			for _, b := range m.Dirs {
				ax, ay := delta(a)
				bx, by := delta(b)
				d.set(ax, ay, 'L', true)
				d.set(ax+bx, ay+by, 'L', true)
			}
		}
	case variants.Hook:
		d.line(m.First, 1, reach, '+', true)
	case variants.Area:
		for dy := -m.Steps; dy <= m.Steps; dy++ {
			for dx := -m.Steps; dx <= m.Steps; dx++ {
				d.set(dx, dy, 'a', false)
			}
		}
	case variants.RangeJump:
		d.line(m.Dirs, 1, reach, '>', true)
	case variants.RangeCapture:
		d.line(m.Dirs, 1, reach, '#', true)
	case variants.SkipSlide:
		last := m.Max
		if last == 0 {
			last = reach
		}
		d.line(m.Dirs, m.From, last, ':', false)
	case variants.HopSlide:
		d.line(m.Dirs, 1, reach, '^', true)
	case variants.Igui:
		d.line(m.Dirs, 1, 1, '!', false)
	case variants.Burn:
		d.line([]string{"F", "B", "L", "R", "FL", "FR", "BL", "BR"}, 1, 1, '*', true)
	}
}

func (d *diagram) drawSlide(m variants.Move) {
	for _, name := range m.Dirs {
		dir := []string{name}
		switch {
		case m.Max == 0:
			signs := map[string]byte{"F": '|', "B": '|', "L": '-', "R": '-', "FL": '\\', "BR": '\\', "FR": '/', "BL": '/'}
			d.line(dir, 1, reach, signs[name], false)
		case m.Max <= reach:
			d.line(dir, 1, m.Max, 'o', false)
		default:
			d.line(dir, 1, reach-1, 'o', false)
			d.line(dir, reach, reach, "0123456789"[min(m.Max, 9)], false)
		}
	}
}

// numLayers is the number of layers of a diagram; the first lies on top.
const numLayers = 3

// layer keeps slides from covering the powers that go beyond them, and areas
// from covering either.
func layer(m variants.Move) int {
	switch m.Kind {
	case variants.Area:
		return 2
	case variants.Slide:
		return 1
	}
	return 0
}

// diagramOf draws a piece, a line a rank; nil for one that goes anywhere.
func diagramOf(moves []variants.Move) []string {
	var d diagram
	for turn := range numLayers {
		for _, m := range moves {
			if m.Kind == variants.UniversalLeap {
				return nil
			}
			if layer(m) == turn {
				d.draw(m)
			}
		}
	}
	d[reach][reach] = '@'
	var rows []string
	for _, row := range d {
		var b strings.Builder
		for x, sign := range row {
			if x > 0 {
				b.WriteByte(' ')
			}
			if sign == 0 {
				sign = '.'
			}
			b.WriteByte(sign)
		}
		rows = append(rows, b.String())
	}
	return rows
}
