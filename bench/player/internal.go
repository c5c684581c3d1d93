package player

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"mujo/engine"
	"mujo/engine/rules"
	"mujo/eval"
	"mujo/search"
)

// An internal player is the engine of this module, in process.
type internal struct {
	searcher *search.Searcher
	overhead time.Duration
	declares func(*engine.Position) bool // nil: never
}

func openInternal(s Spec, r *rules.Rules) (Player, error) {
	o := search.Options{HashMB: 64, Threads: 1, MultiPV: 1}
	p := &internal{overhead: 10 * time.Millisecond, declares: s.Declares}
	file := ""
	for _, opt := range s.Options {
		n, err := strconv.Atoi(opt.Value)
		switch name := foldName(opt.Name); {
		case name == "usi hash" || name == "hash":
			o.HashMB = n
		case name == "threads":
			o.Threads = n
		case name == "move overhead":
			p.overhead = time.Duration(n) * time.Millisecond
		case name == "skill level":
			if o.Weaker = search.MaxSkill - n; err == nil && (n < 0 || n > search.MaxSkill) {
				return nil, fmt.Errorf("option %s=%s: expected a number from 0 to %d", opt.Name, opt.Value, search.MaxSkill)
			}
		case name == "evalfile":
			file, err = opt.Value, nil
		case opt.Shared:
			continue
		default:
			return nil, fmt.Errorf("option %q: in process there are USI_Hash, Threads, Move_Overhead, Skill_Level and EvalFile", opt.Name)
		}
		if err != nil || n < 0 || n > 1<<20 {
			return nil, fmt.Errorf("option %s=%s: expected a number", opt.Name, opt.Value)
		}
	}
	e, err := eval.Load(r, file)
	if err != nil {
		return nil, fmt.Errorf("option EvalFile: %w", err)
	}
	p.searcher = search.NewWith(r, e, o)
	return p, nil
}

func (p *internal) ID() string { return "Mujo in process" }

func (p *internal) NewGame(context.Context, *Game) error {
	p.searcher.NewGame()
	return nil
}

func (p *internal) Think(ctx context.Context, g *Game, l Limits) (Answer, error) {
	if p.declares != nil && p.declares(g.Pos) {
		return Answer{Text: "win", Win: true}, nil
	}
	limits := search.Limits{Depth: l.Depth, Nodes: l.Nodes, MoveTime: l.MoveTime}
	if c := l.Clock; c != nil {
		us := g.Pos.Side()
		limits.Clock = &search.Clock{
			Left: c.Left[us], Increment: c.Increment[us], Byoyomi: c.Byoyomi[us], MovesToGo: c.MovesToGo, Overhead: p.overhead,
		}
	}
	control := search.NewControl(limits)
	defer context.AfterFunc(ctx, control.Stop)()
	if l.Deadline > 0 {
		defer time.AfterFunc(l.Deadline, control.Stop).Stop()
	}
	var info Info
	began := time.Now()
	res := p.searcher.Go(g.Pos.Clone(), control, func(i search.Info) {
		if i.MultiPV <= 1 {
			info.SelDepth, info.HashFull, info.Depth, info.Nodes = i.SelDepth, i.HashFull, i.Depth, i.Nodes
			info.step(i.Time)
		}
	})
	a := Answer{Time: time.Since(began), Move: res.Best, Info: info}
	if err := ctx.Err(); err != nil {
		return a, err
	}
	a.Late = l.Deadline > 0 && a.Time > l.Deadline
	a.Info.HasScore, a.Info.Depth, a.Info.Nodes = true, res.Depth, res.Nodes
	if n, ok := res.Score.MatePlies(); ok {
		a.Info.Mate = n
	} else {
		a.Info.Score = int(res.Score)
	}
	a.Info.NPS = a.Info.PerSecond(a.Time)
	a.Text = "resign"
	a.Resign = res.Best == engine.NoMove
	if !a.Resign {
		a.Text = g.Pos.MoveText(res.Best)
	}
	return a, nil
}

func (p *internal) GameOver(engine.Color, engine.Outcome) {}

func (p *internal) Close() {}
