package search

import (
	"mujo/engine"
	"mujo/engine/rules"
)

// maxPly bounds the depth of any line.
const maxPly = 128

// search returns the score of the position for the side to move, searched
// depth plies deep, within or beyond the window. Scores beyond it are bounds.
func (w *worker) search(alpha, beta Score, depth, ply int, cut bool) Score {
	// 1. At the horizon only captures matter, unless a repetition ends the game.
	if depth <= 0 {
		if score, over := w.repeats(ply); over {
			w.pv.clear(ply)
			return score
		}
		return w.quiesce(alpha, beta, ply, 0)
	}
	w.nodes++
	w.pv.clear(ply)
	if w.mustStop() {
		return 0
	}
	pvNode := beta-alpha > 1
	p := w.pos
	key := p.Key()

	// 2. The game may be over, by the board or by repetition.
	if score, over := w.ended(ply); over {
		return score
	}
	if score, over := w.repeats(ply); over {
		return score
	}
	if ply >= maxPly-1 {
		return w.fade(w.evaluate())
	}

	// 3. No line from here is better than a mate already found nearer the root.
	alpha = max(alpha, -Mate+Score(ply))
	beta = min(beta, Mate-Score(ply)-1)
	if alpha >= beta {
		return alpha
	}

	// 4. A repetition is at hand. It may come late in the order of moves, after
	// those that are looked at near the horizon.
	frame := &w.frames[ply]
	excluded := frame.excluded
	best, bestMove, bound := -Infinite, engine.NoMove, Upper
	if excluded == engine.NoMove {
		if m := p.TakeBack(); m != engine.NoMove {
			best = w.repeating(m, ply)
			if best >= beta {
				return best
			}
			if best > alpha {
				alpha, bestMove, bound = best, m, Exact
			}
		}
	}

	// 5. What the table knows.
	hit, found := w.table.probe(key, ply)
	if found && !pvNode && excluded == engine.NoMove && hit.depth >= depth && hit.usable(alpha, beta) {
		return hit.score
	}

	// 6. Static evaluation, unless a royal is attacked.
	inCheck := p.InCheck(p.Side())
	frame.inCheck = inCheck
	raw, static := -Infinite, -Infinite
	if !inCheck {
		raw, static = w.judge(hit, found)
	}
	frame.static = static
	estimate := static // refined by the table
	if found && !inCheck && (hit.bound == Exact || hit.bound == Lower && hit.score > static || hit.bound == Upper && hit.score < static) {
		estimate = hit.score
	}
	improving := !inCheck && (ply < 2 || w.frames[ply-2].inCheck || static > w.frames[ply-2].static)
	w.frames[ply+1].clearKillers()

	if !pvNode && !inCheck && excluded == engine.NoMove {
		// 7. Far below alpha: if captures do not help, nothing will.
		if w.razors(depth, estimate, alpha) {
			if score := w.quiesce(alpha, alpha+1, ply, 0); score <= alpha {
				return score
			}
		}
		// 8. Far above beta: a quiet position stays there.
		if w.standsHigh(depth, estimate, beta, improving) {
			return estimate
		}
		// 9. Passing and still above beta.
		if w.mayPass(depth, estimate, beta) {
			if score := w.passing(beta, depth, ply, cut, estimate); score >= beta {
				if score >= MateBound {
					score = beta
				}
				return score
			}
			if w.stop {
				return 0
			}
		}
	}

	// 10. Without a table move the order of moves is poor: look less deep.
	if depth >= 4 && (pvNode || cut) && (!found || hit.move == engine.NoMove) {
		depth--
	}

	// 11. A table move without an equal is looked at more deeply.
	lead := 0
	if excluded == engine.NoMove && found && w.maySingle(hit, depth, ply) {
		bar := hit.score - Score(5*depth/2)
		score := w.without(hit.move, bar, (depth-1)/2, ply, cut)
		switch {
		case w.stop:
			return 0
		case score < bar:
			lead = 1
		case bar >= beta && !pvNode:
			return bar // another move beats beta too
		case hit.score >= beta || cut:
			lead = -1
		}
	}

	// 12. The moves.
	if pvNode && bestMove != engine.NoMove {
		w.pv.clear(ply + 1)
		w.pv.set(ply, bestMove)
	}
	k := w.newPicker(ply)
	k.special = frame.killers()
	k.special[2] = w.counterMove()
	if found && p.IsLegal(hit.move) {
		k.tried = hit.move
	}
	quiets := w.quiets[ply][:0]
	captures := w.captures[ply][:0]
	count := 0
	for {
		m, class := k.pick()
		if m == engine.NoMove {
			break
		}
		if m == excluded {
			continue
		}
		count++
		quiet := class == classKiller || class == classQuiet || class == classLeap ||
			class == classTable && !p.IsCapture(m)
		checks := quiet && p.Checks(m)

		// 13. Moves that need not be looked at near the horizon.
		if ply > 0 && best > -MateBound && !inCheck {
			lmr := max(depth-w.reductions.of(depth, count)/plyParts, 1)
			switch {
			case !quiet:
				if class == classBad && depth <= 6 && !p.Checks(m) && !p.Pays(m, w.values, w.captureGain(m), int32(-100*depth)) {
					continue
				}
			case m.Promotes(), checks:
			case class == classLeap && depth <= 4 && count > 4, count > lateMoves(depth, improving):
				k.hurry = true // the rest are looked through for checks alone
				continue
			case depth <= 6 && static+Score(72+91*lmr) <= alpha:
				k.hurry = true // so are the rest, which are reduced no less
				continue
			}
		}
		history := 0
		if quiet {
			history = int(*w.historyOf(m))
		}

		// 14. So is a promotion to a royal.
		extension := 0
		if w.crowns(m) && ply < 2*w.rootDepth {
			extension = 1
		}
		if class == classTable {
			extension += lead
		}

		// 15. Principal variation search: the first move in full, the others
		// reduced and with a null window until they prove better.
		w.table.prefetch(p.KeyAfter(m))
		w.pos.Make(m)
		next := depth - 1 + extension
		var score Score
		if count > 1 || !pvNode {
			reduction := 0
			if depth >= 3 && count > 1 && (quiet || class == classBad) {
				reduction = w.reduction(depth, count, history, pvNode, cut, improving, inCheck || checks, class)
			}
			score = -w.search(-alpha-1, -alpha, max(next-reduction, min(next, 1)), ply+1, true)
			if score > alpha && reduction > 0 && !w.stop {
				score = -w.search(-alpha-1, -alpha, next, ply+1, !cut)
			}
		}
		if pvNode && !w.stop && (count == 1 || score > alpha && score < beta) {
			score = -w.search(-beta, -alpha, next, ply+1, false)
		}
		w.pos.Unmake()
		if w.stop {
			return 0
		}

		if score > best {
			best = score
			if score > alpha {
				bestMove = m
				if pvNode {
					w.pv.set(ply, m)
				}
				if score >= beta {
					bound = Lower
					w.learn(m, quiet, depth, ply, quiets, captures)
					break
				}
				alpha, bound = score, Exact
			}
		}
		if quiet {
			quiets = appendBounded(quiets, m)
		} else {
			captures = appendBounded(captures, m)
		}
	}

	// 16. Without a legal move the game is over. What was found without one
	// move is no knowledge of the position.
	switch {
	case excluded != engine.NoMove && count == 0:
		return alpha
	case excluded != engine.NoMove:
		return best
	case count == 0:
		return w.noMove(ply)
	}
	w.table.store(key, entry{move: bestMove, score: best, eval: raw.stored(), depth: depth, bound: bound}, ply)
	return best
}

