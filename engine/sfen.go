package engine

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"mujo/engine/rules"
)

// ParseSFEN reads a position: board, side to move, hands (or, where the rules
// limit the capture of lions, the square of a lion just taken by a non-lion)
// and move number. The last two fields may be missing. An error names the
// token and what was expected.
func ParseSFEN(r *rules.Rules, sfen string) (*Position, error) {
	fields := strings.Fields(sfen)
	if len(fields) == 0 {
		return nil, errors.New("empty SFEN: expected BOARD TURN HAND NUMBER")
	}
	if len(fields) > 4 {
		return nil, fmt.Errorf("SFEN: unexpected %q after the move number", fields[4])
	}
	p := empty(r)
	if err := p.parseBoard(fields[0]); err != nil {
		return nil, fmt.Errorf("SFEN board: %w", err)
	}
	if len(fields) > 1 {
		switch fields[1] {
		case "b":
		case "w":
			p.side = White
		default:
			return nil, fmt.Errorf("SFEN turn: got %q, expected b or w", fields[1])
		}
	}
	if len(fields) > 2 {
		if err := p.parseHand(fields[2]); err != nil {
			return nil, fmt.Errorf("SFEN hand: %w", err)
		}
	}
	if len(fields) > 3 {
		if n, err := strconv.Atoi(fields[3]); err == nil && n > 0 {
			p.ply = n // hosts' nonsense here is ignored
		}
	}
	for c := range p.crowned {
		p.crowned[c] = p.Royals(Color(c)) > 0
	}
	p.key = p.computeKey()
	return p, nil
}

// parseBoard reads the ranks, from White's back rank down.
func (p *Position) parseBoard(s string) error {
	r := p.r
	ranks := strings.Split(s, "/")
	if len(ranks) != r.Ranks {
		return fmt.Errorf("got %d ranks, expected %d", len(ranks), r.Ranks)
	}
	for y, text := range ranks {
		x := 0
		for i := 0; i < len(text); {
			switch c := text[i]; {
			case c >= '0' && c <= '9':
				j := i
				for j < len(text) && text[j] >= '0' && text[j] <= '9' {
					j++
				}
				n, err := strconv.Atoi(text[i:j])
				if err != nil || n == 0 || n > r.Files-x {
					return fmt.Errorf("rank %s: run of %s squares at column %d, expected 1 to %d", rankName(r, y), text[i:j], x+1, r.Files-x)
				}
				x += n
				i = j
			default:
				pc, n, err := parsePiece(r, text[i:])
				if err != nil {
					return fmt.Errorf("rank %s: %w", rankName(r, y), err)
				}
				if x == r.Files {
					return fmt.Errorf("rank %s: %q stands beyond the %d files", rankName(r, y), text[i:i+n], r.Files)
				}
				p.place(r.At(x, y), pc)
				x++
				i += n
			}
		}
		if x != r.Files {
			return fmt.Errorf("rank %s: %d files, expected %d", rankName(r, y), x, r.Files)
		}
	}
	return nil
}

func rankName(r *rules.Rules, y int) string {
	return strings.TrimLeft(r.SquareText(r.At(0, y)), "0123456789")
}

// parsePiece reads one piece at the start of s and returns its length.
func parsePiece(r *rules.Rules, s string) (Piece, int, error) {
	plus, rest := "", s
	if strings.HasPrefix(rest, "+") {
		plus, rest = "+", rest[1:]
	}
	if rest == "" {
		return 0, 0, errors.New(`"+" without a piece after it`)
	}
	name, n := rest[:1], 1
	if name == "{" {
		end := strings.IndexByte(rest, '}')
		if end < 0 {
			return 0, 0, fmt.Errorf("%q: expected a closing }", s)
		}
		name, n = rest[1:end], end+1
	}
	upper, lower := strings.ToUpper(name), strings.ToLower(name)
	c := Black
	switch {
	case name == upper && name == lower, name != upper && name != lower:
		return 0, 0, fmt.Errorf("%q: expected a piece all in upper or all in lower case", plus+rest[:n])
	case name == lower:
		c = White
	}
	kind, ok := r.KindByToken(plus + upper)
	if !ok {
		return 0, 0, fmt.Errorf("unknown piece %q in %s", plus+rest[:n], r.Name)
	}
	return rules.MakePiece(kind, c), len(plus) + n, nil
}

