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
	text := strings.TrimSuffix(s, "=")
	body, plus := strings.CutSuffix(text, "+")
	turned := false
	if r.Promotion.ByMove && strings.HasSuffix(body, "-") { // turned back, as some programs write it
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

// plausible reports whether a piece could stop on the squares named between
// its start and its end: each leg is a king step of a walking piece, stays on
// one line of a line lion, or turns a hook mover's corner.
func (p *Position) plausible(squares []Square) bool {
	if len(squares) == 2 {
		return true
	}
	m := p.mover(squares[0], p.board[squares[0]])
	legs := func(ok func(a, b Square) bool) bool {
		for i := range squares[1:] {
			if !ok(squares[i], squares[i+1]) {
				return false
			}
		}
		return true
	}
	step := func(a, b Square) bool { return a != b && p.near(a, b, 1) }
	if (m.Lion || m.Double != 0 || m.Area > 0 || m.Igui != 0) && legs(step) {
		return true
	}
	if m.LineDirs != 0 && legs(func(a, b Square) bool { _, n, ok := p.direction(a, b); return ok && n <= int(m.LineSteps) }) {
		return true
	}
	return m.Hook != 0 && len(squares) == 3 && p.board[squares[1]] == Empty &&
		legs(func(a, b Square) bool { _, _, ok := p.direction(a, b); return ok })
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
