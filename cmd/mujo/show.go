package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"

	"mujo/engine"
	"mujo/variants"
)

func setupShow(fs *flag.FlagSet) action {
	g := positionFlags(fs, variants.Default)
	abbrev := fs.Bool("abbrev", false, "the letters of positions instead of kanji")
	handicap := fs.String("handicap", "", "start with the handicap of that `name`; list shows the names")
	return func(_ context.Context, args []string, out *bufio.Writer) error {
		if err := noArgs(args); err != nil {
			return err
		}
		if *handicap != "" && g.sfen != "" {
			return errors.New("-handicap beside -sfen: expected one of them")
		}
		if *handicap != "" {
			s, err := g.load()
			if err != nil {
				return err
			}
			if *handicap == "list" {
				for _, h := range s.Handicaps {
					fmt.Fprintln(out, h.Name)
				}
				return nil
			}
			if g.sfen, err = handicapSFEN(s, *handicap); err != nil {
				return err
			}
		}
		p, err := g.position()
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s, %s\n\n", p.Rules().Sheet.Kanji, p.Rules().Name)
		drawBoard(out, p, *abbrev)
		fmt.Fprintf(out, "\nsfen %s\n%s\n", p.SFEN(), status(p))
		return nil
	}
}

// handicapSFEN finds a handicap by name, or by the only name that has text as
// a part.
func handicapSFEN(s *variants.Sheet, text string) (string, error) {
	var found []variants.Handicap
	for _, h := range s.Handicaps {
		if h.Name == text {
			return h.SFEN, nil
		}
		if strings.Contains(strings.ToLower(h.Name), strings.ToLower(text)) {
			found = append(found, h)
		}
	}
	if len(found) != 1 {
		return "", fmt.Errorf("handicap %q fits %d of the %d handicaps of %s; -handicap list names them", text, len(found), len(s.Handicaps), s.Variant)
	}
	return found[0].SFEN, nil
}

// status says in a line how the game stands.
func status(p *engine.Position) string {
	if o := p.Outcome(); o.Over {
		return resultText(o)
	}
	text := fmt.Sprintf("%s to move, ply %d, %d legal moves", colorName(p.Side()), p.Ply(), len(p.GenerateLegal(nil)))
	if p.InCheck(p.Side()) {
		text += ", in check"
	}
	return text
}

func resultText(o engine.Outcome) string {
	if o.Draw {
		return fmt.Sprintf("Drawn: %s", o.Reason)
	}
	return fmt.Sprintf("%s has won: %s", colorName(o.Winner), o.Reason)
}
