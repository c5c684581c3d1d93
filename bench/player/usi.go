package player

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"mujo/engine"
	"mujo/engine/rules"
	"mujo/variants"
)

// A usiPlayer is a program that speaks USI.
type usiPlayer struct {
	*process
	spec Spec
	id   string
	// declared options, by folded name.
	declared map[string]usiOption
}

type usiOption struct {
	name, kind string
	vars       []string
}

func openUSI(ctx context.Context, s Spec, r *rules.Rules) (Player, error) {
	proc, err := startProcess(s, nil)
	if err != nil {
		return nil, err
	}
	p := &usiPlayer{process: proc, spec: s, declared: map[string]usiOption{}}
	if err := p.start(ctx, r); err != nil {
		p.kill()
		return nil, err
	}
	return p, nil
}

func (p *usiPlayer) start(ctx context.Context, r *rules.Rules) error {
	p.send("usi")
	err := p.await(ctx, p.spec.StartTimeout, "usiok", func(l line) bool {
		text := strings.TrimSpace(l.text)
		if name, ok := strings.CutPrefix(text, "id name "); ok {
			p.id = name
		}
		if o, ok := parseUSIOption(text); ok {
			p.declared[foldName(o.name)] = o
		}
		return text == "usiok"
	})
	if err != nil {
		return err
	}
	if err := p.setOptions(r); err != nil {
		return err
	}
	return p.ready(ctx, p.spec.StartTimeout)
}

func (p *usiPlayer) ready(ctx context.Context, limit time.Duration) error {
	p.drain()
	p.send("isready")
	return p.await(ctx, limit, "readyok", func(l line) bool { return strings.TrimSpace(l.text) == "readyok" })
}

// parseUSIOption reads "option name N type T ... var V".
func parseUSIOption(text string) (usiOption, bool) {
	rest, ok := strings.CutPrefix(text, "option name ")
	if !ok {
		return usiOption{}, false
	}
	name, rest, ok := strings.Cut(rest, " type ")
	if !ok {
		return usiOption{}, false
	}
	words := strings.Fields(rest)
	o := usiOption{name: strings.TrimSpace(name)}
	if len(words) > 0 {
		o.kind = words[0]
	}
	for i, w := range words {
		if w == "var" && i+1 < len(words) {
			o.vars = append(o.vars, words[i+1])
		}
	}
	return o, true
}

// bareName is an option's folded name without the protocol's before it.
func bareName(name string) string {
	return strings.TrimPrefix(strings.TrimPrefix(foldName(name), "usi "), "uci ")
}

// find returns the declared option that a user means by name.
func (p *usiPlayer) find(name string) (usiOption, bool) {
	folded, bare := foldName(name), bareName(name)
	for _, n := range []string{folded, bare, "usi " + bare, "uci " + bare} {
		if o, ok := p.declared[n]; ok {
			return o, true
		}
	}
	return usiOption{}, false
}

// setOptions sets the variant, then what the user wants.
func (p *usiPlayer) setOptions(r *rules.Rules) error {
	if o, ok := p.find("VariantPath"); ok && p.spec.Sheet != "" {
		p.setOption(o.name, p.spec.Sheet)
	}
	given := slices.ContainsFunc(p.spec.Options, func(o Option) bool { return bareName(o.Name) == "variant" })
	if o, ok := p.find("USI_Variant"); ok && !given {
		value := r.Name
		for _, n := range append([]string{r.Sheet.Variant, r.Sheet.Short}, r.Sheet.Aliases...) {
			if slices.Contains(o.vars, n) {
				value = n
				break
			}
		}
		p.setOption(o.name, value)
	} else if !ok && r.Name != variants.Default && !given {
		return fmt.Errorf("it has no option for variants, so it does not play %s", r.Name)
	}
	for _, opt := range p.spec.Options {
		o, ok := p.find(opt.Name)
		switch {
		case ok && o.kind == "button":
			p.send("setoption name %s", o.name)
		case ok:
			p.setOption(o.name, opt.Value)
		case !opt.Shared:
			var names []string
			for _, d := range p.declared {
				names = append(names, d.name)
			}
			slices.Sort(names)
			return fmt.Errorf("it has no option %q; it has %s", opt.Name, strings.Join(names, ", "))
		}
	}
	return nil
}

func (p *usiPlayer) setOption(name, value string) {
	p.send("setoption name %s value %s", name, value)
}

func (p *usiPlayer) ID() string { return p.id }

func (p *usiPlayer) NewGame(ctx context.Context, _ *Game) error {
	// In this order what the engine does for a new game is done when the
	// clocks start.
	p.send("usinewgame")
	return p.ready(ctx, hangLimit)
}

func (p *usiPlayer) GameOver(us engine.Color, o engine.Outcome) {
	word := "lose"
	switch {
	case !o.Over || o.Draw:
		word = "draw"
	case o.Winner == us:
		word = "win"
	}
	p.send("gameover %s", word)
}