// ended scores a position in which the game is over by what is on the board.
func (w *worker) ended(ply int) (Score, bool) {
	o := w.pos.BoardOutcome()
	if !o.Over {
		return 0, false
	}
	return w.outcome(o, Mate-Score(ply)), true
}

// noMove scores a position without legal moves.
func (w *worker) noMove(ply int) Score {
	return w.outcome(w.pos.NoMoveOutcome(), Mate-Score(ply))
}

// repeating scores the position for the side to move if it plays m, which
// repeats an earlier position.
func (w *worker) repeating(m engine.Move, ply int) Score {
	w.pos.Make(m)
	score, over := w.repeats(ply + 1)
	w.pos.Unmake()
	if !over {
		return -Infinite
	}
	return -score
}

// repeats scores a repetition: a cycle is taken to go on for ever.
func (w *worker) repeats(ply int) (Score, bool) {
	o := w.pos.Repeats(w.rootMoves)
	if !o.Over {
		if n := w.r.Sheet.MaxPlies; n > 0 && w.pos.Ply() > n {
			return 0, true
		}
		return 0, false
	}
	return w.outcome(o, Settled-Score(ply)), true
}

// outcome is a finished game's score for the side to move, a win counting win.
func (w *worker) outcome(o engine.Outcome, win Score) Score {
	switch {
	case o.Draw:
		return 0
	case o.Winner == w.pos.Side():
		return win
	default:
		return -win
	}
}

