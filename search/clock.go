package search

import "time"

// A budget is the time one move may take.
type budget struct {
	timed bool
	soft  time.Duration // no new iteration after this, as things stand
	hard  time.Duration // the answer is due
	grace time.Duration // what the first ply may take beyond that
}

// plan turns limits into a budget. Area is the number of squares of the
// board, a fair guess at the moves a game takes each side; ply is the number
// of the move to be made.
func plan(l *Limits, area, ply int) budget {
	if l.Infinite || l.Ponder {
		return budget{}
	}
	var b budget
	if l.Clock != nil {
		b = l.Clock.budget(area, ply)
	}
	if l.MoveTime > 0 && (!b.timed || l.MoveTime < b.hard) {
		b = budget{timed: true, soft: l.MoveTime, hard: l.MoveTime, grace: grace}
	}
	return b
}

// grace is what the first ply may take beyond a budget of next to nothing, so
// that the answer is not the first move that comes.
const grace = 4 * time.Millisecond

// budget shares out the clock. The increment counts in both senses in use:
// it may or may not be in the main time already, so no more is ever used than
// the larger of the main time and most of the increment.
func (c *Clock) budget(area, ply int) budget {
	left, inc, byoyomi := max(c.Left, 0), max(c.Increment, 0), max(c.Byoyomi, 0)
	available := max(left, inc*8/10)
	if byoyomi > 0 {
		available = left + byoyomi
	}
	// The overhead is kept back as long as that leaves anything to think in.
	hard := max(available-c.Overhead, available/10, time.Millisecond)
	moves := c.MovesToGo
	if moves <= 0 {
		// Games may last much longer than usual, and without an increment what
		// is left must do for the rest whatever it is. On large boards they do:
		// in dai 250 moves each are common, and moves take nearly twice their share.
		moves = max(area/2+10-ply/4, area/4+15, area*9/8-56)
	}
	soft := left/time.Duration(moves) + inc*7/10 + byoyomi*8/10
	if left == 0 && inc == 0 { // what is not used now is lost
		soft = hard
	}
	limit := 4 * soft
	if c.MovesToGo == 1 {
		limit = hard
	}
	return budget{
		timed: true, soft: min(soft, hard), hard: min(hard, max(limit, byoyomi-c.Overhead)),
		grace: min(grace, available/8),
	}
}

// scale leaves only a share of the time.
func (b *budget) scale(share float64) {
	b.soft = time.Duration(float64(b.soft) * share)
	b.hard = time.Duration(float64(b.hard) * share)
}