func (p *usiPlayer) Close() { p.close() }

// position is the line that tells the game so far.
func position(g *Game) string {
	var b strings.Builder
	if g.SFEN == "" {
		b.WriteString("position startpos")
	} else {
		b.WriteString("position sfen " + g.SFEN)
	}
	if len(g.Texts) > 0 {
		b.WriteString(" moves " + strings.Join(g.Texts, " "))
	}
	return b.String()
}

// goCommand is the line that starts the search of the side us.
func (s *Spec) goCommand(l Limits, us engine.Color) string {
	var b strings.Builder
	b.WriteString("go")
	word := func(name string, n int64) { fmt.Fprintf(&b, " %s %d", name, n) }
	if c := l.Clock; c != nil {
		black, white := engine.Black, engine.White
		if s.SwapClocks {
			black, white = white, black
		}
		left := c.Left
		if s.ByoyomiOnly { // the increment counts as byoyomi, so it is not in the time too
			left[us] = max(left[us]-c.Increment[us], 0)
		}
		word("btime", left[black].Milliseconds())
		word("wtime", left[white].Milliseconds())
		if s.ByoyomiOnly && c.Byoyomi[us] == 0 {
			word("byoyomi", c.Increment[us].Milliseconds())
		} else if c.Byoyomi[us] > 0 {
			word("byoyomi", c.Byoyomi[us].Milliseconds())
		} else if c.Increment[black]+c.Increment[white] > 0 {
			word("binc", c.Increment[black].Milliseconds())
			word("winc", c.Increment[white].Milliseconds())
		} else if c.MovesToGo == 0 {
			word("byoyomi", 0)
		}
		if c.MovesToGo > 0 {
			word("movestogo", int64(c.MovesToGo))
		}
	}
	if l.MoveTime > 0 {
		if s.ByoyomiOnly {
			word("btime", 0)
			word("wtime", 0)
			word("byoyomi", l.MoveTime.Milliseconds())
		} else {
			word("movetime", l.MoveTime.Milliseconds())
		}
	}
	if l.Depth > 0 {
		word("depth", int64(l.Depth))
	}
	if l.Nodes > 0 {
		word("nodes", int64(l.Nodes))
	}
	return b.String()
}

func (p *usiPlayer) Think(ctx context.Context, g *Game, l Limits) (Answer, error) {
	p.drain()
	p.send("%s", position(g))
	began := time.Now()
	p.send("%s", p.spec.goCommand(l, g.Pos.Side()))
	var a Answer
	take := func(limit time.Duration) error {
		return p.await(ctx, limit, "bestmove", func(l line) bool {
			rest, ok := strings.CutPrefix(l.text, "bestmove")
			if !ok {
				a.Info.readUSI(l.text)
				a.Info.step(l.at.Sub(began))
				return false
			}
			a.Time = l.at.Sub(began)
			a.Text, _, _ = strings.Cut(strings.TrimSpace(rest), " ")
			return true
		})
	}
	var err error
	a.Late, err = urge(l.Deadline, take, func() { p.send("stop") }, "stop")
	if err != nil {
		p.kill()
		return a, err
	}
	a.Late = a.Late || l.Deadline > 0 && a.Time > l.Deadline
	switch a.Text {
	case "resign":
		a.Resign = true
	case "win":
		a.Win = true
	default:
		if m, err := g.Pos.ParseMove(a.Text); err == nil {
			a.Move = m
		}
	}
	return a, nil
}

// readUSI takes in an info line.
func (i *Info) readUSI(text string) {
	words := strings.Fields(text)
	if len(words) == 0 || words[0] != "info" {
		return
	}
	next := *i
	for at := 1; at < len(words); at++ {
		number := func() int64 {
			if at+1 >= len(words) {
				return 0
			}
			at++
			n, _ := strconv.ParseInt(words[at], 10, 64)
			return n
		}
		switch words[at] {
		case "string":
			return
		case "depth":
			next.Depth = int(number())
		case "seldepth":
			next.SelDepth = int(number())
		case "nodes":
			next.Nodes = uint64(max(number(), 0))
		case "nps":
			next.NPS = uint64(max(number(), 0))
		case "hashfull":
			next.HashFull = int(number())
		case "multipv":
			if number() > 1 {
				return
			}
		case "cp":
			next.Score, next.Mate, next.HasScore = int(number()), 0, true
		case "mate":
			next.Score, next.Mate, next.HasScore = 0, int(number()), true
			if next.Mate == 0 { // "mate +", "mate -", or a number that says nothing
				next.Mate = 1
				if strings.HasPrefix(words[min(at, len(words)-1)], "-") {
					next.Mate = -1
				}
			}
		case "pv":
			next.Line = strings.Join(words[at+1:], " ")
			*i = next
			return
		}
	}
	*i = next
}
