package player

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"mujo/engine"
	"mujo/engine/rules"
)

// A cecpPlayer is a program that speaks CECP, version 2.
type cecpPlayer struct {
	*process
	spec     Spec
	r        *rules.Rules
	features map[string]string
	options  map[string]string // name by folded name
	variant  string            // as the engine calls it
	pings    int
	names    cecpNames

	// Of the game.
	playing bool // it answers a move with one of its own
	told    int  // moves of the game that it knows
	timed   bool // the time control has been sent
}

// cecpVariants are what engines call a variant or one of its rule sets, the
// most usual first.
func cecpVariants(variant string) []string {
	names := map[string][]string{
		"shogi":         {"shogi"},
		"minishogi":     {"5x5+5_shogi", "minishogi"},
		"chushogi":      {"chu", "12x12+0_fairy"},
		"daishogi":      {"dai"},
		"tenjikushogi":  {"tenjiku"},
		"shoshogi":      {"9x9+0_shogi", "sho", "shoshogi"},
		"washogi":       {"wa-shogi", "washogi", "11x11+0_wa"},
		"washogi-drops": {"wa-shogi-drop"},
		"torishogi":     {"torishogi", "tori", "7x7+6_shogi"},
		"judkins":       {"judkinshogi", "judkins", "6x6+6_shogi"},
		"kyotoshogi":    {"kyoto", "kyotoshogi", "5x5+4_shogi"},
		"yarishogi":     {"yarishogi", "yari", "7x9+6_shogi"},
		"gorogoro":      {"gorogoro", "5x6+6_shogi"},
	}
	return names[variant]
}

func openCECP(ctx context.Context, s Spec, r *rules.Rules) (Player, error) {
	p := &cecpPlayer{spec: s, r: r}
	if err := p.start(ctx); err != nil {
		if p.process != nil {
			p.kill()
		}
		return nil, err
	}
	return p, nil
}

// start starts the program and agrees on what it can do.
func (p *cecpPlayer) start(ctx context.Context) error {
	proc, err := startProcess(p.spec, func(text string) bool { return strings.HasPrefix(text, "#") })
	if err != nil {
		return err
	}
	p.process, p.features, p.options = proc, map[string]string{}, map[string]string{}
	p.send("xboard")
	p.send("protover 2")
	if err := p.negotiate(ctx); err != nil {
		return err
	}
	if err := p.chooseVariant(); err != nil {
		return err
	}
	if p.features["memory"] == "1" { // first of all: some need it to think at all
		p.send("memory %d", p.memory())
	}
	if p.features["smp"] == "1" {
		p.send("cores 1")
	}
	return p.setOptions()
}

// memory is the size of its tables in MiB.
func (p *cecpPlayer) memory() int {
	if p.spec.MemoryMB > 0 {
		return p.spec.MemoryMB
	}
	return 64
}

// quietStart is how long an old engine may be silent before it counts as one
// without features.
const quietStart = 2 * time.Second

// negotiate reads the features until the engine says that they are done.
func (p *cecpPlayer) negotiate(ctx context.Context) error {
	limit := quietStart
	err := p.await(ctx, limit, "feature", func(l line) bool { return p.readFeatures(l.text) })
	var f *Fault
	for errors.As(err, &f) && f.Kind == Hang {
		if p.features["done"] != "0" {
			return nil // protocol 1, or it never says done
		}
		// It asked for time.
		if limit += quietStart; limit > p.spec.StartTimeout {
			return &Fault{Hang, "no feature done=1"}
		}
		f = nil
		err = p.await(ctx, quietStart, "feature", func(l line) bool { return p.readFeatures(l.text) })
	}
	return err
}

var featureRE = regexp.MustCompile(`(\w+)=("[^"]*"|\S+)`)

