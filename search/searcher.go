package search

import (
	"fmt"
	"sort"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"mujo/engine"
	"mujo/engine/rules"
	"mujo/eval"
)

// Options are the settings of a searcher.
type Options struct {
	HashMB  int // size of the transposition table
	Threads int
	MultiPV int // lines to report
	// Weaker is by how many levels to play below full strength, at most
	// MaxSkill. A weakened search uses one thread and reports one line;
	// infinite ones are never weakened.
	Weaker int
	// Seed decides what a weakened search plays; 0: another in each game.
	Seed uint64
}

func (o Options) sane() Options {
	o.HashMB, o.Threads, o.MultiPV = max(o.HashMB, 1), max(o.Threads, 1), max(o.MultiPV, 1)
	o.Weaker = min(max(o.Weaker, 0), MaxSkill)
	return o
}

// A Searcher searches the positions of one variant. It runs one search at a
// time.
type Searcher struct {
	r       *rules.Rules
	options Options
	eval    *eval.Evaluator
	table   *table
	workers []*worker
	red     *reductions
	skills  *skills
}

// New returns a searcher for a variant.
func New(r *rules.Rules, o Options) *Searcher { return NewWith(r, eval.New(r), o) }

// NewWith returns a searcher that judges positions by e.
func NewWith(r *rules.Rules, e *eval.Evaluator, o Options) *Searcher {
	s := &Searcher{r: r, options: o.sane(), eval: e}
	start := engine.New(r)
	branching := float64(len(start.GenerateLegal(nil))) * 1.5
	s.red = newReductions(branching)
	s.skills = newSkills(branching, usualPiece(start, s.eval.Exchange()))
	s.skills.reseed(s.options.Seed)
	s.table = newTable(s.options.HashMB)
	s.staff()
	return s
}

// staff engages the workers that the options ask for.
func (s *Searcher) staff() {
	for len(s.workers) < s.options.Threads {
		s.workers = append(s.workers, newWorker(s.r, s.eval.Clone(), s.table, s.red, len(s.workers)))
	}
	clear(s.workers[s.options.Threads:]) // and their memory
	s.workers = s.workers[:s.options.Threads]
	for _, w := range s.workers {
		w.table = s.table
	}
}

// SetOptions changes the options between searches. A new size of the table
// empties it.
func (s *Searcher) SetOptions(o Options) {
	o = o.sane()
	if o.HashMB != s.options.HashMB {
		s.table = nil // nobody keeps the old one while the new one is made
		for _, w := range s.workers {
			w.table = nil
		}
		s.table = newTable(o.HashMB)
	}
	if o.Seed != s.options.Seed {
		s.skills.reseed(o.Seed)
	}
	s.options = o
	s.staff()
}

// NewGame forgets what was learnt.
func (s *Searcher) NewGame() {
	s.table.clear()
	s.skills.reseed(s.options.Seed)
	for _, w := range s.workers {
		w.hist.clear()
	}
}

// A run is one search, shared by its workers.
type run struct {
	control  *Control
	maxNodes uint64 // 0: no limit
	maxDepth int
	limits   Limits // these and the budget are the main worker's
	budget   budget
	share    float64       // of the budget to use
	halt     atomic.Bool   // set by the main worker to end all others
	nodes    atomic.Uint64 // counted so far, brought up to date now and then
	area     int
	ply      int
	report   func(Info)
}

// A rootMove is a move at the root with what is known of it.
type rootMove struct {
	move  engine.Move
	score Score // -Infinite where the last iteration did not better it
	prev  Score // of the iteration before
	bound Bound
	pv    []engine.Move
	sel   int
	nodes uint64 // spent on it in this search
}

