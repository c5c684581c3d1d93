package search

import "mujo/engine"

// quiesce searches captures and burns until the position is quiet. While a
// royal is attacked the first plies try every move, since standing pat would
// lose it. Depth is 0 at the horizon and falls.
func (w *worker) quiesce(alpha, beta Score, ply, depth int) Score {
	w.nodes++
	if ply > w.selDepth {
		w.selDepth = ply
	}
	w.pv.clear(ply)
	if w.mustStop() {
		return 0
	}
	if score, over := w.ended(ply); over {
		return score
	}
	if ply >= maxPly-1 {
		return w.fade(w.evaluate())
	}
	pvNode := beta-alpha > 1
	p := w.pos
	key := p.Key()
	hit, found := w.table.probe(key, ply)
	if found && !pvNode && hit.usable(alpha, beta) {
		return hit.score
	}

	inCheck := p.InCheck(p.Side())
	evade := inCheck && depth > -evasionPlies
	best, raw, static := -Infinite, -Infinite, -Infinite
	if !evade {
		raw, static = w.judge(hit, found)
		best = static
		if found && (hit.bound == Exact || hit.bound == Lower && hit.score > best || hit.bound == Upper && hit.score < best) {
			best = hit.score
		}
		if best >= beta {
			return best
		}
		alpha = max(alpha, best)
	}

	k := w.newPicker(ply)
	k.quiesce = !evade
	if !evade {
		k.least = worthwhile(alpha, static)
	}
	if found && (evade || w.pos.IsCapture(hit.move)) && p.IsLegal(hit.move) {
		k.tried = hit.move
	}
	if evade {
		k.special = w.frames[ply].killers()
	}
	last := p.LastMove().To()
	move := engine.NoMove
	bound := Upper
	count := 0
	for {
		m, class := k.pick()
		if m == engine.NoMove {
			break
		}
		if !evade {
			gain := k.gain(m, class)
			if gain < worthwhile(alpha, static) {
				k.left = max(k.left, gain)
				continue
			}
			if depth <= recapturePlies && m.To() != last || count >= captureLimit(depth) {
				continue
			}
			if !k.pays(m, gain, smallGain) {
				continue
			}
		} else if class >= classQuiet && best > -MateBound && count >= 3 {
			break // the royal is saved, and the best ways came first
		}
		count++
		w.table.prefetch(p.KeyAfter(m))
		w.pos.Make(m)
		score := -w.quiesce(-beta, -alpha, ply+1, depth-1)
		w.pos.Unmake()
		if w.stop {
			return 0
		}
		if score > best {
			best = score
			if score > alpha {
				alpha, move, bound = score, m, Exact
				w.pv.set(ply, m)
				if score >= beta {
					bound = Lower
					break
				}
			}
		}
	}
	if evade && count == 0 {
		return w.noMove(ply)
	}
	if k.left > 0 {
		best = max(best, min(static+Score(k.left)+deltaMargin, alpha))
	}
	w.table.store(key, entry{move: move, score: best, eval: raw.stored(), bound: bound}, ply)
	return best
}

// worthwhile is what a capture must gain to bring a position up to alpha: the
// bound of delta pruning.
func worthwhile(alpha, static Score) int32 {
	return int32(min(alpha-static-deltaMargin+1, royalGain))
}

// captureLimit is how many captures a node of quiescence tries at most. Where
// everything attacks everything there would be no end to them.
func captureLimit(depth int) int { return max(11+2*depth, 2) }

const (
	// recapturePlies is the depth of quiescence from which on only the last
	// square is fought for.
	recapturePlies = -8
	// evasionPlies is how deep in quiescence all moves are tried in check.
	evasionPlies = 3
	// deltaMargin is what a position may gain beyond the captured material.
	deltaMargin = 195
	// smallGain is what a capture must win in centipawns to be tried: even
	// exchanges are left to the search proper.
	smallGain = 9
	// royalGain is a gain that only the capture of a royal makes.
	royalGain = 200_000
)