// readFeatures takes in a feature line, and reports whether it is the last.
func (p *cecpPlayer) readFeatures(text string) bool {
	rest, ok := strings.CutPrefix(text, "feature ")
	if !ok {
		return false
	}
	for _, m := range featureRE.FindAllStringSubmatch(rest, -1) {
		name, value := m[1], strings.Trim(m[2], `"`)
		if name == "option" {
			for _, kind := range []string{" -button", " -save", " -reset", " -check", " -string", " -spin", " -combo", " -slider", " -file", " -path"} {
				if before, _, ok := strings.Cut(value, kind); ok {
					value = before
					break
				}
			}
			p.options[foldName(value)] = value
		} else {
			p.features[name] = value
		}
		p.send("accepted %s", name)
	}
	return p.features["done"] == "1"
}

func (p *cecpPlayer) chooseVariant() error {
	list := strings.FieldsFunc(p.features["variants"], func(c rune) bool { return c == ',' || c == ' ' })
	ours := cecpVariants(p.r.Name)
	if len(ours) == 0 { // a rule set that has no name of its own
		ours = cecpVariants(p.r.Sheet.Base)
	}
	ours = append(ours, p.r.Sheet.Short, p.r.Sheet.Variant)
	if i := slices.IndexFunc(p.spec.Options, func(o Option) bool { return foldName(o.Name) == "variant" }); i >= 0 {
		p.variant = p.spec.Options[i].Value
		return nil
	}
	for _, n := range ours {
		if n != "" && (len(list) == 0 || slices.Contains(list, n)) {
			p.variant = n
			return nil
		}
	}
	return fmt.Errorf("it does not play %s; it plays %s", p.r.Name, p.features["variants"])
}

func (p *cecpPlayer) setOptions() error {
	for _, o := range p.spec.Options {
		name, ok := p.options[foldName(o.Name)]
		switch {
		case foldName(o.Name) == "variant":
		case ok:
			p.send("option %s=%s", name, o.Value)
		case !o.Shared:
			var names []string
			for _, n := range p.options {
				names = append(names, n)
			}
			slices.Sort(names)
			return fmt.Errorf("it has no option %q; it has %s", o.Name, strings.Join(names, ", "))
		}
	}
	return nil
}

func (p *cecpPlayer) ID() string { return p.features["myname"] }

func (p *cecpPlayer) NewGame(ctx context.Context, g *Game) error {
	board, err := p.setup(g)
	if err != nil {
		return fmt.Errorf("engine %s: %w", p.spec.Name, err)
	}
	if p.features["reuse"] == "0" && p.timed {
		p.close()
		if err := p.start(ctx); err != nil {
			return err
		}
	}
	p.drain()
	p.send("new")
	p.send("variant %s", p.variant)
	p.send("easy")
	p.send("post")
	p.send("force")
	if board != "" {
		p.send("setboard %s", board)
	}
	p.playing, p.told, p.timed = false, 0, false
	return p.ping(ctx, hangLimit)
}

// CanSetUp reports whether a game over CECP may begin at a position: letters
// must do for its pieces, and Black must be to move, since not every engine
// reads who is.
func CanSetUp(p *engine.Position) error {
	switch {
	case !p.Rules().Letters():
		return fmt.Errorf("CECP has no letters for the positions of %s", p.Rules().Name)
	case p.Side() != engine.Black:
		return errors.New("over CECP a position must have Black to move")
	}
	return nil
}

// setup is what follows setboard, empty for the start position.
func (p *cecpPlayer) setup(g *Game) (string, error) {
	if g.SFEN == "" {
		return "", nil
	}
	start := g.Start()
	if err := CanSetUp(start); err != nil {
		return "", err
	}
	fields := strings.Fields(start.SFEN())
	if p.isHaChu() {
		return fields[0], nil // it reads nothing else
	}
	hand := ""
	if p.r.HasDrops {
		hand = "[" + spellOut(fields[2]) + "]"
	}
	return fields[0] + hand + " w - - 0 1", nil
}

// spellOut writes a hand with a letter for each piece.
func spellOut(hand string) string {
	var b strings.Builder
	n := 0
	for _, c := range strings.TrimPrefix(hand, "-") {
		if c >= '0' && c <= '9' {
			n = n*10 + int(c-'0')
			continue
		}
		b.WriteString(strings.Repeat(string(c), max(n, 1)))
		n = 0
	}
	return b.String()
}

