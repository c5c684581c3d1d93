package search

import (
	"math"

	"mujo/engine"
	"mujo/engine/rules"
)

// A scored move waits in a picker for its turn.
type scored struct {
	move  engine.Move
	score int32
	gain  int32 // of a capture, as captureGain has it
}

// A picker gives the moves of one node one at a time, likely good ones first,
// and generates no more than it needs: the table's move, captures that do not
// lose material, killers and the counter move, quiet moves by history,
// captures that lose, an emperor's leaps.
type picker struct {
	w       *worker
	stage   pickStage
	tried   engine.Move    // the table's move
	special [3]engine.Move // killers and counter move
	next    int            // into the list or the specials
	sorted  int            // of the list
	list    []scored       // of the current stage
	bad     []engine.Move  // captures put off
	quiesce bool           // captures only, in order of what they take
	least   int32          // gain below which a capture is left out in quiescence
	left    int32          // the largest gain left out
	hurry   bool           // the order no longer matters
	losses  [4]loss        // captures that do not pay
	numLost int            // of them, the rest forgotten
}

// A loss is a capture that does not pay: no other on its square does that
// takes no more with a piece worth no less.
type loss struct {
	to          engine.Square
	gain, risks int32
}

type pickStage uint8

const (
	pickTable pickStage = iota
	pickCaptures
	pickGoodCaptures
	pickSpecial
	pickQuiets
	pickQuiet
	pickBad
	pickLeaps
	pickLeap
	pickEnd
)

// moveClass says in which stage a move came.
type moveClass uint8

const (
	classTable moveClass = iota
	classCapture
	classKiller
	classQuiet
	classBad
	classLeap
)

// pick returns the next move, NoMove after the last.
func (k *picker) pick() (engine.Move, moveClass) {
	w := k.w
	for {
		switch k.stage {
		case pickTable:
			k.stage++
			if k.tried != engine.NoMove {
				return k.tried, classTable
			}
		case pickCaptures:
			k.generate(engine.Captures)
			k.scoreCaptures()
			k.stage++
		case pickGoodCaptures:
			m := k.best()
			if m == engine.NoMove {
				k.next = 0
				k.stage++
				if k.quiesce {
					k.stage = pickEnd
				}
				continue
			}
			if m == k.tried {
				continue
			}
			if !k.quiesce && !k.pays(m, k.gain(m, classCapture), -smallLoss) {
				k.bad = append(k.bad, m)
				continue
			}
			return m, classCapture
		case pickSpecial:
			if k.next == len(k.special) {
				k.stage++
				continue
			}
			m := k.special[k.next]
			k.next++
			if m == engine.NoMove || m == k.tried || k.repeated(m) || w.pos.IsCapture(m) || !w.pos.IsLegal(m) {
				k.special[k.next-1] = engine.NoMove
				continue
			}
			return m, classKiller
		case pickQuiets:
			k.generate(engine.Quiets | engine.Drops)
			k.scoreQuiets()
			k.stage++
		case pickQuiet:
			m := k.best()
			if m == engine.NoMove {
				k.next = 0
				k.stage++
				continue
			}
			if m == k.tried || k.isSpecial(m) {
				continue
			}
			return m, classQuiet
		case pickBad:
			if k.next < len(k.bad) {
				k.next++
				return k.bad[k.next-1], classBad
			}
			k.stage++
		case pickLeaps:
			k.stage++
			if w.pos.TraitCount(rules.UniversalIndex, w.pos.Side()) == 0 {
				k.stage = pickEnd
				continue
			}
			k.generate(engine.Leaps)
			k.scoreQuiets()
		case pickLeap:
			m := k.best()
			if m == engine.NoMove {
				k.stage++
				continue
			}
			if m == k.tried || k.isSpecial(m) {
				continue
			}
			return m, classLeap
		default:
			return engine.NoMove, classQuiet
		}
	}
}

func (k *picker) repeated(m engine.Move) bool {
	for _, s := range k.special[:k.next-1] {
		if s == m {
			return true
		}
	}
	return false
}

func (k *picker) isSpecial(m engine.Move) bool {
	return m == k.special[0] || m == k.special[1] || m == k.special[2]
}

