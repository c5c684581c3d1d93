// Package measure compares engines, and versions of an engine, on fixed
// positions: nodes, depth, time to each depth, speed, branching and the use of
// the table.
//
// A Run is what one program run measured, as JSON; Compare sets two against
// each other, and Duel asks several players about the same positions in turn.
package measure

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"strings"
	"time"

	"mujo/bench/player"
	"mujo/engine"
	"mujo/engine/rules"
)

// Version is that of the format of runs.
const Version = 1

// A Run is all that was measured in one run.
type Run struct {
	Version   int        `json:"mujo_bench"`
	Started   time.Time  `json:"started"`
	Host      string     `json:"host,omitempty"`
	System    string     `json:"system"` // os/arch, processors, Go
	Options   string     `json:"options"`
	Nodes     uint64     `json:"nodes"` // of all: the signature at a fixed depth
	NPS       uint64     `json:"nps"`
	Positions []Position `json:"positions"`
}

// A Position is what one engine did on one position.
type Position struct {
	Variant   string  `json:"variant"`
	SFEN      string  `json:"sfen"`
	Engine    string  `json:"engine"`
	Repeat    int     `json:"repeat,omitempty"` // of several measurements
	Move      string  `json:"move"`
	Score     int     `json:"score"`
	Depth     int     `json:"depth"`
	Nodes     uint64  `json:"nodes"`
	MS        float64 `json:"ms"`
	NPS       uint64  `json:"nps"`
	HashFull  int     `json:"hashfull"` // permille
	Branching float64 `json:"branching"`
	Steps     []Step  `json:"steps,omitempty"`
}

// A Step is what it took to reach a depth.
type Step struct {
	Depth int     `json:"d"`
	Nodes uint64  `json:"n"`
	MS    float64 `json:"ms"`
}

// NewRun returns an empty run of this machine.
func NewRun(options string) *Run {
	host, _ := os.Hostname()
	return &Run{
		Version: Version, Started: time.Now().UTC().Truncate(time.Second), Host: host, Options: options,
		System: fmt.Sprintf("%s/%s, %d processors, %s", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version()),
	}
}

// Add adds a measurement.
func (r *Run) Add(p Position) {
	r.Positions = append(r.Positions, p)
	r.Nodes += p.Nodes
	ms := 0.0
	for i := range r.Positions {
		ms += r.Positions[i].MS
	}
	if ms > 0 {
		r.NPS = uint64(float64(r.Nodes) * 1000 / ms)
	}
}

// Branching is the effective branching factor: by how much the nodes grow from
// one depth to the next, as a mean over the last few. It is 0 if unknown.
func Branching(steps []Step) float64 {
	const most = 4
	last := len(steps) - 1
	first := max(last-most, 0)
	for first < last && steps[first].Nodes < 100 {
		first++ // the first depths tell nothing
	}
	if last <= first || steps[last].Depth <= steps[first].Depth {
		return 0
	}
	growth := float64(steps[last].Nodes) / float64(steps[first].Nodes)
	return math.Pow(growth, 1/float64(steps[last].Depth-steps[first].Depth))
}

// Milliseconds is d with two decimals.
func Milliseconds(d time.Duration) float64 { return math.Round(d.Seconds()*100_000) / 100 }

// Write writes the run as JSON.
func (r *Run) Write(out interface{ Write([]byte) (int, error) }) error {
	e := json.NewEncoder(out)
	e.SetIndent("", " ")
	return e.Encode(r)
}

// Read reads a run. Its errors name the file.
func Read(path string) (*Run, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var r Run
	if err := json.Unmarshal(data, &r); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			line := 1 + strings.Count(string(data[:min(int(syntax.Offset), len(data))]), "\n")
			return nil, fmt.Errorf("%s:%d: %w", path, line, err)
		}
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if r.Version < 1 || r.Version > Version {
		return nil, fmt.Errorf("%s:1: not what mujo bench -json wrote", path)
	}
	return &r, nil
}

// A Rival is a player to measure, and what it may use for a position.
type Rival struct {
	player.Spec
	Limits player.Limits
}

