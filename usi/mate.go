package usi

import (
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"mujo/engine"
	"mujo/search"
)

// checkmate begins the answer to go mate. Hosts wait for it for ever.
const checkmate = "checkmate "

// findMate obeys go mate: a search for a mate in the background.
func (l *loop) findMate(w *goWords) {
	pos := l.current().pos.Clone()
	control := search.NewControl(w.mateLimits())
	l.finish()
	keepFree(1)
	out, mb := l.out, l.settings.hash
	j := &job{cancel: control.Stop, done: make(chan struct{})}
	l.job.Store(j)
	go func() {
		defer close(j.done)
		answerMate(out, pos, control, mb, &j.last)
	}()
}

// answerMate searches and answers; it sets last before it answers.
func answerMate(out *output, p *engine.Position, c *search.Control, mb int, last *atomic.Bool) {
	answer := "timeout"
	func() {
		defer func() {
			if x := recover(); x != nil {
				out.errorf("go mate: internal fault: %v", x)
			}
		}()
		r := search.FindMate(p, c, mb, func(i search.MateInfo) { out.lines(mateInfo(i)) })
		switch r.Verdict {
		case search.Mates:
			answer = lineText(p, r.Line)
		case search.NoMate:
			answer = "nomate"
		}
	}()
	last.Store(true)
	out.lines(checkmate + answer)
}

// mateInfo is the info line of a search for a mate.
func mateInfo(i search.MateInfo) string {
	return fmt.Sprintf("info depth %d time %d nodes %d nps %d hashfull %d",
		i.Depth, i.Time.Milliseconds(), i.Nodes, int64(float64(i.Nodes)/max(i.Time, time.Millisecond).Seconds()), i.HashFull)
}

// lineText writes moves that follow each other from p, which is left at the
// end of them.
func lineText(p *engine.Position, line []engine.Move) string {
	words := make([]string, len(line))
	for i, m := range line {
		words[i] = p.MoveText(m)
		p.Make(m)
	}
	return strings.Join(words, " ")
}
