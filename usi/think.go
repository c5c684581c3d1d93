package usi

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"mujo/engine"
	"mujo/search"
)

// A job is what runs in the background: a search, or a long debug command.
type job struct {
	cancel func()        // of a debug command or a search for a mate
	done   chan struct{} // closed after the answer
	last   atomic.Bool   // the last words are being said: to whom has read them it is done
	search *thinking     // nil for the others
}

// stop makes the job end soon.
func (j *job) stop() {
	if j.cancel != nil {
		j.cancel()
	}
	if j.search != nil {
		j.search.control.Stop()
		j.search.release()
	}
}

// wait waits for the answer, but no longer than d.
func (j *job) wait(d time.Duration) {
	select {
	case <-j.done:
	case <-time.After(d):
	}
}

// A thinking is one search, from go to its answer.
type thinking struct {
	out      *output
	searcher Searcher
	pos      *engine.Position // its own
	side     engine.Color     // to move
	settings settings         // as they were at go
	limits   search.Limits
	control  *search.Control
	report   *reporter
	bare     bool // go ponder without limits

	// free is closed when the answer may be given, which in ponder and
	// infinite is not before the host says so.
	free     chan struct{}
	freeOnce sync.Once
	broken   bool // the searcher panicked; the loop reads it once the job is done
}

func (t *thinking) release() { t.freeOnce.Do(func() { close(t.free) }) }

// think obeys go.
func (l *loop) think(words []string) {
	w := parseGo(words)
	defer func() {
		if x := recover(); x != nil {
			l.out.errorf("go: internal fault: %v", x)
			if w.mate {
				l.out.lines(checkmate + "timeout")
				return
			}
			l.out.lines("bestmove " + fallback(l.current().pos, nil))
		}
	}()
	if len(w.errors) > 0 {
		l.out.errorf("go: %s", w.errors[0])
	}
	if w.mate {
		l.findMate(w)
		return
	}
	pos := l.current().pos.Clone()
	overhead := l.settings.moveOverhead()
	limits := w.limits(pos.Side(), overhead)
	limits.Moves = l.rootMoves(pos, w.moves)
	control := search.NewControl(limits) // the clock has been running since the line came
	l.finish()
	l.prepare()
	t := &thinking{
		out: l.out, searcher: l.searcher, pos: pos, side: pos.Side(), settings: l.settings, limits: limits, control: control,
		bare: w.ponder && !w.told(), free: make(chan struct{}),
	}
	if !limits.Infinite && !limits.Ponder {
		t.release()
	}
	j := &job{done: make(chan struct{}), search: t}
	l.job.Store(j)
	go func() {
		defer close(j.done)
		t.run(&j.last)
	}()
}

// rootMoves reads the moves of searchmoves; what is not legal is left out.
func (l *loop) rootMoves(p *engine.Position, words []string) []engine.Move {
	var moves []engine.Move
	for _, text := range words {
		m, err := p.ParseMove(text)
		if err != nil {
			l.out.errorf("go: searchmoves: %v; expected a legal move, it is left out", err)
			continue
		}
		if !slices.Contains(moves, m) {
			moves = append(moves, m)
		}
	}
	return moves
}

// ponderHit obeys ponderhit: the search goes on as the real one.
func (l *loop) ponderHit(words []string) {
	j := l.running()
	if j == nil || j.search == nil || !j.search.limits.Ponder {
		return
	}
	t := j.search
	w := parseGo(words)
	if len(w.errors) > 0 {
		l.out.errorf("ponderhit: %s", w.errors[0])
	}
	t.control.PonderHit(w.hit(t.side, t.settings.moveOverhead(), t.bare))
	if !t.limits.Infinite {
		t.release()
	}
}

// run thinks and answers; it sets last before it answers.
func (t *thinking) run(last *atomic.Bool) {
	answer := t.answer()
	<-t.free
	var lines []string
	if t.report != nil {
		lines = t.report.final()
	}
	last.Store(true)
	t.out.lines(append(lines, "bestmove "+answer)...)
}

// answer is what follows bestmove. Whatever the searcher does, it is legal.
func (t *thinking) answer() (text string) {
	p := t.pos
	defer func() {
		if x := recover(); x != nil {
			t.broken = true
			t.report = nil
			t.out.errorf("go: internal fault: %v", x)
			text = fallback(p, t.limits.Moves)
		}
	}()
	// 1. A lost game is resigned; one that is over otherwise goes on, since
	// hosts have their own rules for the end.
	o := p.Outcome()
	if o.Over {
		t.out.info("%s", outcomeText(o))
		if !o.Draw && o.Winner != p.Side() {
			return "resign"
		}
	}
	legal := p.GenerateLegal(nil)
	if len(legal) == 0 {
		return "resign"
	}
	// 2. A game may be won by saying so. An analysis asks for a move.
	playing := !t.limits.Infinite && !t.settings.analyse && len(t.limits.Moves) == 0
	if !o.Over && playing && declares(p, t.settings.entering) {
		return "win"
	}
	// 3. Search.
	roots := legal
	if len(t.limits.Moves) > 0 {
		roots = t.limits.Moves
	}
	t.report = newReporter(t.out, p, min(t.lines(), len(roots)), t.settings.multiPV > 1)
	r := t.searcher.Go(p, t.control, t.report.info)
	// 4. Trust the answer no further than the rules.
	if !slices.Contains(roots, r.Best) {
		t.out.errorf("go: the search chose %s, expected a legal move", p.MoveText(r.Best))
		r.Best, r.Ponder = roots[0], engine.NoMove
	}
	if r.Ponder == engine.NoMove { // cut short; a depth before knew one
		r.Ponder = t.report.reply(r.Best)
	}
	t.report.result = r
	// 5. Resign by score, if the host wants it.
	if n := t.settings.resign; n > 0 && int(r.Score) <= -n && playing {
		return "resign"
	}
	text = p.MoveText(r.Best)
	if ponderable(p, r.Best, r.Ponder) {
		text += " ponder " + p.MoveText(r.Ponder)
	}
	return text
}

// lines is how many lines the search reports: at a lower level it plays one.
func (t *thinking) lines() int {
	if t.settings.skill < search.MaxSkill && !t.limits.Infinite {
		return 1
	}
	return t.settings.multiPV
}

// ponderable reports whether reply can be pondered upon after m: it is legal
// and the game goes on after it.
func ponderable(p *engine.Position, m, reply engine.Move) bool {
	if reply == engine.NoMove {
		return false
	}
	p.Make(m)
	defer p.Unmake()
	if p.Outcome().Over || !slices.Contains(p.GenerateLegal(nil), reply) {
		return false
	}
	p.Make(reply)
	defer p.Unmake()
	return !p.Outcome().Over
}

// fallback is any legal move, one of moves if there are any.
func fallback(p *engine.Position, moves []engine.Move) (text string) {
	defer func() {
		if recover() != nil {
			text = "resign"
		}
	}()
	if len(moves) == 0 {
		moves = p.GenerateLegal(nil)
	}
	if len(moves) == 0 {
		return "resign"
	}
	return p.MoveText(moves[0])
}

// outcomeText says how a game has ended.
func outcomeText(o engine.Outcome) string {
	if o.Draw {
		return fmt.Sprintf("the game is over: draw, %s", o.Reason)
	}
	return fmt.Sprintf("the game is over: %s has won, %s", o.Winner, o.Reason)
}
