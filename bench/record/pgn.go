package record

import (
	"bufio"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"mujo/engine"
	"mujo/engine/rules"
)

// The PGN-like text has the tags of PGN. Black, who moves first, has the first
// figure of a result: 1-0 is a win for Black.

var pgnResults = map[string]string{BlackWins: "1-0", WhiteWins: "0-1", Draw: "1/2-1/2", "": "*"}

func resultByPGN(text string) (string, bool) {
	for result, t := range pgnResults {
		if t == text {
			return result, true
		}
	}
	return "", false
}

// pgnWidth is where lines of moves are broken.
const pgnWidth = 100

func writePGN(w *bufio.Writer, r *rules.Rules, g *Game) error {
	tag := func(name, value string) {
		if value != "" {
			fmt.Fprintf(w, "[%s \"%s\"]\n", name, strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ").Replace(value))
		}
	}
	tag("Event", g.Run)
	if !g.Started.IsZero() {
		tag("Date", g.Started.Format("2006.01.02"))
	}
	tag("Round", fmt.Sprintf("%d.%d", g.Round+1, g.Number+1))
	tag("Black", g.Black)
	tag("White", g.White)
	tag("Result", pgnResults[g.Result])
	tag("Variant", g.Variant)
	tag("SFEN", g.Opening.SFEN)
	tag("PlyCount", strconv.Itoa(len(g.Moves())))
	tag("Termination", g.Reason)
	tag("Detail", g.Detail)
	w.WriteByte('\n')
	column := 0
	word := func(text string) {
		switch {
		case column == 0:
		case column+1+len(text) > pgnWidth:
			w.WriteByte('\n')
			column = 0
		default:
			w.WriteByte(' ')
			column++
		}
		w.WriteString(text)
		column += len(text)
	}
	number := 0
	_, err := Replay(r, g, func(p *engine.Position, m engine.Move, i int) error {
		switch {
		case p.Side() == engine.Black:
			number++
			word(strconv.Itoa(number) + ".")
		case i == 0: // White moves first in handicap games
			number++
			word(strconv.Itoa(number) + "...")
		}
		word(Hodges(p, m))
		if c := g.Ply(i).comment(); c != "" {
			for _, part := range strings.Fields("{" + c + "}") {
				word(part)
			}
		}
		return nil
	})
	word(pgnResults[g.Result])
	w.WriteString("\n\n")
	return err
}

// comment is what a player thought of its move, after the habit of cutechess:
// score/depth time.
func (p *Ply) comment() string {
	if p == nil || p.Depth == 0 && p.Score == nil && p.Mate == nil && p.Time == 0 {
		return ""
	}
	score := ""
	switch {
	case p.Mate != nil:
		score = fmt.Sprintf("%+dM/", *p.Mate)
	case p.Score != nil:
		score = fmt.Sprintf("%+.2f/", float64(*p.Score)/100)
	}
	return fmt.Sprintf("%s%d %.3fs", score, p.Depth, p.Time/1000)
}

var (
	tagRE  = regexp.MustCompile(`^\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]$`)
	moveNo = regexp.MustCompile(`^\d+\.+`)
)

func readPGN(s *script, r *rules.Rules, find func(string) (*rules.Rules, error)) ([]Game, error) {
	var games []Game
	for {
		g, err := readOnePGN(s, r, find)
		if err != nil {
			return nil, err
		}
		if g == nil {
			return games, nil
		}
		games = append(games, *g)
	}
}

// readOnePGN reads a game; nil is the end of the text.
func readOnePGN(s *script, r *rules.Rules, find func(string) (*rules.Rules, error)) (*Game, error) {
	g := &Game{}
	any := false
	for s.next() {
		text := strings.TrimSpace(s.text)
		if text == "" || strings.HasPrefix(text, "%") || strings.HasPrefix(text, ";") {
			continue
		}
		m := tagRE.FindStringSubmatch(text)
		if m == nil {
			if strings.HasPrefix(text, "[") {
				return nil, fmt.Errorf("%q: expected [Name \"value\"]", text)
			}
			s.back = true
			break
		}
		any = true
		if err := g.setTag(m[1], strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(m[2])); err != nil {
			return nil, err
		}
	}
	if !any && !s.back {
		return nil, nil
	}
	if g.Variant != "" && find != nil {
		found, err := find(g.Variant)
		if err != nil {
			return nil, err
		}
		r = found
	}
	if r == nil {
		return nil, errors.New("no Variant tag")
	}
	g.Variant = r.Name
	p, err := start(r, g)
	if err != nil {
		return nil, err
	}
	if err := g.readMoves(s, p); err != nil {
		return nil, err
	}
	g.SFEN = p.SFEN()
	return g, nil
}

func (g *Game) setTag(name, value string) error {
	switch name {
	case "Black":
		g.Black = value
	case "White":
		g.White = value
	case "Variant":
		g.Variant = value
	case "SFEN":
		g.Opening.SFEN = value
	case "Termination":
		g.Reason = value
	case "Detail":
		g.Detail = value
	case "Event":
		g.Run = value
	case "Result":
		result, ok := resultByPGN(value)
		if !ok {
			return fmt.Errorf("result %q, expected 1-0, 0-1, 1/2-1/2 or *", value)
		}
		g.Result = result
	}
	return nil
}

// readMoves reads moves up to the result.
func (g *Game) readMoves(s *script, p *engine.Position) error {
	comment := false
	for s.next() {
		rest := s.text
		if strings.HasPrefix(strings.TrimSpace(rest), "[") && !comment {
			s.back = true // the next game; this one had no result
			return nil
		}
		for {
			if comment {
				_, after, ok := strings.Cut(rest, "}")
				if !ok {
					break
				}
				comment, rest = false, after
			}
			rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
			if rest == "" || rest[0] == ';' {
				break
			}
			if rest[0] == '{' {
				comment, rest = true, rest[1:]
				continue
			}
			end := strings.IndexFunc(rest, func(c rune) bool { return unicode.IsSpace(c) || c == '{' || c == ';' })
			if end < 0 {
				end = len(rest)
			}
			word := rest[:end]
			rest = rest[end:]
			if result, ok := resultByPGN(word); ok {
				if g.Result == "" {
					g.Result = result
				}
				return nil
			}
			if word = word[len(moveNo.FindString(word)):]; word == "" {
				continue
			}
			m, err := ParseHodges(p, word)
			if err != nil {
				return err
			}
			g.play(p, m)
		}
	}
	if comment {
		return errors.New("a comment without its end")
	}
	return nil
}