// generate lists the legal moves of a stage.
func (k *picker) generate(stage engine.Stage) {
	w := k.w
	moves := w.pos.Generate(w.moves[:0], stage)
	w.moves = moves
	guarded := w.r.KingSafety
	if guarded {
		w.pos.Prepare()
	}
	list := k.list[:0]
	for _, m := range moves {
		if !guarded || w.pos.Legal(m) {
			list = append(list, scored{move: m})
		}
	}
	k.list, k.next, k.sorted = list, 0, 0
}

// best takes the move of the highest score out of the rest of the list.
func (k *picker) best() engine.Move {
	if k.next == len(k.list) {
		return engine.NoMove
	}
	if k.next == k.sorted && !k.hurry {
		k.sortMore()
	}
	k.next++
	return k.list[k.next-1].move
}

// fewMoves are sorted at once.
const fewMoves = 6

// sortMore brings the best of the rest to its front in order: what scores more
// than halfway from the mean to the highest. The others may never be asked for.
func (k *picker) sortMore() {
	rest := k.list[k.next:]
	bar := int32(math.MinInt32)
	if len(rest) > fewMoves {
		top, sum := bar, 0
		for i := range rest {
			top = max(top, rest[i].score)
			sum += int(rest[i].score)
		}
		bar = int32((int(top) + sum/len(rest)) / 2)
	}
	n := 0
	for i, s := range rest {
		if s.score < bar {
			continue
		}
		rest[i] = rest[n]
		at := n
		for ; at > 0 && rest[at-1].score < s.score; at-- {
			rest[at] = rest[at-1]
		}
		rest[at] = s
		n++
	}
	k.sorted = k.next + n
}

// gain is captureGain of the capture that was picked last.
func (k *picker) gain(m engine.Move, class moveClass) int32 {
	if class == classTable {
		return k.w.captureGain(m)
	}
	return k.list[k.next-1].gain
}

// pays reports whether a capture that takes gain wins at least least, which is
// the same for all captures of a node.
func (k *picker) pays(m engine.Move, gain, least int32) bool {
	p, values := k.w.pos, k.w.values
	risks := values.Piece[p.At(m.From()).Index()]
	for _, l := range k.losses[:k.numLost] {
		if l.to == m.To() && gain <= l.gain && risks >= l.risks {
			return false
		}
	}
	if p.Pays(m, values, gain, least) {
		return true
	}
	if k.numLost < len(k.losses) {
		k.losses[k.numLost] = loss{m.To(), gain, risks}
		k.numLost++
	}
	return false
}

// scoreCaptures ranks captures by what they take and gain by promotion, the
// cheaper capturer first, and by history.
func (k *picker) scoreCaptures() {
	w, p := k.w, k.w.pos
	kept := k.list[:0]
	for i := range k.list {
		s := &k.list[i]
		m := s.move
		s.gain = w.captureGain(m)
		if k.quiesce && s.gain < k.least {
			k.left = max(k.left, s.gain)
			continue
		}
		pc := p.At(m.From())
		s.score = s.gain*8 - w.values.Piece[pc.Index()]
		if w.r.Traits[pc.Index()]&rules.Royal != 0 {
			s.score += w.values.Piece[pc.Index()] - 300
		}
		if victim := p.At(m.To()); victim != engine.Empty && m.To() != m.From() {
			s.score += int32(*w.hist.captureOf(pc, victim)) / 32
		}
		kept = append(kept, *s)
	}
	k.list = kept
}

// scoreQuiets ranks quiet moves by history, promotions by their gain.
func (k *picker) scoreQuiets() {
	w, p := k.w, k.w.pos
	for i := range k.list {
		s := &k.list[i]
		m := s.move
		if m.IsDrop() {
			s.score = int32(*w.hist.quietOf(rules.MakePiece(m.Dropped(), p.Side()), m.To()))
			continue
		}
		pc := p.At(m.From())
		s.score = int32(*w.hist.quietOf(pc, m.To())) + placeWeight*w.placeGain(pc, m)
		if m.Promotes() {
			s.score += 11 * w.promotionGain(m)
		}
		if m.From() == m.To() { // a pass: last
			s.score -= historyMax
		}
	}
}

// smallLoss is what a capture may lose in centipawns and still come before
// quiet moves.
const smallLoss = 52

// placeWeight is what a centipawn of placement counts in the order of quiet
// moves. Without it moves that history does not tell apart come in the order
// of generation, which suits Black better than White.
const placeWeight = 16