// Go searches p, which it leaves as it is, and returns the answer. It reports
// progress from the calling goroutine, and not after it has returned.
func (s *Searcher) Go(p *engine.Position, c *Control, report func(Info)) Result {
	c.mu.Lock()
	limits := c.limits
	c.mu.Unlock()
	x := &run{control: c, limits: limits, maxNodes: limits.Nodes, maxDepth: limits.depth(), area: s.r.Files * s.r.Ranks, ply: p.Ply(), share: 1, report: report}
	x.budget = plan(&x.limits, x.area, x.ply)
	defer x.halt.Store(true) // whatever happens, nobody goes on
	s.table.age()
	roots := rootMoves(p, limits.Moves)
	if len(roots) == 0 {
		return Result{Time: c.Age()}
	}
	main := s.workers[0]
	if s.options.Weaker > 0 && !limits.Infinite {
		main.begin(p.Clone(), x, roots)
		main.stumble(s.skills, MaxSkill-s.options.Weaker)
		main.await()
		return s.answer(x, s.workers[:1])
	}
	main.begin(p.Clone(), x, roots)
	var others errgroup.Group
	for _, w := range s.workers[1:] {
		others.Go(func() (err error) {
			defer func() {
				if fault := recover(); fault != nil {
					err = fmt.Errorf("search thread %d: %v", w.id, fault)
				}
			}()
			w.begin(p.Clone(), x, roots) // here, so that no two workers write to one cache line
			w.deepen(s.options.MultiPV)
			return nil
		})
	}
	main.deepen(s.options.MultiPV)
	main.await()
	x.halt.Store(true)
	if err := others.Wait(); err != nil {
		panic(err) // on the caller's goroutine, who may know what to do
	}
	return s.answer(x, s.workers)
}

// rootMoves lists the moves to search at the root: the legal ones, or those
// of only that are.
func rootMoves(p *engine.Position, only []engine.Move) []rootMove {
	legal := p.GenerateLegal(nil)
	var roots []rootMove
	for _, m := range legal {
		for _, o := range only {
			if o == m {
				roots = append(roots, rootMove{move: m})
				break
			}
		}
	}
	if len(roots) == 0 {
		for _, m := range legal {
			roots = append(roots, rootMove{move: m})
		}
	}
	return roots
}

// begin readies the worker for a search.
func (w *worker) begin(p *engine.Position, x *run, roots []rootMove) {
	p.Attach(w.eval.Scores())
	w.pos, w.run = p, x
	w.stop, w.nodes, w.counted, w.nextCheck, w.selDepth, w.done = false, 0, 0, 0, 0, 0
	w.rootMoves = p.Moves()
	w.hist.fade()
	for i := range w.frames {
		w.frames[i] = frame{}
	}
	w.roots = w.roots[:0]
	for _, r := range roots {
		w.roots = append(w.roots, rootMove{move: r.move, pv: []engine.Move{r.move}, score: w.promise(r.move), prev: -Infinite})
	}
	sort.SliceStable(w.roots, func(i, j int) bool { return w.roots[i].score > w.roots[j].score })
}

// promise ranks root moves before anything was searched, in centipawns: on the
// largest boards a quick search gets no further than the first of hundreds.
func (w *worker) promise(m engine.Move) Score {
	p := w.pos
	score := Score(p.Exchange(m, w.values)) // of a quiet move, what it leaves to be captured
	if p.IsCapture(m) {
		return score
	}
	score += Score(*w.historyOf(m)) / (historyMax / 64)
	if m.IsDrop() {
		return score
	}
	pc := p.At(m.From())
	if w.r.Movers[pc.Index()].Universal {
		return score - 1000
	}
	return score + Score(w.placeGain(pc, m))
}

// deepen searches one ply more at a time until the search must end.
func (w *worker) deepen(multiPV int) {
	lines := min(multiPV, len(w.roots))
	var steady steadiness
	for depth := 1; depth <= w.run.maxDepth; depth++ {
		if !w.main && depth > 1 && (depth+w.id)%3 == 0 {
			continue // helpers skip depths, so that they run ahead of each other
		}
		w.rootDepth = depth
		for i := range w.roots {
			w.roots[i].prev = w.roots[i].score
			w.roots[i].score = -Infinite
		}
		for line := range lines {
			w.selDepth = 0
			w.aspire(depth, line)
			if w.stop {
				break
			}
		}
		if w.stop {
			return
		}
		w.done = depth
		if w.main {
			for line := range lines {
				w.tell(depth, line)
			}
			if w.settled(depth, &steady) {
				return
			}
		}
	}
}

// aspire searches one line with a window round its last score, widened until
// it holds the new one.
func (w *worker) aspire(depth, line int) {
	delta := Score(47)
	alpha, beta := -Infinite, Infinite
	guess := w.roots[line].prev
	if depth >= 5 && guess > -MateBound && guess < MateBound {
		alpha, beta = max(guess-delta, -Infinite), min(guess+delta, Infinite)
	}
	for {
		score := w.root(alpha, beta, depth, line)
		rest := w.roots[line:]
		sort.SliceStable(rest, func(i, j int) bool { return rest[i].score > rest[j].score })
		if w.stop {
			return
		}
		switch {
		case score <= alpha && alpha > -Infinite:
			beta = (alpha + beta) / 2
			alpha = max(score-delta, -Infinite)
		case score >= beta && beta < Infinite:
			beta = min(score+delta, Infinite)
		default:
			return
		}
		if w.main && time.Since(w.run.control.began()) > time.Second {
			w.tell(depth, line)
		}
		if delta += delta; delta > 2000 {
			alpha, beta = -Infinite, Infinite
		}
	}
}

