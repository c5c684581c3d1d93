package reference

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// letter is the SFEN letter of a kind, with + only where no other stands for
// it, or "".
func (r *rules) letter(kind int16) string {
	id, plus := r.sheet.Pieces[kind].ID, ""
	for letter, of := range r.sheet.SFEN.Letters {
		if of != id {
			continue
		}
		if !strings.HasPrefix(letter, "+") {
			return letter
		}
		if plus == "" || letter < plus {
			plus = letter
		}
	}
	return plus
}

// token is a piece as it stands in a SFEN: its letter, or its abbreviation in
// braces if that is longer than a letter. A promoted piece is + and what it was.
func (r *rules) token(p piece) string {
	kind, plus := p.kind, ""
	if p.was != none {
		kind, plus = p.was, "+"
	}
	text := r.letter(kind)
	if text == "" || plus != "" && strings.HasPrefix(text, "+") {
		text = r.sheet.Pieces[kind].Abbrev
		if len(text) > 1 {
			text = "{" + text + "}"
		}
	}
	if p.side == black {
		return plus + strings.ToUpper(text)
	}
	return plus + strings.ToLower(text)
}

// untoken reads a piece, promoted or not, from its letter or abbreviation.
func (r *rules) untoken(text string, plus bool) (piece, error) {
	p := piece{kind: none, was: none, side: white}
	if text == strings.ToUpper(text) {
		p.side = black
	}
	lower := strings.ToLower(text)
	fail := fmt.Errorf("unknown piece %q", text)
	if inner, ok := strings.CutPrefix(lower, "{"); ok || len(r.sheet.SFEN.Letters) == 0 {
		inner = strings.TrimSuffix(inner, "}")
		kind, ok := r.abbrev[strings.ToUpper(inner)]
		if !ok {
			return p, fail
		}
		p.kind = kind
		if plus {
			p.kind, p.was = r.promotes[kind], kind
		}
	} else {
		if alias, ok := r.sheet.SFEN.Aliases[prefix(plus)+lower]; ok {
			plus = strings.HasPrefix(alias, "+")
			lower = strings.TrimPrefix(alias, "+")
		}
		id, ok := r.sheet.SFEN.Letters[prefix(plus)+lower]
		if !ok {
			return p, fail
		}
		p.kind = r.index[id]
		if plus && !r.flips() {
			p.was = r.index[r.sheet.SFEN.Letters[lower]]
		}
	}
	if p.kind == none {
		return p, fail
	}
	return p, nil
}

func prefix(plus bool) string {
	if plus {
		return "+"
	}
	return ""
}

// A reader takes a SFEN field apart.
type reader struct{ rest string }

// number reads digits, 0 if there are none.
func (r *reader) number() (int, error) {
	i := strings.IndexFunc(r.rest, func(c rune) bool { return !unicode.IsDigit(c) })
	if i < 0 {
		i = len(r.rest)
	}
	digits := r.rest[:i]
	r.rest = r.rest[i:]
	if digits == "" {
		return 0, nil
	}
	return strconv.Atoi(digits)
}

// piece reads what stands for one piece.
func (r *reader) piece() (text string, plus bool, err error) {
	r.rest, plus = strings.CutPrefix(r.rest, "+")
	n := min(1, len(r.rest))
	if strings.HasPrefix(r.rest, "{") {
		n = strings.Index(r.rest, "}") + 1
	}
	if n == 0 {
		return "", plus, fmt.Errorf("no piece in %q", r.rest)
	}
	text, r.rest = r.rest[:n], r.rest[n:]
	return text, plus, nil
}

// SetSFEN sets up a position. The third and fourth field may be missing. On an
// error the game is as before.
func (g *Game) SetSFEN(sfen string) error {
	fields := append(strings.Fields(sfen), "-", "1")
	if len(fields) < 4 {
		return fmt.Errorf("sfen %q: no side to move", sfen)
	}
	n := &Game{board: board{rules: g.rules}}
	n.clear()
	if err := n.setBoard(fields[0]); err != nil {
		return fmt.Errorf("sfen %q: %w", sfen, err)
	}
	switch fields[1] {
	case "b":
	case "w":
		n.turn = white
	default:
		return fmt.Errorf("sfen %q: side to move %q", sfen, fields[1])
	}
	if err := n.setThird(fields[2]); err != nil {
		return fmt.Errorf("sfen %q: %w", sfen, err)
	}
	if ply, err := strconv.Atoi(fields[3]); err == nil {
		n.ply = ply
	}
	*g = *n
	return nil
}

func (g *Game) setBoard(field string) error {
	rows := strings.Split(field, "/")
	if len(rows) != g.ranks {
		return fmt.Errorf("%d ranks, want %d", len(rows), g.ranks)
	}
	for y, row := range rows {
		x := 0
		for in := (reader{row}); in.rest != ""; {
			free, err := in.number()
			if err != nil {
				return err
			}
			if free > 0 {
				x += free
				continue
			}
			text, plus, err := in.piece()
			if err != nil {
				return err
			}
			p, err := g.untoken(text, plus)
			if err != nil {
				return err
			}
			if x < g.files {
				g.at[y*g.files+x] = p
			}
			x++
		}
		if x != g.files {
			return fmt.Errorf("rank %d has %d files, want %d", y+1, x, g.files)
		}
	}
	return nil
}

// setThird reads the hands, or where there are none the square of a lion just
// taken.
func (g *Game) setThird(field string) error {
	if field == "-" {
		return nil
	}
	if g.sheet.Drops == nil {
		if g.sheet.LionTrading == nil {
			return fmt.Errorf("hand %q in a game without drops", field)
		}
		sq, err := g.square(field)
		g.lionLost = sq
		return err
	}
	for in := (reader{field}); in.rest != ""; {
		n, err := in.number()
		if err != nil {
			return err
		}
		text, plus, err := in.piece()
		if err != nil {
			return err
		}
		p, err := g.untoken(text, plus)
		if err != nil {
			return err
		}
		g.hand(p.side)[g.handKind(p)] += max(n, 1)
	}
	return nil
}

// SFEN writes the position.
func (g *Game) SFEN() string {
	var out strings.Builder
	for y := range g.ranks {
		if y > 0 {
			out.WriteByte('/')
		}
		free := 0
		for x := range g.files {
			p := g.at[y*g.files+x]
			if p.side == 0 {
				free++
				continue
			}
			if free > 0 {
				out.WriteString(strconv.Itoa(free))
				free = 0
			}
			out.WriteString(g.token(p))
		}
		if free > 0 {
			out.WriteString(strconv.Itoa(free))
		}
	}
	turn := "b"
	if g.turn == white {
		turn = "w"
	}
	third := g.handText()
	if g.lionLost != none {
		third = g.name(g.lionLost)
	}
	return fmt.Sprintf("%s %s %s %d", out.String(), turn, third, g.ply)
}

// handText is Black's hand, then White's, each in the sheet's order.
func (g *Game) handText() string {
	var out strings.Builder
	for _, side := range []int8{black, white} {
		for _, kind := range g.handOrder {
			n := g.hand(side)[kind]
			if n > 1 {
				out.WriteString(strconv.Itoa(n))
			}
			if n > 0 {
				out.WriteString(g.token(piece{kind, none, side}))
			}
		}
	}
	if out.Len() == 0 {
		return "-"
	}
	return out.String()
}
