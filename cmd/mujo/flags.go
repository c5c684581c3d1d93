package main

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"
	"time"

	"mujo/engine"
	"mujo/engine/rules"
	"mujo/variants"
)

// gameFlags choose a variant and a position of it.
type gameFlags struct {
	variant, sheet string
	sfen, moves    string
	given          bool // -variant was
}

// variantFlags declares the flags that choose a variant.
func variantFlags(fs *flag.FlagSet, standard string) *gameFlags {
	g := &gameFlags{variant: standard}
	usage := "`name` of the variant, with or without a rule set, as taishogi-evans"
	if standard != "" {
		usage += fmt.Sprintf(" (default %q)", standard)
	}
	fs.Func("variant", usage, func(s string) error {
		g.variant, g.given = s, true
		return nil
	})
	fs.StringVar(&g.sheet, "sheet", "", "`file` with a sheet of your own, instead of a built-in variant")
	return g
}

// positionFlags declares the flags that choose a position.
func positionFlags(fs *flag.FlagSet, standard string) *gameFlags {
	g := variantFlags(fs, standard)
	sfenFlag(fs, g)
	fs.StringVar(&g.moves, "moves", "", "`moves` to play from there, with blanks between")
	return g
}

func sfenFlag(fs *flag.FlagSet, g *gameFlags) {
	fs.StringVar(&g.sfen, "sfen", "", "`position` to start from (default the start of the game)")
}

// load returns the sheet that the flags choose.
func (g *gameFlags) load() (*variants.Sheet, error) {
	if g.sheet == "" {
		return loadSheet(g.variant)
	}
	s, err := variants.LoadFile(g.sheet)
	if err != nil || !g.given {
		return s, err
	}
	return s.Resolve(g.variant)
}

// loadSheet loads a built-in variant; its errors say what there is.
func loadSheet(name string) (*variants.Sheet, error) {
	s, err := variants.Load(name)
	if errors.Is(err, variants.ErrUnknown) {
		err = fmt.Errorf("%w; expected one of %s or a short name or rule set that mujo variants lists", err, strings.Join(variants.Names(), ", "))
	}
	return s, err
}

// rules compiles the rules that the flags choose.
func (g *gameFlags) rules() (*rules.Rules, error) {
	s, err := g.load()
	if err != nil {
		return nil, err
	}
	return rules.Compile(s)
}

// position sets up the position that the flags choose.
func (g *gameFlags) position() (*engine.Position, error) {
	r, err := g.rules()
	if err != nil {
		return nil, err
	}
	p := engine.New(r)
	if g.sfen != "" && g.sfen != "startpos" {
		if p, err = engine.ParseSFEN(r, g.sfen); err != nil {
			return nil, err
		}
	}
	for i, text := range strings.Fields(g.moves) {
		m, err := p.ParseMove(text)
		if err != nil {
			return nil, fmt.Errorf("-moves: number %d: %w", i+1, err)
		}
		p.Make(m)
	}
	return p, nil
}

// A count is a flag with a whole number within limits.
type count struct {
	n        int
	min, max int
}

func countFlag(fs *flag.FlagSet, name, usage string, standard, least, most int) *count {
	c := &count{standard, least, most}
	fs.Var(c, name, usage)
	return c
}

func (c *count) String() string { return strconv.Itoa(c.n) }

// Set implements flag.Value.
func (c *count) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < c.min || n > c.max {
		return fmt.Errorf("expected a whole number from %d to %d", c.min, c.max)
	}
	c.n = n
	return nil
}

// A span is a flag with a positive duration.
type span struct{ d time.Duration }

func spanFlag(fs *flag.FlagSet, name, usage string, standard time.Duration) *span {
	s := &span{standard}
	fs.Var(s, name, usage)
	return s
}

func (s *span) String() string { return s.d.String() }

// Set implements flag.Value.
func (s *span) Set(text string) error {
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return errors.New("expected a time such as 500ms or 2s")
	}
	s.d = d
	return nil
}
