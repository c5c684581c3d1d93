package search

import (
	"math"

	"mujo/engine"
	"mujo/engine/rules"
	"mujo/eval"
)

// A worker is one thread of a search.
type worker struct {
	// Fixed while the searcher lives.
	r          *rules.Rules
	eval       *eval.Evaluator
	values     *engine.Values
	table      *table
	place      []int32 // value by piece index and square, White's negative
	reductions *reductions
	main       bool // reports, and watches the clock
	id         int

	// Of the running search.
	pos       *engine.Position
	run       *run
	stop      bool
	nodes     uint64
	counted   uint64 // of nodes, what the run knows
	nextCheck uint64
	selDepth  int
	rootMoves int // moves of the game before the root
	rootDepth int
	done      int // depth of the last iteration that was completed
	roots     []rootMove

	// Kept between searches of one game.
	hist *histories

	// Scratch.
	frames   [maxPly + 2]frame
	pv       lines
	pickers  [maxPly + 2]picker
	quiets   [maxPly + 2][]engine.Move
	captures [maxPly + 2][]engine.Move
	moves    []engine.Move
}

// A frame is what a node leaves for those below and beside it.
type frame struct {
	killer   [2]engine.Move
	static   Score
	inCheck  bool
	excluded engine.Move // not to be searched, to see what it is worth
}

func (f *frame) killers() [3]engine.Move { return [3]engine.Move{f.killer[0], f.killer[1]} }

func (f *frame) clearKillers() { f.killer = [2]engine.Move{} }

func (f *frame) addKiller(m engine.Move) {
	if m != f.killer[0] {
		f.killer[1], f.killer[0] = f.killer[0], m
	}
}

// remembered bounds the moves a node keeps to unlearn.
const remembered = 48

func newWorker(r *rules.Rules, e *eval.Evaluator, t *table, red *reductions, id int) *worker {
	w := &worker{
		r: r, eval: e, values: e.Exchange(), place: e.Scores().Board, table: t, reductions: red, id: id, main: id == 0,
		hist: newHistories(r), moves: make([]engine.Move, 0, 1024),
	}
	for i := range w.quiets {
		w.quiets[i] = make([]engine.Move, 0, remembered)
		w.captures[i] = make([]engine.Move, 0, remembered)
		w.pickers[i].w = w
	}
	return w
}

func appendBounded(list []engine.Move, m engine.Move) []engine.Move {
	if len(list) < cap(list) {
		list = append(list, m)
	}
	return list
}

// newPicker readies the picker of ply, whose lists keep their memory.
func (w *worker) newPicker(ply int) *picker {
	k := &w.pickers[ply]
	*k = picker{w: w, list: k.list[:0], bad: k.bad[:0]}
	return k
}

func (w *worker) evaluate() Score { return Score(w.eval.Evaluate(w.pos)) }

// judge returns the evaluation of the position, that of the table if it has
// one, and what it comes to with the game idling: the table is for positions,
// whatever moves led there.
func (w *worker) judge(hit entry, found bool) (raw, static Score) {
	if raw = hit.eval; !found || raw == noEval {
		raw = w.evaluate()
	}
	return raw, w.fade(raw)
}

// fade is an evaluation less what it loses by idling: a side ahead that moves
// to and fro for long makes nothing of its lead, and comes nearer to a draw.
func (w *worker) fade(s Score) Score {
	n := w.pos.Idle() - patience
	if n <= 0 {
		return s
	}
	return s - s*Score(min(n, fadeMost))/fadePlies
}

// In plies: how long to wait, the parts that an evaluation has, one being lost
// with each ply, and how many may be lost. A lead that fades faster is spent on
// captures that do not pay.
const (
	patience  = 16
	fadePlies = 2048
	fadeMost  = 256
)

// noEval marks an entry whose position was not evaluated.
const noEval Score = -1 << (evalBits - 1)