func (p *Position) parseHand(s string) error {
	r := p.r
	if s == "-" {
		return nil
	}
	if !r.HasDrops {
		if r.Lions == nil {
			return fmt.Errorf("got %q, expected - as %s has no hands", s, r.Name)
		}
		sq, err := parseSquare(r, s)
		if err != nil {
			return fmt.Errorf("%w, or - (the square of a lion just taken)", err)
		}
		p.lionSquare = sq
		return nil
	}
	for i := 0; i < len(s); {
		n, j := 1, i
		for j < len(s) && s[j] >= '0' && s[j] <= '9' {
			j++
		}
		if j > i {
			var err error
			if n, err = strconv.Atoi(s[i:j]); err != nil || n == 0 || n > 99 {
				return fmt.Errorf("count %q, expected 1 to 99", s[i:j])
			}
		}
		if j == len(s) {
			return fmt.Errorf("%q: expected a piece after the count", s[i:])
		}
		pc, used, err := parsePiece(r, s[j:])
		if err != nil {
			return err
		}
		slot := r.HandSlot[pc.Kind()]
		if other := r.Kinds[pc.Kind()].Promotes; slot < 0 && r.EitherSide && other != 0 {
			slot = r.HandSlot[other] // the hand goes by its other side
		}
		if slot < 0 {
			return fmt.Errorf("%q cannot be in hand", s[j:j+used])
		}
		hand := &p.hands[pc.Color()][slot]
		if int(*hand)+n > 255 {
			return fmt.Errorf("too many of %q", s[j:j+used])
		}
		*hand += uint8(n)
		i = j + used
	}
	return nil
}

// parseSquare reads a square's name.
func parseSquare(r *rules.Rules, s string) (Square, error) {
	sq, n, ok := scanSquare(r, s)
	if !ok || n != len(s) {
		return 0, fmt.Errorf("got %q, expected a square from 1a to %s", s, r.SquareText(r.At(0, r.Ranks-1)))
	}
	return sq, nil
}

// scanSquare reads the square's name at the start of s and returns its length.
func scanSquare(r *rules.Rules, s string) (Square, int, bool) {
	i, file := 0, 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' && file <= r.Files {
		file = file*10 + int(s[i]-'0')
		i++
	}
	start, rank := i, 0
	for i < len(s) && s[i] >= 'a' && s[i] <= 'z' {
		rank = rank*26 + int(s[i]-'a') + 1
		i++
	}
	if start == 0 || i == start || i > start+2 || file < 1 || file > r.Files || rank < 1 || rank > r.Ranks {
		return 0, 0, false
	}
	return r.At(r.Files-file, rank-1), i, true
}

// computeKey works the hash out from nothing.
func (p *Position) computeKey() uint64 {
	r := p.r
	var key uint64
	for _, sq := range r.Squares {
		if pc := p.board[sq]; pc != Empty {
			key ^= r.Key(pc, sq)
		}
	}
	for c := range p.hands {
		for slot, n := range p.hands[c] {
			key ^= r.HandKey(Color(c), slot, 0) ^ r.HandKey(Color(c), slot, int(n))
		}
	}
	if p.side == White {
		key ^= r.SideKey
	}
	if p.lionSquare != 0 {
		key ^= r.LionKeys[p.lionSquare]
	}
	return key
}

// SFEN writes the position.
func (p *Position) SFEN() string {
	r := p.r
	var b strings.Builder
	for y := range r.Ranks {
		if y > 0 {
			b.WriteByte('/')
		}
		run := 0
		flush := func() {
			if run > 0 {
				b.WriteString(strconv.Itoa(run))
				run = 0
			}
		}
		for x := range r.Files {
			pc := p.board[r.At(x, y)]
			if pc == Empty {
				run++
				continue
			}
			flush()
			b.WriteString(PieceText(r, pc))
		}
		flush()
	}
	if p.side == Black {
		b.WriteString(" b ")
	} else {
		b.WriteString(" w ")
	}
	b.WriteString(p.handText())
	b.WriteByte(' ')
	b.WriteString(strconv.Itoa(p.ply))
	return b.String()
}

// PieceText returns the SFEN text of a piece.
func PieceText(r *rules.Rules, pc Piece) string {
	token := r.Kinds[pc.Kind()].Token
	name := strings.TrimPrefix(token, "+")
	plus := token[:len(token)-len(name)]
	if pc.Color() == White {
		name = strings.ToLower(name)
	}
	if len(name) > 1 {
		name = "{" + name + "}"
	}
	return plus + name
}

func (p *Position) handText() string {
	if p.lionSquare != 0 {
		return p.r.SquareText(p.lionSquare)
	}
	var b strings.Builder
	for c := range p.hands {
		for slot, n := range p.hands[c] {
			if n == 0 {
				continue
			}
			if n > 1 {
				b.WriteString(strconv.Itoa(int(n)))
			}
			b.WriteString(PieceText(p.r, rules.MakePiece(p.r.HandKinds[slot], Color(c))))
		}
	}
	if b.Len() == 0 {
		return "-"
	}
	return b.String()
}
