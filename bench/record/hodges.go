package record

import (
	"fmt"
	"slices"
	"strings"

	"mujo/engine"
	"mujo/engine/rules"
)

// Hodges' notation names the piece, "-" or "x", and where it goes: P-8h,
// ORx7c+. A "+" before the piece says that it is promoted, one behind the move
// that it promotes, and "=" that it could have. What a piece takes on its way
// comes in order (Lnx9dx10e, Lnx9d-10e), what it takes without moving and what
// it burns behind a "!" (Lnx!9d, FiDx15kx!14j,15j), and a "*" ends a move into
// the fire. The start follows the piece where the rest fits several moves. A
// drop is P*5e. A pass, for which Hodges has no sign, is a move to where the
// piece stands.

// pieceName is the letters of a piece.
func pieceName(r *rules.Rules, k engine.Kind) string {
	info := &r.Kinds[k]
	if info.Promoted {
		return "+" + strings.TrimPrefix(r.Kinds[info.Base].Sheet.Abbrev, "+")
	}
	return info.Sheet.Abbrev
}

// Hodges writes a legal move of p in Hodges' notation.
func Hodges(p *engine.Position, m engine.Move) string {
	return hodges(p, m, p.GenerateLegal(nil))
}

func hodges(p *engine.Position, m engine.Move, legal []engine.Move) string {
	if m.IsDrop() {
		return hodgesDrop(p, m)
	}
	r := p.Rules()
	name, path := pieceName(r, p.At(m.From()).Kind()), hodgesPath(p, m, legal)
	for _, o := range legal {
		if o != m && !o.IsDrop() && o.To() == m.To() && o.From() != m.From() || o != m && o.From() != m.From() && m.HasStops() {
			if o.IsDrop() || pieceName(r, p.At(o.From()).Kind()) != name {
				continue
			}
			if hodgesPath(p, o, legal) == path {
				return name + r.SquareText(m.From()) + path
			}
		}
	}
	return name + path
}

func hodgesDrop(p *engine.Position, m engine.Move) string {
	r := p.Rules()
	kind := m.Dropped()
	if m.Promotes() {
		kind = r.Kinds[kind].Promotes
	}
	return pieceName(r, kind) + "*" + r.SquareText(m.To())
}

// hodgesPath is all of a move behind the piece.
func hodgesPath(p *engine.Position, m engine.Move, legal []engine.Move) string {
	r := p.Rules()
	first, second := p.Stops(m)
	var b strings.Builder
	igui := m.From() == m.To() && second == 0 && first != 0 && p.At(first) != engine.Empty
	for _, sq := range []engine.Square{first, second} {
		switch {
		case sq == 0 || sq == first && m.From() == m.To() && p.At(sq) == engine.Empty && second == 0:
			// A pass says nothing of the square it goes by.
		case igui:
			b.WriteString("x!" + r.SquareText(sq))
		case p.At(sq) != engine.Empty:
			b.WriteString("x" + r.SquareText(sq))
		default:
			b.WriteString("-" + r.SquareText(sq))
		}
	}
	if !igui {
		sign := "-"
		if m.From() != m.To() && p.At(m.To()) != engine.Empty {
			sign = "x"
		}
		b.WriteString(sign + r.SquareText(m.To()))
	}
	burned, suicide := burnedBy(p, m)
	if len(burned) > 0 {
		b.WriteString("x!" + strings.Join(burned, ","))
	}
	switch {
	case m.Promotes():
		b.WriteByte('+')
	case r.Kinds[p.At(m.From()).Kind()].Promotes != 0 && couldPromote(m, legal):
		b.WriteByte('=')
	}
	if suicide {
		b.WriteByte('*')
	}
	return b.String()
}

// couldPromote reports whether the same move with a promotion is legal.
func couldPromote(m engine.Move, legal []engine.Move) bool {
	return slices.ContainsFunc(legal, func(o engine.Move) bool {
		return o.Promotes() && o.From() == m.From() && o.To() == m.To() && !o.IsDrop()
	})
}

// burnedBy lists what burns when m comes to rest, and reports whether that is
// the mover.
func burnedBy(p *engine.Position, m engine.Move) (squares []string, suicide bool) {
	r := p.Rules()
	if !r.HasBurn {
		return nil, false
	}
	us := p.Side()
	var beside []engine.Square
	for _, delta := range r.Delta {
		sq := engine.Square(int(m.To()) + int(delta))
		if pc := p.At(sq); pc != engine.Empty && pc != rules.Guard && pc.Color() != us {
			beside = append(beside, sq)
		}
	}
	first, second := p.Stops(m)
	p.Make(m)
	for _, sq := range beside {
		if p.At(sq) == engine.Empty && sq != first && sq != second {
			squares = append(squares, r.SquareText(sq))
		}
	}
	suicide = p.At(m.To()) == engine.Empty
	p.Unmake()
	slices.Sort(squares)
	return squares, suicide
}

// ParseHodges reads a legal move of p. The start may be given where it need
// not be, "=" may be left out, and the captured square of a burn too.
func ParseHodges(p *engine.Position, text string) (engine.Move, error) {
	legal := p.GenerateLegal(nil)
	r := p.Rules()
	var found []engine.Move
	for _, m := range legal {
		if m.IsDrop() {
			if hodgesDrop(p, m) == text {
				found = append(found, m)
			}
			continue
		}
		name := pieceName(r, p.At(m.From()).Kind())
		rest, ok := strings.CutPrefix(text, name)
		if !ok || !strings.Contains(rest, r.SquareText(m.To())) && m.From() != m.To() {
			continue
		}
		path := hodgesPath(p, m, legal)
		rest = strings.TrimPrefix(rest, r.SquareText(m.From()))
		if rest == path || rest == strings.TrimSuffix(path, "=") || rest == strings.Replace(path, "=*", "*", 1) {
			found = append(found, m)
		}
	}
	// A move that needs its start and has none fits several; an exact text is
	// worth more than one that fits loosely.
	if len(found) > 1 {
		for _, m := range found {
			if hodges(p, m, legal) == text {
				return m, nil
			}
		}
		return engine.NoMove, fmt.Errorf("move %q fits %d moves", text, len(found))
	}
	if len(found) == 0 {
		return engine.NoMove, fmt.Errorf("move %q is not legal in this position", text)
	}
	return found[0], nil
}