// root searches the root moves from line on. A move keeps its score of the
// iteration until it is searched again, so that one that has proved better is
// not forgotten if the time runs out before its true score is known.
func (w *worker) root(alpha, beta Score, depth, line int) Score {
	best := -Infinite
	first := alpha
	for i := line; i < len(w.roots); i++ {
		r := &w.roots[i]
		before := w.nodes
		w.nodes++
		quiet := !w.pos.IsCapture(r.move)
		w.pos.Make(r.move)
		var score Score
		if i > line {
			reduction := 0
			if depth >= 4 && i > line+3 && quiet && !w.pos.InCheck(w.pos.Side()) {
				reduction = max(w.reductions.of(depth, i-line)/plyParts-1, 0)
			}
			score = -w.search(-alpha-1, -alpha, depth-1-reduction, 1, true)
			if score > alpha && reduction > 0 && !w.stop {
				score = -w.search(-alpha-1, -alpha, depth-1, 1, true)
			}
		}
		if !w.stop && (i == line || score > alpha) {
			score = -w.search(-beta, -alpha, depth-1, 1, false)
		}
		w.pos.Unmake()
		r.nodes += w.nodes - before
		if w.stop {
			return best
		}
		if i > line && score <= alpha {
			r.score = -Infinite
			continue
		}
		r.score, r.sel, r.bound = score, w.selDepth, Exact
		switch {
		case score <= first:
			r.bound = Upper
		case score >= beta:
			r.bound = Lower
		}
		r.pv = append(append(r.pv[:0], r.move), w.pv.at(1)...)
		if score > best {
			best = score
		}
		if score > alpha {
			alpha = score
			if score >= beta {
				break
			}
		}
	}
	return best
}

// tell reports the state of one line.
func (w *worker) tell(depth, line int) {
	r := &w.roots[line]
	score, bound := r.score, r.bound
	if score == -Infinite {
		score, bound = r.prev, Exact
	}
	if w.run.report == nil || score == -Infinite {
		return
	}
	w.share()
	w.run.report(Info{
		Depth: depth, SelDepth: max(r.sel, depth), Time: w.run.control.Age(), Nodes: w.run.nodes.Load(),
		HashFull: w.table.full(), MultiPV: line + 1, Score: w.shown(score), Bound: bound, PV: r.pv,
	})
}

// shown is a score as hosts understand it. Where a royal may be left to be
// captured the search sees the capture; mate is two plies before it.
func (w *worker) shown(s Score) Score {
	n, ok := s.MatePlies()
	switch {
	case !ok || w.r.KingSafety:
		return s
	case n > 2:
		return Mate - Score(n-2)
	case n < -3:
		return -Mate + Score(-n-2)
	}
	return s
}

// share adds the nodes counted since the last time to the run's.
func (w *worker) share() {
	w.run.nodes.Add(w.nodes - w.counted)
	w.counted = w.nodes
}

// mustStop reports whether the search is over, looking at the clock every
// millisecond or so.
func (w *worker) mustStop() bool {
	if w.stop {
		return true
	}
	if w.nodes < w.nextCheck {
		return false
	}
	x := w.run
	w.share()
	// A node takes longer the larger the board.
	w.nextCheck = w.nodes + uint64(max(20_000/x.area, 16))
	if limit := x.maxNodes; limit > 0 {
		total := x.nodes.Load()
		if total >= limit {
			w.stop = true
		} else if left := limit - min(total, limit); w.nodes+left < w.nextCheck {
			w.nextCheck = w.nodes + max(left, 1)
		}
	}
	if x.halt.Load() || x.control.Stopped() && (w.rootDepth > 1 || x.control.Age() > firstPly) {
		w.stop = true
	}
	if w.main && !w.stop {
		w.heed()
		if x.budget.timed {
			elapsed := time.Since(x.control.began())
			w.stop = elapsed >= x.budget.hard && (w.rootDepth > 1 || elapsed >= x.budget.hard+x.budget.grace)
		}
	}
	if w.main && w.stop {
		x.halt.Store(true)
	}
	return w.stop
}