// Duel asks all rivals about each position, in turn and with the first one
// changing, so that what else the machine does hits all alike. Positions that
// a protocol cannot set up are turned round for all of them, or left out. Each,
// if not nil, is called after every answer.
func Duel(ctx context.Context, r *rules.Rules, sfens []string, rivals []Rival, each func(Position)) (skipped int, err error) {
	var players []player.Player
	defer func() {
		for _, p := range players {
			p.Close()
		}
	}()
	cecp := false
	for i := range rivals {
		p, err := player.Open(ctx, rivals[i].Spec, r)
		if err != nil {
			return 0, err
		}
		players = append(players, p)
		cecp = cecp || rivals[i].Protocol == player.CECP
	}
	for n, sfen := range sfens {
		if cecp {
			if sfen, err = forCECP(r, sfen); err != nil {
				skipped++
				continue
			}
		}
		for k := range rivals {
			if ctx.Err() != nil {
				return skipped, nil
			}
			i := (n + k) % len(rivals)
			p, err := ask(ctx, players[i], &rivals[i], r, sfen)
			if ctx.Err() != nil {
				return skipped, nil
			}
			if err != nil {
				return skipped, fmt.Errorf("engine %s, %s: %w", rivals[i].Name, sfen, err)
			}
			each(p)
		}
	}
	return skipped, nil
}

// ask measures one player on one position.
func ask(ctx context.Context, p player.Player, rival *Rival, r *rules.Rules, sfen string) (Position, error) {
	if sfen == r.Sheet.StartSFEN() {
		sfen = "" // every protocol has it
	}
	g, err := player.NewGame(r, sfen)
	if err != nil {
		return Position{}, err
	}
	if err := p.NewGame(ctx, g); err != nil {
		return Position{}, err
	}
	a, err := p.Think(ctx, g, rival.Limits)
	if err != nil {
		return Position{}, err
	}
	out := Position{
		Variant: r.Name, SFEN: g.Pos.SFEN(), Engine: rival.Name, Score: a.Info.Score, Depth: a.Info.Depth, Nodes: a.Info.Nodes,
		MS: Milliseconds(a.Time), NPS: a.Info.PerSecond(a.Time), HashFull: a.Info.HashFull,
	}
	if a.Move != engine.NoMove {
		out.Move = g.Pos.MoveText(a.Move)
	}
	for _, s := range a.Info.Steps {
		out.Steps = append(out.Steps, Step{s.Depth, s.Nodes, Milliseconds(s.Time)})
	}
	out.Branching = Branching(out.Steps)
	return out, nil
}

// forCECP is the position, or if White is to move the same with the sides
// changed.
func forCECP(r *rules.Rules, sfen string) (string, error) {
	p, err := engine.ParseSFEN(r, sfen)
	if err != nil {
		return "", err
	}
	if sfen == r.Sheet.StartSFEN() {
		return sfen, nil
	}
	if p.Side() == engine.White {
		sfen = Turn(p)
		if p, err = engine.ParseSFEN(r, sfen); err != nil {
			return "", err
		}
	}
	return sfen, player.CanSetUp(p)
}

// Turn is a position turned by half, with the sides changed: the same game for
// the one to move. Where the sides do not begin alike it may not be.
func Turn(p *engine.Position) string {
	r := p.Rules()
	other := func(pc engine.Piece) string {
		return engine.PieceText(r, rules.MakePiece(pc.Kind(), pc.Color().Other()))
	}
	var b strings.Builder
	for y := r.Ranks - 1; y >= 0; y-- {
		run := 0
		flush := func() {
			if run > 0 {
				fmt.Fprint(&b, run)
				run = 0
			}
		}
		for x := r.Files - 1; x >= 0; x-- {
			if pc := p.At(r.At(x, y)); pc == engine.Empty {
				run++
			} else {
				flush()
				b.WriteString(other(pc))
			}
		}
		flush()
		if y > 0 {
			b.WriteByte('/')
		}
	}
	turn := " w "
	if p.Side() == engine.White {
		turn = " b "
	}
	hand := ""
	for _, c := range []engine.Color{engine.White, engine.Black} {
		for slot, k := range r.HandKinds {
			if n := p.Hand(c, slot); n > 0 {
				hand += fmt.Sprint(n) + engine.PieceText(r, rules.MakePiece(k, c.Other()))
			}
		}
	}
	if hand == "" {
		hand = "-"
	}
	return b.String() + turn + hand + fmt.Sprintf(" %d", p.Ply())
}
