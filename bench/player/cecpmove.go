package player

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"mujo/engine"
	"mujo/engine/rules"
)

// cecpPass is a pass, in engines that have one.
const cecpPass = "@@@@"

// cecpSquare names a square with files as letters from Black's left and ranks
// as numbers from Black's back rank.
func cecpSquare(r *rules.Rules, sq engine.Square) string {
	return string(rune('a'+r.Column(sq))) + strconv.Itoa(r.Ranks-r.Rank(sq))
}

// scanCECPSquare reads a square at the start of s and returns its length.
func scanCECPSquare(r *rules.Rules, s string) (engine.Square, int, bool) {
	if s == "" || s[0] < 'a' || int(s[0]-'a') >= r.Files {
		return 0, 0, false
	}
	i, rank := 1, 0
	for i < len(s) && i < 3 && s[i] >= '0' && s[i] <= '9' {
		rank = rank*10 + int(s[i]-'0')
		i++
	}
	if rank < 1 || rank > r.Ranks {
		return 0, 0, false
	}
	return r.At(int(s[0]-'a'), r.Ranks-rank), i, true
}

// isPass reports whether m leaves all as it is but the side to move.
func isPass(p *engine.Position, m engine.Move) bool {
	return m != engine.NoMove && !m.IsDrop() && m.From() == m.To() && !p.IsCapture(m)
}

// cecpNames are what an engine calls pieces in drops, by their SFEN tokens and
// the other way round. What they lack has the same name in both.
type cecpNames struct{ out, in map[string]string }

// readCECPNames compares what an engine says of its variant, "(LETTERS) SIZE
// FEN" after setup, with the start position. If that is another one, or
// nothing is said of it, the engine is taken to use the names of SFEN.
func readCECPNames(r *rules.Rules, setup string) cecpNames {
	_, rest, _ := strings.Cut(setup, ") ")
	fields := strings.Fields(rest)
	if len(fields) < 2 {
		return cecpNames{}
	}
	names := cecpNames{out: map[string]string{}, in: map[string]string{}}
	start := engine.New(r)
	ranks := strings.Split(fields[1], "/")
	if len(ranks) != r.Ranks {
		return cecpNames{}
	}
	for i, rank := range ranks {
		column := 0
		for _, text := range cecpPieceRE.FindAllString(rank, -1) {
			if n, err := strconv.Atoi(text); err == nil {
				column += n
				continue
			}
			if column >= r.Files {
				return cecpNames{}
			}
			pc := start.At(r.At(column, i))
			theirs := strings.ToUpper(text)
			if pc == engine.Empty || (pc.Color() == engine.Black) != (text == theirs) {
				return cecpNames{}
			}
			ours := r.Kinds[pc.Kind()].Token
			names.out[ours], names.in[theirs] = theirs, ours
			column++
		}
		if column != r.Files {
			return cecpNames{}
		}
	}
	return names
}

// cecpPieceRE matches a run of empty squares or a piece, with the marks that
// some engines put before or after their letters.
var cecpPieceRE = regexp.MustCompile(`[0-9]+|[+^]?[A-Za-z]['!]?`)

// toCECP writes a move as CECP has it: legs with commas between them.
func toCECP(p *engine.Position, m engine.Move, names cecpNames) string {
	r := p.Rules()
	if m.IsDrop() {
		name, _, _ := strings.Cut(p.MoveText(m), "*")
		name = strings.Trim(name, "{}")
		if theirs, ok := names.out[name]; ok {
			name = theirs
		}
		return name + "@" + cecpSquare(r, m.To())
	}
	if isPass(p, m) {
		return cecpPass
	}
	squares := []engine.Square{m.From()}
	first, second := p.Stops(m)
	for _, sq := range []engine.Square{first, second} {
		if sq != 0 {
			squares = append(squares, sq)
		}
	}
	squares = append(squares, m.To())
	var legs []string
	for i := range squares[1:] {
		legs = append(legs, cecpSquare(r, squares[i])+cecpSquare(r, squares[i+1]))
	}
	text := strings.Join(legs, ",")
	if m.Promotes() {
		text += "+"
	}
	return text
}

// fromCECP reads a move, all its legs together, and returns it as USI. Whether
// it is legal is not its business.
func fromCECP(p *engine.Position, text string, names cecpNames) (string, error) {
	r := p.Rules()
	bad := func(why string) (string, error) { return "", fmt.Errorf("move %q: %s", text, why) }
	if text == cecpPass {
		for _, m := range p.GenerateLegal(nil) {
			if isPass(p, m) {
				return p.MoveText(m), nil
			}
		}
		return bad("no piece can pass")
	}
	if name, square, ok := strings.Cut(text, "@"); ok {
		to, n, ok := scanCECPSquare(r, square)
		if !ok || n != len(square) || name == "" {
			return bad("no drop")
		}
		name = strings.ToUpper(name)
		if ours, ok := names.in[name]; ok {
			name = ours
		}
		if len(strings.TrimPrefix(name, "+")) > 1 {
			name = "{" + name + "}"
		}
		return name + "*" + r.SquareText(to), nil
	}
	body := strings.TrimSuffix(strings.TrimSuffix(text, "="), ";")
	body, plus := strings.CutSuffix(body, "+")
	var b strings.Builder
	var at engine.Square
	for i, leg := range strings.Split(body, ",") {
		from, n, ok := scanCECPSquare(r, leg)
		if !ok {
			return bad("expected squares, two each leg")
		}
		to, k, ok := scanCECPSquare(r, leg[n:])
		if !ok || n+k != len(leg) {
			return bad("expected squares, two each leg")
		}
		if i == 0 {
			b.WriteString(r.SquareText(from))
		} else if from != at {
			return bad("a leg that starts elsewhere than the last ended")
		}
		b.WriteString(r.SquareText(to))
		at = to
	}
	if plus {
		b.WriteByte('+')
	}
	return b.String(), nil
}
