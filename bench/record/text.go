package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"mujo/engine"
	"mujo/engine/rules"
)

// A Format is a text format for games.
type Format string

// The formats.
const (
	USI Format = "usi" // one game a line: position startpos moves ...
	PGN Format = "pgn" // tags, then moves in Hodges' notation
	KIF Format = "kif" // shogi and chu shogi
	CSA Format = "csa" // shogi
)

// Formats are all formats.
func Formats() []Format { return []Format{USI, PGN, KIF, CSA} }

// Write writes a game, whose rules are r.
func Write(out io.Writer, f Format, r *rules.Rules, g *Game) error {
	w := bufio.NewWriter(out)
	var err error
	switch f {
	case USI:
		err = writeUSI(w, g)
	case PGN:
		err = writePGN(w, r, g)
	case KIF:
		err = writeKIF(w, r, g)
	case CSA:
		err = writeCSA(w, r, g)
	default:
		err = fmt.Errorf("format %q, expected usi, pgn, kif or csa", f)
	}
	return errors.Join(err, w.Flush())
}

// ReadText reads the games of a text. The rules are r, or where the text names
// its variant, what find returns for the name; find may be nil. Errors give
// path and line.
func ReadText(in io.Reader, f Format, path string, r *rules.Rules, find func(variant string) (*rules.Rules, error)) ([]Game, error) {
	s := newScript(in)
	var games []Game
	var err error
	switch f {
	case USI:
		games, err = readUSI(s, r)
	case PGN:
		games, err = readPGN(s, r, find)
	case KIF:
		games, err = readKIF(s, r)
	case CSA:
		games, err = readCSA(s, r)
	default:
		return nil, fmt.Errorf("format %q, expected usi, pgn, kif or csa", f)
	}
	if err == nil {
		err = s.in.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", path, s.line, err)
	}
	return games, nil
}

// A script is a text read line by line.
type script struct {
	in   *bufio.Scanner
	line int // number of the last line read
	text string
	back bool // the last line is to be read again
}

func newScript(in io.Reader) *script {
	s := &script{in: bufio.NewScanner(in)}
	s.in.Buffer(nil, 1<<24)
	return s
}

// next reads a line, without what ends it.
func (s *script) next() bool {
	if s.back {
		s.back = false
		return true
	}
	if !s.in.Scan() {
		return false
	}
	s.line++
	s.text = strings.TrimRight(s.in.Text(), "\r \t")
	if s.line == 1 {
		s.text = strings.TrimPrefix(s.text, "\ufeff")
	}
	return true
}

// start is the position where a game begins.
func start(r *rules.Rules, g *Game) (*engine.Position, error) {
	if g.Opening.SFEN == "" {
		return engine.New(r), nil
	}
	return engine.ParseSFEN(r, g.Opening.SFEN)
}

// Replay calls each, if not nil, with every move of a game before it is made,
// and returns the last position.
func Replay(r *rules.Rules, g *Game, each func(p *engine.Position, m engine.Move, i int) error) (*engine.Position, error) {
	p, err := start(r, g)
	if err != nil {
		return nil, err
	}
	for i, text := range g.Moves() {
		m, err := p.ParseMove(text)
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		if each != nil {
			if err := each(p, m, i); err != nil {
				return nil, err
			}
		}
		p.Make(m)
	}
	return p, nil
}

// Ply is what is known of the i-th move of a game, nil for one of the opening.
func (g *Game) Ply(i int) *Ply {
	if i -= len(g.Opening.Moves); i >= 0 && i < len(g.Plies) {
		return &g.Plies[i]
	}
	return nil
}

// play appends a move read from a text to a game, and makes it.
func (g *Game) play(p *engine.Position, m engine.Move) {
	g.Plies = append(g.Plies, Ply{Move: p.MoveText(m)})
	p.Make(m)
}

func writeUSI(w *bufio.Writer, g *Game) error {
	w.WriteString("position ")
	if g.Opening.SFEN == "" {
		w.WriteString("startpos")
	} else {
		w.WriteString("sfen " + g.Opening.SFEN)
	}
	if moves := g.Moves(); len(moves) > 0 {
		w.WriteString(" moves " + strings.Join(moves, " "))
	}
	return w.WriteByte('\n')
}

func readUSI(s *script, r *rules.Rules) ([]Game, error) {
	var games []Game
	for s.next() {
		text := strings.TrimSpace(s.text)
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		text = strings.TrimSpace(strings.TrimPrefix(text, "position "))
		setup, moves, _ := strings.Cut(text, "moves")
		setup = strings.TrimSpace(setup)
		g := Game{Variant: r.Name}
		switch sfen, ok := strings.CutPrefix(setup, "sfen "); {
		case ok:
			g.Opening.SFEN = strings.TrimSpace(sfen)
		case setup != "startpos":
			return nil, fmt.Errorf("%q: expected startpos or sfen", setup)
		}
		p, err := start(r, &g)
		if err != nil {
			return nil, err
		}
		for text := range strings.FieldsSeq(moves) {
			m, err := p.ParseMove(text)
			if err != nil {
				return nil, err
			}
			g.play(p, m)
		}
		g.SFEN = p.SFEN()
		games = append(games, g)
	}
	return games, nil
}