// ping waits until the engine has read all that was sent.
func (p *cecpPlayer) ping(ctx context.Context, limit time.Duration) error {
	if p.features["ping"] != "1" {
		return nil
	}
	p.pings++
	want := fmt.Sprintf("pong %d", p.pings)
	p.send("ping %d", p.pings)
	refused := ""
	err := p.await(ctx, limit, "pong", func(l line) bool {
		if strings.HasPrefix(l.text, "Illegal") {
			refused = l.text
		}
		if setup, ok := strings.CutPrefix(l.text, "setup "); ok {
			p.names = readCECPNames(p.r, setup)
		}
		return strings.TrimSpace(l.text) == want
	})
	if err == nil && refused != "" {
		return &Fault{Refusal, shorten(refused)}
	}
	return err
}

func (p *cecpPlayer) GameOver(us engine.Color, o engine.Outcome) {
	result := "1/2-1/2"
	if o.Over && !o.Draw {
		result = "1-0" // White in CECP is who moves first
		if o.Winner == engine.White {
			result = "0-1"
		}
	}
	p.send("force")
	p.send("result %s {%s}", result, o.Reason)
	p.playing = false
}

func (p *cecpPlayer) Close() { p.close() }

// unlimited is the clock of an engine that is limited otherwise, in minutes.
const unlimited = 600

// control sends the time control, once in a game.
func (p *cecpPlayer) control(us engine.Color, l Limits) {
	if p.timed {
		return
	}
	p.timed = true
	if l.Depth > 0 {
		p.send("sd %d", l.Depth)
	}
	switch c := l.Clock; {
	case c != nil:
		base := c.Base.Round(time.Second)
		inc := max(c.Increment[us], c.Byoyomi[us]).Seconds()
		p.send("level %d %d:%02d %s", c.Moves, int(base.Minutes()), int(base.Seconds())%60, strconv.FormatFloat(inc, 'f', -1, 64))
	case l.MoveTime > 0:
		p.send("st %d", max(1, int(l.MoveTime.Seconds())))
	default:
		p.send("level 0 %d 0", unlimited)
	}
}

// clocks sends the time left, in hundredths of a second. Under st most engines
// need none, and some are put off by it.
func (p *cecpPlayer) clocks(g *Game, l Limits) {
	left := [2]time.Duration{unlimited * time.Minute, unlimited * time.Minute}
	if l.Clock != nil {
		for c := range left {
			left[c] = max(l.Clock.Left[c]+l.Clock.Byoyomi[c], 10*time.Millisecond)
		}
	} else if l.MoveTime > 0 {
		share := p.stShare()
		if share == 0 {
			return
		}
		left = [2]time.Duration{share * l.MoveTime, share * l.MoveTime}
	}
	us := g.Pos.Side()
	p.send("time %d", left[us].Milliseconds()/10)
	p.send("otim %d", left[us.Other()].Milliseconds()/10)
}

// stShare is what to multiply the time of a move with to get the clock on which
// an engine takes about that under st, 0 if it needs none: HaChu and CrazyWa
// go by their clock even then, and HaChu uses a third of it.
func (p *cecpPlayer) stShare() time.Duration {
	switch name, _, _ := strings.Cut(p.features["myname"], " "); name {
	case "HaChu":
		return 3
	case "CrazyWa":
		return 1
	}
	return 0
}

// isHaChu reports whether the engine is HaChu.
func (p *cecpPlayer) isHaChu() bool { return strings.HasPrefix(p.features["myname"], "HaChu") }

// tell sends the moves that the engine does not know.
func (p *cecpPlayer) tell(g *Game) {
	q := g.Start()
	for i, m := range g.Moves {
		if i >= p.told {
			text := toCECP(q, m, p.names)
			if p.features["usermove"] == "1" {
				text = "usermove " + text
			}
			p.send("%s", text)
		}
		q.Make(m)
	}
	p.told = len(g.Moves)
}

