package match

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"mujo/bench/player"
	"mujo/engine"
)

// A Control is how much a player may think.
type Control struct {
	// A clock: Base for Moves moves, or for the whole game if that is 0.
	Clock                    bool
	Moves                    int
	Base, Increment, Byoyomi time.Duration
	// Or limits of each move.
	MoveTime time.Duration
	Depth    int
	Nodes    uint64
	// Margin is how far the time may be overstepped; negative: the standard.
	Margin time.Duration
}

// The margins where none is given: a move time is not meant as a limit to the
// millisecond.
const (
	clockMargin    = 100 * time.Millisecond
	moveTimeMargin = time.Second
)

func (c *Control) margin() time.Duration {
	switch {
	case c.Margin >= 0:
		return c.Margin
	case c.Clock:
		return clockMargin
	}
	return moveTimeMargin
}

// ParseTC reads a time control as cutechess has it, [MOVES/]TIME[+INCREMENT],
// with TIME in seconds or as MINUTES:SECONDS; inf is no clock.
func ParseTC(s string) (Control, error) {
	var c Control
	if s == "inf" || s == "infinite" {
		return c, nil
	}
	c.Clock = true
	wrong := fmt.Errorf("tc=%s: expected [MOVES/][MINUTES:]SECONDS[+INCREMENT], as 10+0.1, or inf", s)
	rest := s
	if moves, after, ok := strings.Cut(rest, "/"); ok {
		n, err := strconv.Atoi(moves)
		if err != nil || n < 0 {
			return c, wrong
		}
		c.Moves, rest = n, after
	}
	base, inc, hasInc := strings.Cut(rest, "+")
	var err error
	if minutes, seconds, ok := strings.Cut(base, ":"); ok {
		n, e := strconv.Atoi(minutes)
		if e != nil || n < 0 {
			return c, wrong
		}
		c.Base, err = ParseSeconds(seconds)
		c.Base += time.Duration(n) * time.Minute
	} else {
		c.Base, err = ParseSeconds(base)
	}
	if err == nil && hasInc {
		c.Increment, err = ParseSeconds(inc)
	}
	if err != nil {
		return c, wrong
	}
	return c, nil
}

// ParseSeconds reads a time: a number of seconds, or one with a unit.
func ParseSeconds(s string) (time.Duration, error) { return parseTime(s, time.Second) }

// ParseMillis reads a time: a number of milliseconds, or one with a unit.
func ParseMillis(s string) (time.Duration, error) { return parseTime(s, time.Millisecond) }

func parseTime(s string, unit time.Duration) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	if err != nil {
		n, ferr := strconv.ParseFloat(s, 64)
		if ferr != nil || !(n >= 0 && n < 1e9) {
			return 0, fmt.Errorf("time %q: expected a number, or one with a unit as 500ms", s)
		}
		d = time.Duration(n * float64(unit))
	}
	if d < 0 {
		return 0, fmt.Errorf("time %q: expected no negative one", s)
	}
	return d, nil
}

// Check reports what is wrong with the control.
func (c *Control) Check() error {
	switch {
	case !c.Clock && c.MoveTime == 0 && c.Depth == 0 && c.Nodes == 0:
		return errors.New("no limit: expected tc=, byoyomi=, movetime=, depth= or nodes=")
	case c.Clock && c.Base == 0 && c.Increment == 0 && c.Byoyomi == 0:
		return errors.New("a clock without time")
	case c.Clock && c.MoveTime > 0:
		return errors.New("both a clock and a time for each move: expected one of them")
	}
	return nil
}

func (c *Control) String() string {
	var parts []string
	seconds := func(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }
	if c.Clock {
		text := seconds(c.Base)
		if c.Moves > 0 {
			text = strconv.Itoa(c.Moves) + "/" + text
		}
		if c.Increment > 0 {
			text += "+" + seconds(c.Increment)
		}
		parts = append(parts, "tc="+text)
		if c.Byoyomi > 0 {
			parts = append(parts, "byoyomi="+seconds(c.Byoyomi))
		}
	}
	if c.MoveTime > 0 {
		parts = append(parts, "movetime="+c.MoveTime.String())
	}
	if c.Depth > 0 {
		parts = append(parts, "depth="+strconv.Itoa(c.Depth))
	}
	if c.Nodes > 0 {
		parts = append(parts, "nodes="+strconv.FormatUint(c.Nodes, 10))
	}
	if c.Margin >= 0 {
		parts = append(parts, "timemargin="+strconv.FormatInt(c.Margin.Milliseconds(), 10))
	}
	return strings.Join(parts, " ")
}

// clocks are those of a game.
type clocks struct {
	controls [2]*Control
	left     [2]time.Duration
	moves    [2]int // made since the last control
}

func newClocks(black, white *Control) *clocks {
	return &clocks{controls: [2]*Control{black, white}, left: [2]time.Duration{black.Base, white.Base}}
}

// limits are those of c's next move.
func (k *clocks) limits(c engine.Color, hang time.Duration) player.Limits {
	own := k.controls[c]
	l := player.Limits{Depth: own.Depth, Nodes: own.Nodes, MoveTime: own.MoveTime, Deadline: hang}
	switch {
	case own.Clock:
		clock := &player.Clock{Left: k.left, Moves: own.Moves, Base: own.Base}
		for i, o := range k.controls {
			if !o.Clock { // time without end, for all that the opponent is told
				clock.Left[i] = time.Hour
			}
			clock.Increment[i], clock.Byoyomi[i] = o.Increment, o.Byoyomi
		}
		if own.Moves > 0 {
			clock.MovesToGo = own.Moves - k.moves[c]
		}
		l.Clock = clock
		l.Deadline = k.left[c] + own.Byoyomi + own.margin()
	case own.MoveTime > 0:
		l.Deadline = own.MoveTime + own.margin()
	}
	return l
}

// use takes the time of a move off c's clock, and reports whether it was in
// time.
func (k *clocks) use(c engine.Color, d time.Duration) bool {
	own := k.controls[c]
	if own.MoveTime > 0 {
		return d <= own.MoveTime+own.margin()
	}
	if !own.Clock {
		return true
	}
	left := k.left[c] - d
	if left+own.Byoyomi+own.margin() < 0 {
		return false
	}
	k.left[c] = max(left, 0) + own.Increment
	k.moves[c]++
	if own.Moves > 0 && k.moves[c] == own.Moves {
		k.moves[c] = 0
		k.left[c] += own.Base
	}
	return true
}

// shown is c's clock in milliseconds, nil if it has none.
func (k *clocks) shown(c engine.Color) *int64 {
	if !k.controls[c].Clock {
		return nil
	}
	ms := k.left[c].Milliseconds()
	return &ms
}