// razors reports whether the node is so far below alpha that only a capture
// could save it.
func (w *worker) razors(depth int, estimate, alpha Score) bool {
	return depth <= 3 && estimate+Score(355+265*depth) <= alpha
}

// standsHigh reports whether the node is so far above beta that a shallow
// search will not bring it below.
func (w *worker) standsHigh(depth int, estimate, beta Score, improving bool) bool {
	margin := 147 * depth
	if improving {
		margin -= 37
	}
	return depth <= 6 && estimate < MateBound && beta > -MateBound && estimate-Score(margin) >= beta
}

// mayPass reports whether a null move is worth trying: not twice running, and
// not with a bare royal, which may be glad to pass.
func (w *worker) mayPass(depth int, estimate, beta Score) bool {
	p := w.pos
	return depth >= 2 && estimate >= beta && beta > -MateBound && beta < MateBound &&
		p.LastMove() != engine.NoMove && p.Pieces(p.Side())+p.HandSize(p.Side()) > 3
}

// passing searches the position after a null move.
func (w *worker) passing(beta Score, depth, ply int, cut bool, estimate Score) Score {
	r := (915 + 54*depth + min(int(estimate-beta)*256/221, 3*256)) / 256
	w.pos.MakeNull()
	score := -w.search(-beta, -beta+1, depth-r, ply+1, !cut)
	w.pos.Unmake()
	return score
}

// maySingle reports whether the table's move is known well enough to ask
// whether it is the only good one.
func (w *worker) maySingle(hit entry, depth, ply int) bool {
	return ply > 0 && ply < 2*w.rootDepth && depth >= 6 && hit.depth >= depth-3 && hit.bound != Upper &&
		hit.score < MateBound && hit.score > -MateBound && w.pos.IsLegal(hit.move)
}

// without searches the node as if m were not legal.
func (w *worker) without(m engine.Move, bar Score, depth, ply int, cut bool) Score {
	frame := &w.frames[ply]
	frame.excluded = m
	score := w.search(bar-1, bar, depth, ply, cut)
	frame.excluded = engine.NoMove
	return score
}

// lateMoves is how many moves are looked at near the horizon before the rest
// of the quiet ones are dropped.
func lateMoves(depth int, improving bool) int {
	n := (121 + 36*depth*depth) / 16
	if depth > 7 {
		return 1 << 20
	}
	if !improving {
		n /= 2
	}
	return n
}

// reduction is how many plies less deep a late move is searched at first.
func (w *worker) reduction(depth, count, history int, pvNode, cut, improving, check bool, class moveClass) int {
	r := w.reductions.of(depth, count) + 15
	if pvNode {
		r -= 202
	}
	if cut {
		r += 192
	}
	if !improving {
		r += 253
	}
	if check {
		r -= 283
	}
	switch class {
	case classKiller:
		r -= 271
	case classBad:
		r -= 293
	case classLeap:
		r += plyParts
	}
	r -= 460 * history / historyMax
	return max(r, 0) / plyParts
}

// crowns reports whether m promotes to a royal.
func (w *worker) crowns(m engine.Move) bool {
	if !m.Promotes() || m.IsDrop() {
		return false
	}
	to := w.r.Movers[w.pos.At(m.From()).Index()].PromotesTo
	return to != engine.Empty && w.r.Traits[to.Index()]&rules.Royal != 0
}

// learn remembers a move that caused a cutoff, and that others did not.
func (w *worker) learn(m engine.Move, quiet bool, depth, ply int, quiets, captures []engine.Move) {
	bonus := min(33*depth*depth+81*depth, 3700)
	malus := bonus * 10 / 9
	if quiet {
		w.frames[ply].addKiller(m)
		if last := w.lastMoved(); last != nil {
			*last = m
		}
		gravity(w.historyOf(m), bonus)
		for _, q := range quiets {
			gravity(w.historyOf(q), -malus)
		}
	} else if h := w.captureHistory(m); h != nil {
		gravity(h, bonus)
	}
	for _, c := range captures {
		if h := w.captureHistory(c); h != nil {
			gravity(h, -bonus)
		}
	}
}