func (p *cecpPlayer) Think(ctx context.Context, g *Game, l Limits) (Answer, error) {
	p.drain()
	p.control(g.Pos.Side(), l)
	began := time.Now()
	if p.playing && len(g.Moves) != p.told+1 {
		p.send("force")
		p.playing = false
	}
	if p.playing {
		p.clocks(g, l)
		p.tell(g)
	} else {
		p.tell(g)
		if err := p.ping(ctx, hangLimit); err != nil {
			p.kill()
			return Answer{}, err
		}
		p.clocks(g, l)
		began = time.Now()
		p.send("go")
		p.playing = true
	}
	a, err := p.answer(ctx, began, g, l)
	if err != nil {
		p.kill()
	}
	return a, err
}

// answer reads until the engine has moved.
func (p *cecpPlayer) answer(ctx context.Context, began time.Time, g *Game, l Limits) (Answer, error) {
	var a Answer
	var fault *Fault
	var legs []string
	take := func(limit time.Duration) error {
		return p.await(ctx, limit, "move", func(ln line) bool {
			a.Time = ln.at.Sub(began)
			var done bool
			done, fault = p.readLine(ln.text, g, &a, &legs)
			a.Info.step(a.Time)
			return done
		})
	}
	var err error
	a.Late, err = urge(l.Deadline, take, func() { p.send("?") }, "move")
	if err != nil {
		return a, err
	}
	if fault != nil {
		return a, fault
	}
	a.Late = a.Late || l.Deadline > 0 && a.Time > l.Deadline
	if a.Resign {
		return a, nil
	}
	a.Text = strings.Join(legs, "")
	if text, err := fromCECP(g.Pos, a.Text, p.names); err == nil {
		if m, err := g.Pos.ParseMove(text); err == nil {
			a.Move = m
			p.told++
		}
	}
	return a, nil
}

var thinkRE = regexp.MustCompile(`^\s*(\d+)[.+&-]?\s+([+-]?\d+)\s+(\d+)\s+(\d+)\s*(.*)$`)

// readLine takes in a line, and reports whether the engine has answered.
func (p *cecpPlayer) readLine(text string, g *Game, a *Answer, legs *[]string) (done bool, fault *Fault) {
	first, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	rest = strings.TrimSpace(rest)
	switch first {
	case "move":
		*legs = append(*legs, rest)
		return !strings.HasSuffix(rest, ","), nil
	case "resign":
		a.Resign, a.Text = true, first
		return true, nil
	case "1-0", "0-1", "1/2-1/2":
		lost := "0-1"
		if g.Pos.Side() == engine.White {
			lost = "1-0"
		}
		if first == lost {
			a.Resign, a.Text = true, text
			return true, nil
		}
		return true, &Fault{Garbage, "it claims " + shorten(text) + " while the game goes on"}
	case "Illegal":
		return true, &Fault{Refusal, shorten(text)}
	case "Error":
		if strings.Contains(rest, "move") {
			return true, &Fault{Refusal, shorten(text)}
		}
	}
	if m := thinkRE.FindStringSubmatch(text); m != nil {
		a.Info.readCECP(m)
	}
	return false, nil
}

// cecpMate is the score of a mate, to which its moves are added.
const cecpMate = 100_000

func (i *Info) readCECP(m []string) {
	i.Depth, _ = strconv.Atoi(m[1])
	i.Score, _ = strconv.Atoi(m[2])
	i.Mate, i.HasScore = 0, true
	centis, _ := strconv.ParseInt(m[3], 10, 64)
	i.Nodes, _ = strconv.ParseUint(m[4], 10, 64)
	i.Line = strings.TrimSpace(m[5])
	i.NPS = 0
	if centis > 0 {
		i.NPS = i.Nodes * 100 / uint64(centis)
	}
	if n := i.Score; n >= cecpMate {
		i.Mate, i.Score = max(2*(n-cecpMate)-1, 1), 0
	} else if n <= -cecpMate {
		i.Mate, i.Score = min(-2*(-n-cecpMate), -1), 0
	}
}
