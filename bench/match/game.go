package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"mujo/bench/player"
	"mujo/bench/record"
	"mujo/engine"
)

// What ends a game besides the rules of the variant and a player's faults.
const (
	TimeForfeit     = "time forfeit"
	IllegalMove     = "illegal move"
	Resigned        = "resignation"
	Declared        = "entering king"
	FalseClaim      = "false claim of a win"
	AdjudicatedWin  = "adjudicated by score"
	AdjudicatedDraw = "adjudicated as even"
	PlyLimit        = "ply limit"
)

// A verdict is the end of a game.
type verdict struct {
	engine.Outcome
	reason, detail string
}

func lostBy(c engine.Color, reason, detail string) *verdict {
	return &verdict{engine.Outcome{Over: true, Winner: c.Other(), Reason: engine.Reason(reason)}, reason, detail}
}

// A table is where one game is played.
type table struct {
	m       *Match
	game    *player.Game
	players [2]player.Player // by color
	broken  [2]bool          // players of no further use
	clocks  *clocks
	adjudicator
	plies []record.Ply
}

// play plays a game from its opening to the end. An error is that of ctx.
func (t *table) play(ctx context.Context) (*verdict, error) {
	for {
		if v := t.judge(); v != nil {
			return v, nil
		}
		v, err := t.move(ctx)
		if v != nil || err != nil {
			return v, err
		}
	}
}

// judge applies the rules and the limit to the position.
func (t *table) judge() *verdict {
	if o := t.game.Pos.Outcome(); o.Over {
		return &verdict{o, string(o.Reason), ""}
	}
	if n := t.m.MaxPlies; n > 0 && len(t.game.Moves) >= n {
		return &verdict{engine.Outcome{Over: true, Draw: true}, PlyLimit, ""}
	}
	return nil
}

// move has the side to move play, and returns how that ended the game, if it
// did other than by the rules.
func (t *table) move(ctx context.Context) (*verdict, error) {
	p := t.game.Pos
	us := p.Side()
	limits := t.clocks.limits(us, t.m.HangTime)
	a, err := t.players[us].Think(ctx, t.game, limits)
	if err != nil {
		t.broken[us] = true
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		var f *player.Fault
		if errors.As(err, &f) {
			return lostBy(us, string(f.Kind), f.Detail), nil
		}
		return lostBy(us, string(player.Crash), err.Error()), nil
	}
	inTime := t.clocks.use(us, a.Time) && !a.Late
	switch {
	case !inTime:
		limit := limits.Deadline
		return lostBy(us, TimeForfeit, fmt.Sprintf("%v taken, %v allowed", a.Time.Round(time.Millisecond), limit)), nil
	case a.Resign:
		return lostBy(us, Resigned, ""), nil
	case a.Win:
		if t.m.Declares != nil && t.m.Declares(p) {
			return &verdict{engine.Outcome{Over: true, Winner: us}, Declared, ""}, nil
		}
		return lostBy(us, FalseClaim, ""), nil
	case a.Move == engine.NoMove || !p.IsLegal(a.Move):
		return lostBy(us, IllegalMove, fmt.Sprintf("%q", a.Text)), nil
	}
	t.note(us, &a)
	t.game.Play(a.Move)
	if t.game.Pos.Outcome().Over {
		return nil, nil // the rules come before what players think
	}
	if o, reason := t.see(us, len(t.game.Moves), &a.Info); o.Over {
		return &verdict{o, reason, ""}, nil
	}
	return nil, nil
}

// note keeps what there is to say about a move.
func (t *table) note(us engine.Color, a *player.Answer) {
	i := &a.Info
	ply := record.Ply{
		Move: t.game.Pos.MoveText(a.Move), Time: float64(a.Time.Round(10*time.Microsecond)) / float64(time.Millisecond), Clock: t.clocks.shown(us),
		Depth: i.Depth, Sel: i.SelDepth, Nodes: i.Nodes, NPS: i.PerSecond(a.Time),
	}
	switch {
	case !i.HasScore:
	case i.Mate != 0:
		ply.Mate = &i.Mate
	default:
		ply.Score = &i.Score
	}
	t.plies = append(t.plies, ply)
}
