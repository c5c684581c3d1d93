package engine

import (
	"fmt"
	"slices"
	"strings"

	"mujo/engine/rules"
)

// MoveText returns the canonical USI text of a move: the squares it names,
// "+" for a promotion, or the piece, "*" and the square of a drop. A piece
// with a name of several letters is dropped in braces.
func (p *Position) MoveText(m Move) string {
	r := p.r
	if m == NoMove {
		return "null"
	}
	if m.IsDrop() {
		kind := m.Dropped()
		if m.Promotes() {
			kind = r.Kinds[kind].Promotes
		}
		return PieceText(r, rules.MakePiece(kind, Black)) + "*" + r.SquareText(m.To())
	}
	var b strings.Builder
	b.WriteString(r.SquareText(m.From()))
	first, second := p.Stops(m)
	if first != 0 {
		b.WriteString(r.SquareText(first))
	}
	if second != 0 {
		b.WriteString(r.SquareText(second))
	}
	b.WriteString(r.SquareText(m.To()))
	if m.Promotes() {
		b.WriteByte('+')
	}
	return b.String()
}

// ParseMove reads a legal move in any spelling: stops over free squares may
// be named or left out, a trailing "=" declines a promotion, the letter of a
// drop may be of either case. An error names the token and what is wrong.
func (p *Position) ParseMove(s string) (Move, error) {
	if strings.Contains(s, "*") {
		return p.parseDrop(s)
	}
	r := p.r
	text, declined := strings.CutSuffix(s, "=")
	body, plus := strings.CutSuffix(text, "+")
	if declined && plus {
		return NoMove, fmt.Errorf("move %q: %q after %q, expected one of them", s, "=", "+")
	}
	turned := false
	if r.Promotion.Flips && strings.HasSuffix(body, "-") { // turned back, as some programs write it
		body, turned = strings.TrimSuffix(body, "-"), true
	}
	var squares []Square
	for rest := body; rest != ""; {
		sq, n, ok := scanSquare(r, rest)
		if !ok {
			return NoMove, fmt.Errorf("move %q: got %q, expected a square from 1a to %s", s, rest, r.SquareText(r.At(0, r.Ranks-1)))
		}
		squares = append(squares, sq)
		rest = rest[n:]
	}
	if len(squares) < 2 || len(squares) > 4 {
		return NoMove, fmt.Errorf("move %q: %d squares, expected 2 to 4", s, len(squares))
	}
	from, to := squares[0], squares[len(squares)-1]
	if pc := p.board[from]; pc == Empty || pc.Color() != p.side {
		return NoMove, fmt.Errorf("move %q: no piece of %s on %s", s, p.side, r.SquareText(from))
	}
	if !p.plausible(squares) {
		return NoMove, fmt.Errorf("move %q: the piece on %s cannot stop there", s, r.SquareText(from))
	}
	takes, last := p.effect(squares[1:])
	for _, m := range p.GenerateLegal(nil) {
		if m.IsDrop() || m.From() != from || m.To() != to || m.Promotes() != (plus || turned) {
			continue
		}
		first, second := p.Stops(m)
		t, l := p.effect([]Square{first, second, to})
		if slices.Equal(t, takes) && l == last {
			return m, nil
		}
	}
	return NoMove, fmt.Errorf("move %q is not legal in this position", s)
}

// plausible reports whether the piece on the first square could go by way of
// those between to the last: the stops of a walk or a lion, or the corner of a
// hook. What is captured on the way is for the list of moves to say.
func (p *Position) plausible(squares []Square) bool {
	from, n := squares[0], len(squares)-1
	if n == 1 {
		return squares[1] != from // a pass names the square it steps to
	}
	for _, stop := range squares[1:n] {
		if stop != from && p.board[stop]&p.side.Flag() != 0 {
			return false
		}
	}
	m := p.mover(from, p.board[from])
	walks := func(dirs rules.DirSet) bool {
		for i := range n {
			d, dist, ok := p.direction(squares[i], squares[i+1])
			if !ok || dist != 1 || !dirs.Has(d) {
				return false
			}
		}
		return true
	}
	if n == 2 {
		d, dist, ok := p.direction(from, squares[1])
		if m.Lion && walks(rules.AllDirs) || m.Double != 0 && walks(m.Double) ||
			squares[2] == from && ok && dist == 1 && m.Igui.Has(d) ||
			ok && m.Hook.Has(d) && dist <= p.free(from, d) && p.turns(squares[1], squares[2], d) {
			return true
		}
	}
	return n <= int(m.Area) && walks(rules.AllDirs) || m.LineDirs != 0 && p.alongLine(squares, m)
}

// turns reports whether a hook mover that came to corner in direction d turns
// there for to.
func (p *Position) turns(corner, to Square, d rules.Dir) bool {
	e, dist, ok := p.direction(corner, to)
	left, right := rules.Turns(d)
	return ok && (e == left || e == right) && dist <= p.free(corner, e)+1
}

// alongLine reports whether a line lion can stop on the squares in turn: all
// on one side of its start, with no more single steps than it has.
func (p *Position) alongLine(squares []Square, m *rules.Mover) bool {
	from, at, left := squares[0], 0, int(m.LineSteps)
	var line rules.DirSet
	for _, sq := range squares[1:] {
		to := 0
		if sq != from {
			d, dist, ok := p.direction(from, sq)
			if !ok || !m.LineDirs.Has(d) || line != 0 && !line.Has(d) {
				return false
			}
			line, to = 1<<d, dist
		}
		if to == at {
			return false
		}
		left -= max(to-at, at-to)
		at = to
	}
	return left >= 0
}

// effect returns the enemy pieces that a move stopping on squares takes, in
// order of square, and what the last infection turns the mover into.
func (p *Position) effect(squares []Square) (takes []Square, becomes Kind) {
	for _, sq := range squares {
		pc := p.board[sq]
		if sq == 0 || pc == Empty || pc.Color() == p.side || slices.Contains(takes, sq) {
			continue
		}
		takes = append(takes, sq)
		if k := p.contagion(sq); k != 0 {
			becomes = k
		}
	}
	slices.Sort(takes)
	return takes, becomes
}

func (p *Position) parseDrop(s string) (Move, error) {
	r := p.r
	name, square, _ := strings.Cut(s, "*")
	to, err := parseSquare(r, square)
	if err != nil {
		return NoMove, fmt.Errorf("drop %q: %w", s, err)
	}
	name = strings.ToUpper(name)
	if strings.Contains(name, "{") {
		name = strings.NewReplacer("{", "", "}", "").Replace(name)
	}
	kind, ok := r.KindByToken(name)
	if !ok {
		return NoMove, fmt.Errorf("drop %q: unknown piece %q", s, name)
	}
	want := PieceText(r, rules.MakePiece(kind, Black)) + "*" + r.SquareText(to)
	for _, m := range p.GenerateLegal(nil) {
		if m.IsDrop() && m.To() == to && p.MoveText(m) == want {
			return m, nil
		}
	}
	return NoMove, fmt.Errorf("drop %q is not legal in this position", s)
}