// firstPly is what all moves are looked at for once, even if the search is
// stopped at once: the first of them may be a blunder.
const firstPly = 2 * time.Millisecond

// heed takes notice of a ponder hit.
func (w *worker) heed() {
	x := w.run
	if !x.limits.Ponder {
		return
	}
	select {
	case <-x.control.changed:
		x.control.mu.Lock()
		x.limits = x.control.limits
		x.control.mu.Unlock()
		x.budget = plan(&x.limits, x.area, x.ply)
		x.budget.scale(x.share)
	default:
	}
}

// steadiness follows the best move over the iterations.
type steadiness struct {
	best  engine.Move
	kept  int // iterations that it stayed the same
	score Score
	known bool
}

// settled reports whether to answer after this iteration.
func (w *worker) settled(depth int, st *steadiness) bool {
	x := w.run
	w.heed()
	r := &w.roots[0]
	drop := Score(0)
	if st.known {
		drop = st.score - r.score
	}
	if r.move == st.best {
		st.kept++
	} else {
		st.kept = 0
	}
	st.best, st.score, st.known = r.move, r.score, true
	if x.limits.Infinite || x.limits.Ponder {
		return false
	}
	if n, ok := r.score.MatePlies(); ok && max(n, -n) <= depth {
		return true // a mate found is played at once
	}
	if !x.budget.timed {
		return false
	}
	if len(w.roots) == 1 && len(x.limits.Moves) == 0 && x.limits.MoveTime == 0 {
		return true // an only move needs no thought
	}
	if x.limits.MoveTime > 0 && x.budget.soft == x.budget.hard {
		return false
	}
	scale := 1.3 - 0.1*float64(min(st.kept, 7))
	scale *= 1.6 - float64(r.nodes)/float64(max(w.nodes, 1)) // much was spent on others: they may yet do better
	if drop > 20 {
		scale *= min(1+float64(drop)/150, 2)
	}
	elapsed := time.Since(x.control.began())
	soft := time.Duration(float64(x.budget.soft) * scale)
	return x.budget.soft < x.budget.hard && elapsed >= soft*8/10 || elapsed >= x.budget.hard
}

// await waits for leave to answer, in searches that may not answer unasked.
func (w *worker) await() {
	for x := w.run; ; {
		x.control.mu.Lock()
		infinite, ponder := x.control.limits.Infinite, x.control.limits.Ponder
		x.control.mu.Unlock()
		switch {
		case infinite:
			<-x.control.wake
			return
		case !ponder:
			return
		}
		select {
		case <-x.control.wake:
			return
		case <-x.control.changed:
		}
	}
}

// reached is the depth to which the worker's best move is known to be good,
// an iteration that was broken off included, and its score.
func (w *worker) reached() (int, Score) {
	r := &w.roots[0]
	if w.stop && (r.score == -Infinite || r.bound == Upper) {
		return w.done, r.prev
	}
	return w.rootDepth, r.score
}

// leader is the worker whose answer counts: a mate before all, then what was
// searched deepest, then the higher score.
func leader(workers []*worker) *worker {
	lead := workers[0]
	depth, score := lead.reached()
	for _, w := range workers[1:] {
		d, s := w.reached()
		better := s > score
		if max(s, score) < MateBound && d != depth {
			better = d > depth
		}
		if better {
			lead, depth, score = w, d, s
		}
	}
	return lead
}

// answer makes the result of what the workers found.
func (s *Searcher) answer(x *run, workers []*worker) Result {
	w := workers[0]
	if s.options.MultiPV == 1 { // other lines are those of the main worker
		w = leader(workers)
	}
	r := &w.roots[0]
	if r.score == -Infinite { // stopped before the first move of an iteration was done
		r.score = r.prev
	}
	total := uint64(0)
	for _, w := range workers {
		total += w.nodes
	}
	result := Result{Best: r.move, Score: w.shown(r.score), Depth: w.rootDepth, Nodes: total, Time: x.control.Age()}
	if len(r.pv) > 1 {
		result.Ponder = r.pv[1]
	}
	if x.report != nil && r.score > -Infinite {
		x.nodes.Store(total)
		w.counted = w.nodes
		w.tell(w.rootDepth, 0)
	}
	return result
}
