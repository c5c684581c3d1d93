package player

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"mujo/engine"
	"mujo/engine/rules"
)

// A Player plays one game after another.
type Player interface {
	// ID is what the player calls itself.
	ID() string
	// NewGame readies it for a game, whose opening may hold moves.
	NewGame(ctx context.Context, g *Game) error
	// Think asks for a move in the game's position. The error is a *Fault, or
	// that of ctx when it ended first; the player is of no use after either.
	Think(ctx context.Context, g *Game, l Limits) (Answer, error)
	// GameOver tells the result to the player that had a color.
	GameOver(us engine.Color, o engine.Outcome)
	// Close ends it.
	Close()
}

// A Protocol is how to talk to a player.
type Protocol string

// The protocols.
const (
	USI      Protocol = "usi"
	CECP     Protocol = "cecp"
	Internal Protocol = "internal"
)

// An Option is a setting of a player.
type Option struct {
	Name, Value string
	// Shared: given to all players, so that one that lacks it is not wrong.
	Shared bool
}

// A Spec says what to start and how.
type Spec struct {
	Name     string
	Command  []string // program and arguments
	Dir      string   // where to start it
	Protocol Protocol
	Options  []Option
	Sheet    string // a file with the rules, for programs that can read it
	// MemoryMB is the size of tables for CECP, where it is no option.
	MemoryMB int
	// SwapClocks: it takes btime for White's.
	SwapClocks bool
	// ByoyomiOnly: it knows no movetime and no increment, and takes byoyomi
	// instead.
	ByoyomiOnly bool
	// Declares, if not nil, reports whether a win may be claimed; the player in
	// process then claims it. Programs know for themselves.
	Declares func(*engine.Position) bool
	// StartTimeout is how long it may take to get ready.
	StartTimeout time.Duration
	// Log, if not nil, is told all lines: ">" sent, "<" received, "!" from its
	// standard error.
	Log func(direction, line string)
}

// Open starts a player for games by the rules.
func Open(ctx context.Context, s Spec, r *rules.Rules) (Player, error) {
	if s.StartTimeout == 0 {
		s.StartTimeout = time.Minute
	}
	var p Player
	var err error
	switch s.Protocol {
	case Internal:
		p, err = openInternal(s, r)
	case CECP:
		p, err = openCECP(ctx, s, r)
	default:
		p, err = openUSI(ctx, s, r)
	}
	if err != nil {
		return nil, fmt.Errorf("engine %s: %w", s.Name, err)
	}
	return p, nil
}

// A Game is what a player has to know of the game it plays.
type Game struct {
	SFEN  string           // where it began, empty for the start position
	Moves []engine.Move    // since
	Texts []string         // the same as USI
	Pos   *engine.Position // after all of them
	start *engine.Position
}

// NewGame returns a game at its start; an empty SFEN is the start position.
func NewGame(r *rules.Rules, sfen string) (*Game, error) {
	p := engine.New(r)
	if sfen != "" {
		var err error
		if p, err = engine.ParseSFEN(r, sfen); err != nil {
			return nil, err
		}
	}
	return &Game{SFEN: sfen, Pos: p, start: p.Clone()}, nil
}

// Start returns a copy of the position where the game began.
func (g *Game) Start() *engine.Position { return g.start.Clone() }

// Play makes a legal move.
func (g *Game) Play(m engine.Move) {
	g.Moves = append(g.Moves, m)
	g.Texts = append(g.Texts, g.Pos.MoveText(m))
	g.Pos.Make(m)
}

// PlayText makes the move of that text.
func (g *Game) PlayText(text string) error {
	m, err := g.Pos.ParseMove(text)
	if err != nil {
		return err
	}
	g.Play(m)
	return nil
}

// Limits bound one move.
type Limits struct {
	Depth    int
	Nodes    uint64
	MoveTime time.Duration
	Clock    *Clock
	// Deadline is when to give up on the player; 0 is never.
	Deadline time.Duration
}

// A Clock is the time of both sides, by color.
type Clock struct {
	Left, Increment, Byoyomi [2]time.Duration
	MovesToGo                int // of the side to move, until the next control
	Moves                    int // a control, for protocols that say so at the start
	Base                     time.Duration
}

// An Answer is what a player says to a position.
type Answer struct {
	Text   string      // the move as it was written
	Move   engine.Move // NoMove if it resigns, claims or wrote no legal move
	Resign bool
	Win    bool // claims to have won
	Late   bool // past the deadline
	Time   time.Duration
	Info   Info
}

// An Info is what a player last said of its search.
type Info struct {
	HasScore bool
	Score    int // centipawns, from the player's view
	Mate     int // plies to the end if not 0, negative if lost
	Depth    int
	SelDepth int
	Nodes    uint64
	NPS      uint64
	HashFull int
	Line     string // the pv, in the player's words
	Steps    []Step // what it took to reach each depth
}

// A Step is what a player had done when it last spoke of a depth.
type Step struct {
	Depth int
	Nodes uint64
	Time  time.Duration
}

// step notes a new depth.
func (i *Info) step(at time.Duration) {
	if i.Depth == 0 || i.Nodes == 0 {
		return
	}
	if n := len(i.Steps); n > 0 && i.Steps[n-1].Depth >= i.Depth {
		if last := &i.Steps[n-1]; last.Depth == i.Depth { // the depth is done with its last word
			last.Nodes, last.Time = i.Nodes, at
		}
		return
	}
	i.Steps = append(i.Steps, Step{i.Depth, i.Nodes, at})
}

// PerSecond is the speed it reported, or else that of its nodes over d.
func (i *Info) PerSecond(d time.Duration) uint64 {
	if i.NPS > 0 || i.Nodes == 0 || d <= 0 {
		return i.NPS
	}
	return uint64(float64(i.Nodes) / d.Seconds())
}

// A FaultKind says how a player failed.
type FaultKind string

// The faults.
const (
	Crash   FaultKind = "engine crashed"
	Hang    FaultKind = "engine hangs"
	Refusal FaultKind = "refused a legal move"
	Garbage FaultKind = "protocol violated"
)

// A Fault ends a player's game, and the player.
type Fault struct {
	Kind   FaultKind
	Detail string
}

func (f *Fault) Error() string {
	if f.Detail == "" {
		return string(f.Kind)
	}
	return string(f.Kind) + ": " + f.Detail
}

// hangLimit is how long an engine may take for what needs no thought.
const hangLimit = 30 * time.Second

// stopLimit is how long it may take to answer once told to stop.
const stopLimit = 2 * time.Second

// noDeadline is a wait that no game outlasts.
const noDeadline = 1000 * time.Hour

// urge waits for a move with take, at most until deadline if there is one, and
// then once more after telling the engine to do what told names. It reports whether
// that was needed.
func urge(deadline time.Duration, take func(limit time.Duration) error, tell func(), told string) (late bool, err error) {
	limit := deadline
	if limit == 0 {
		limit = noDeadline
	}
	hangs := func(err error) bool {
		var f *Fault
		return errors.As(err, &f) && f.Kind == Hang
	}
	if err = take(limit); !hangs(err) {
		return false, err
	}
	tell()
	if err = take(stopLimit); hangs(err) {
		err = &Fault{Hang, fmt.Sprintf("no move within %v, and none when told to %s", limit, told)}
	}
	return true, err
}

// foldName makes spellings of an option's name alike.
func foldName(name string) string {
	return strings.ToLower(strings.ReplaceAll(strings.Join(strings.Fields(name), " "), "_", " "))
}

// shorten cuts what goes into a report.
func shorten(s string) string {
	const most = 200
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "..."
	}
	return s
}