// stored is an evaluation as the table holds it.
func (s Score) stored() Score {
	if s <= noEval {
		return noEval
	}
	return s
}

// usable reports whether the entry settles a node searched with this window.
func (e *entry) usable(alpha, beta Score) bool {
	switch e.bound {
	case Exact:
		return true
	case Lower:
		return e.score >= beta
	default:
		return e.score <= alpha
	}
}

// captureGain is what a move takes, burns and gains by promotion, in
// centipawns, before anything is taken back.
func (w *worker) captureGain(m engine.Move) int32 { return w.pos.Takes(m, w.values) }

func (w *worker) promotionGain(m engine.Move) int32 {
	i := w.pos.At(m.From()).Index()
	to := w.r.Movers[i].PromotesTo
	if to == engine.Empty || w.r.Traits[to.Index()]&rules.Royal != 0 {
		return 1000
	}
	return w.values.Piece[to.Index()] - w.values.Piece[i]
}

// historyOf returns the history of a quiet move in the current position.
func (w *worker) historyOf(m engine.Move) *int16 {
	if m.IsDrop() {
		return w.hist.quietOf(rules.MakePiece(m.Dropped(), w.pos.Side()), m.To())
	}
	return w.hist.quietOf(w.pos.At(m.From()), m.To())
}

// captureHistory returns the history of a capture by displacement, nil if m
// is none.
func (w *worker) captureHistory(m engine.Move) *int16 {
	victim := w.pos.At(m.To())
	if victim == engine.Empty || m.IsDrop() || m.To() == m.From() {
		return nil
	}
	return w.hist.captureOf(w.pos.At(m.From()), victim)
}

// lastMoved returns where the reply to the last move is remembered, nil if
// there is none.
func (w *worker) lastMoved() *engine.Move {
	m := w.pos.LastMove()
	if m == engine.NoMove {
		return nil
	}
	return w.hist.counterOf(w.pos.At(m.To()), m.To())
}

func (w *worker) counterMove() engine.Move {
	if last := w.lastMoved(); last != nil {
		return *last
	}
	return engine.NoMove
}

// lines are the principal variations by ply, each from its ply on.
type lines struct {
	move   [maxPly + 2][maxPly + 2]engine.Move
	length [maxPly + 2]int
}

func (l *lines) clear(ply int) { l.length[ply] = 0 }

// set makes m and the line below it the line of ply.
func (l *lines) set(ply int, m engine.Move) {
	n := l.length[ply+1]
	l.move[ply][0] = m
	copy(l.move[ply][1:], l.move[ply+1][:n])
	l.length[ply] = n + 1
}

func (l *lines) at(ply int) []engine.Move { return l.move[ply][:l.length[ply]] }

// plyParts is the unit of reductions: so many make a ply.
const plyParts = 256

// reductions are base reductions by depth and number of moves, in parts of a
// ply.
type reductions struct{ r [64][64]uint16 }

// newReductions scales the logarithmic reduction to the usual number of moves
// of a variant: where there are many, late ones come later.
func newReductions(branching float64) *reductions {
	t := new(reductions)
	scale := 1.45 + 0.25*math.Log(math.Max(branching/80, 0.5))
	for d := 1; d < 64; d++ {
		for n := 1; n < 64; n++ {
			t.r[d][n] = uint16(plyParts * math.Max(0, 0.6+math.Log(float64(d))*math.Log(float64(n))/scale))
		}
	}
	return t
}

func (t *reductions) of(depth, count int) int {
	return int(t.r[min(depth, 63)][min(count, 63)])
}

// placeGain is what a piece gains by its placement on another square, in
// centipawns.
func (w *worker) placeGain(pc engine.Piece, m engine.Move) int32 {
	row := w.place[pc.Index()*w.r.NumSquares:]
	gain := row[m.To()] - row[m.From()]
	if pc.Color() == engine.White {
		return -gain
	}
	return gain
}
