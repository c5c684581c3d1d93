package search

import (
	"sync"
	"sync/atomic"
	"time"

	"mujo/engine"
)

// Limits say when a search ends; the first that is reached does it. A zero
// field sets no limit, and without any the search goes on until stopped.
type Limits struct {
	Depth    int           // plies
	Nodes    uint64        // positions
	MoveTime time.Duration // exactly so long
	Clock    *Clock        // nil: no clock
	// Infinite: no answer before Stop, whatever is found.
	Infinite bool
	// Ponder: no answer before Stop or PonderHit.
	Ponder bool
	// Moves restricts the root; empty: all legal moves.
	Moves []engine.Move
}

// depth is the last depth to search.
func (l *Limits) depth() int {
	if l.Depth > 0 {
		return min(l.Depth, maxPly-2)
	}
	return maxPly - 2
}

// A Clock is the time of the side to move, before this move.
type Clock struct {
	Left      time.Duration // main time; what is negative counts as none
	Increment time.Duration
	Byoyomi   time.Duration // for this move once the main time is used up
	MovesToGo int           // until the next time control, 0 if none
	Overhead  time.Duration // kept back for the way to the host
}

// A Control is one search's handle: it may be stopped, or turned from
// pondering into playing, from any goroutine and at any time, before the
// search has begun too.
type Control struct {
	stopped atomic.Bool
	wake    chan struct{} // closed by Stop

	mu      sync.Mutex
	limits  Limits
	born    time.Time // when the search began
	started time.Time // when the clock began to run: then, or at the ponder hit
	hit     bool
	changed chan struct{} // closed by PonderHit
}

// NewControl returns the handle of a search whose clock starts now.
func NewControl(l Limits) *Control {
	now := time.Now()
	return &Control{limits: l, born: now, started: now, wake: make(chan struct{}), changed: make(chan struct{})}
}

// Stop ends the search; it answers with what it has.
func (c *Control) Stop() {
	if c.stopped.CompareAndSwap(false, true) {
		close(c.wake)
	}
}

// Stopped reports whether Stop was called.
func (c *Control) Stopped() bool { return c.stopped.Load() }

// began returns when the clock began to run.
func (c *Control) began() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.started
}

// Age returns how long ago the search began, pondering included.
func (c *Control) Age() time.Duration { return time.Since(c.born) }

// PonderHit turns pondering into playing: the clock starts now. A clock that
// is not nil replaces the one given at the start.
func (c *Control) PonderHit(clock *Clock) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.limits.Ponder || c.hit {
		return
	}
	c.hit = true
	c.limits.Ponder = false
	c.started = time.Now()
	if clock != nil {
		c.limits.Clock = clock
	}
	close(c.changed)
}
