package variants

import (
	"fmt"
	"slices"
	"strings"
)

var (
	orthogonals = []string{"F", "B", "L", "R"}
	diagonals   = []string{"FL", "FR", "BL", "BR"}
	allDirs     = []string{"F", "B", "L", "R", "FL", "FR", "BL", "BR"}
)

// kinds lists the kinds of move with the fields that apply to each; those
// that it cannot do without carry a "!".
var kinds = [...]struct{ name, fields string }{
	{Slide, "dirs! max only_from"},
	{Jump, "to!"},
	{Lion, ""},
	{LionLine, "dirs! steps!"},
	{DoubleStep, "dirs!"},
	{Hook, "first! turn!"},
	{Area, "steps! pass"},
	{RangeJump, "dirs!"},
	{RangeCapture, "dirs!"},
	{SkipSlide, "dirs! from! max"},
	{HopSlide, "dirs! over"},
	{Igui, "dirs!"},
	{Burn, ""},
	{UniversalLeap, ""},
}

// reach is how far a jump may go in one coordinate.
const reach = 3

func (c *checker) moves(place string, moves []Move) {
	if len(moves) == 0 {
		c.addf("%s: moves: missing; want at least one", place)
	}
	for i := range moves {
		m := &moves[i]
		place := fmt.Sprintf("%s: move %d", place, i+1)
		k := slices.IndexFunc(kinds[:], func(k struct{ name, fields string }) bool { return k.name == m.Kind })
		if k < 0 {
			var names []string
			for _, k := range kinds {
				names = append(names, k.name)
			}
			c.addf("%s: unknown kind %q%s", place, m.Kind, suggestion(m.Kind, names))
			continue
		}
		c.move(place+" ("+m.Kind+")", m, strings.Fields(kinds[k].fields))
	}
}

// move checks a move to whose kind the given fields apply.
func (c *checker) move(place string, m *Move, fields []string) {
	for _, f := range []struct {
		name string
		set  bool
	}{
		{"dirs", m.Dirs != nil}, {"max", m.Max != 0}, {"from", m.From != 0}, {"to", m.To != nil},
		{"steps", m.Steps != 0}, {"pass", m.Pass}, {"first", m.First != nil}, {"turn", m.Turn != ""},
		{"over", m.Over != 0}, {"only_from", m.OnlyFrom != ""},
	} {
		needed := slices.Contains(fields, f.name+"!")
		switch {
		case needed && !f.set:
			c.addf("%s: %s: missing", place, f.name)
		case f.set && !needed && !slices.Contains(fields, f.name):
			c.addf("%s: %s does not apply to this kind", place, f.name)
		}
	}
	c.directions(place+": dirs", m.Dirs, allDirs)
	c.between(place+": max", m.Max, 0, maxSize-1)
	c.between(place+": over", m.Over, 0, maxSize-2)
	c.oneOf(place+": only_from", m.OnlyFrom, true, "last_rank")
	switch m.Kind {
	case Jump:
		c.jumps(place+": to", m.To)
	case LionLine:
		c.number(place+": steps", m.Steps, 2, 3)
	case Area:
		c.number(place+": steps", m.Steps, 1, 3)
	case Hook:
		family := allDirs
		switch m.Turn {
		case "orthogonal":
			family = orthogonals
		case "diagonal":
			family = diagonals
		default:
			c.oneOf(place+": turn", m.Turn, true, "orthogonal", "diagonal")
		}
		c.directions(place+": first", m.First, family)
	case SkipSlide:
		c.number(place+": from", m.From, 2, maxSize-1)
		if m.Max != 0 && m.Max < m.From {
			c.addf("%s: max: got %d, want 0 or at least from, which is %d", place, m.Max, m.From)
		}
	}
}

// number checks a number that a move needs; that it is missing has been said.
func (c *checker) number(place string, n, low, high int) {
	if n != 0 {
		c.between(place, n, low, high)
	}
}

func (c *checker) directions(place string, dirs, known []string) {
	for i, d := range dirs {
		if !slices.Contains(known, d) {
			c.addf("%s: unknown direction %q; want one of %s", place, d, strings.Join(known, " "))
		}
		if slices.Contains(dirs[:i], d) {
			c.addf("%s: %q occurs twice", place, d)
		}
	}
}

func (c *checker) jumps(place string, to [][2]int) {
	for i, d := range to {
		if d == [2]int{} || max(d[0], -d[0], d[1], -d[1]) > reach {
			c.addf("%s: %v; want two numbers from %d to %d, not both 0", place, d, -reach, reach)
		}
		if slices.Contains(to[:i], d) {
			c.addf("%s: %v occurs twice", place, d)
		}
	}
}
