package search

import (
	"math"
	"math/rand/v2"
	"sort"

	"mujo/engine"
	"mujo/engine/rules"
)

// MaxSkill is the level of full strength; the weakest is 0.
const MaxSkill = 20

// skills are the levels below full strength of one variant.
type skills struct {
	branching float64 // usual number of moves
	piece     float64 // worth of a usual piece in centipawns
	rng       *rand.Rand
}

// A skill is what one level has to do with: less time, few nodes, and a choice
// among the moves at the root in which worse ones are played too.
type skill struct {
	share       float64 // of the time and nodes that there are
	nodes       uint64  // the first ply alone may take more
	temperature float64 // centipawns that make a move e times less likely
	margin      Score   // moves worse by more than this are not considered
	worst       Score   // no move counts as worse by more than this
}

// Time and nodes grow geometrically with the level. In games of a second and
// 10 ms a move, or of 10,000 nodes a move, three levels together are worth 200
// Elo at least in shogi and chu.
const (
	shareStep    = 0.85
	weakestNodes = 8 // for each move of a usual position
	nodeStep     = 1.4
	widestMargin = 6  // temperatures
	worstMove    = 12 // usual pieces; below it the weakest overlook even mates
)

// temperature is that of a level in usual pieces. It falls fast at first: only
// the weakest level moves almost at random.
func temperature(level int) float64 { return 6/(float64(level)+1.5) - 0.18 }

func newSkills(branching, piece float64) *skills {
	return &skills{branching: branching, piece: piece}
}

// reseed starts a sequence of choices; 0: one that never was.
func (s *skills) reseed(seed uint64) {
	if seed == 0 {
		seed = rand.Uint64()
	}
	s.rng = rand.New(rand.NewPCG(seed, 0))
}

func (s *skills) at(level int) skill {
	k := skill{
		share:       math.Pow(shareStep, float64(MaxSkill-level)),
		nodes:       uint64(weakestNodes * s.branching * math.Pow(nodeStep, float64(level))),
		temperature: s.piece * temperature(level),
		worst:       Score(worstMove * s.piece),
	}
	if k.margin = Score(widestMargin * k.temperature); k.margin > k.worst {
		k.margin = 2 * Infinite
	}
	return k
}

// usualPiece is the mean value of the pieces of p in centipawns, royals left
// out.
func usualPiece(p *engine.Position, v *engine.Values) float64 {
	r := p.Rules()
	sum, n := 0.0, 0.0
	for _, sq := range r.Squares {
		if pc := p.At(sq); pc != engine.Empty && r.Traits[pc.Index()]&rules.Royal == 0 {
			sum += float64(v.Piece[pc.Index()])
			n++
		}
	}
	return sum / max(n, 1)
}

// stumble searches as a level below full strength: it leaves the move to play
// in front.
func (w *worker) stumble(s *skills, level int) {
	k := s.at(level)
	w.survey(&k)
	w.choose(&k, s.rng)
}

// survey searches one ply more at a time, as deepen does, but learns the score
// of every move that the skill may choose.
func (w *worker) survey(k *skill) {
	for i := range w.roots {
		r := &w.roots[i]
		r.score, r.prev = -Infinite, r.score
	}
	x := w.run
	var steady steadiness
	for depth := 1; depth <= x.maxDepth; depth++ {
		w.rootDepth, w.selDepth = depth, 0
		w.sweep(depth, k.margin)
		sort.SliceStable(w.roots, func(i, j int) bool { return w.roots[i].score > w.roots[j].score })
		if w.stop {
			return
		}
		w.tell(depth, 0)
		if w.settled(depth, &steady) || w.nodes >= k.nodes {
			return
		}
		if depth == 1 {
			x.curb(k)
		}
	}
}

// curb leaves a level its share, once all moves were looked at.
func (x *run) curb(k *skill) {
	x.share = k.share
	x.budget.scale(k.share)
	if x.maxNodes == 0 {
		x.maxNodes = k.nodes
		return
	}
	x.maxNodes = min(max(uint64(float64(x.maxNodes)*k.share), 1), k.nodes)
}

// sweep searches every move at the root, exactly if it is within margin of the
// best. What it has no time for keeps the score of the last sweep.
func (w *worker) sweep(depth int, margin Score) {
	best := -Infinite
	for i := range w.roots {
		r := &w.roots[i]
		alpha := max(best-margin, -Infinite)
		w.nodes++
		w.pos.Make(r.move)
		score := Infinite
		if alpha > -Infinite {
			score = -w.search(-alpha-1, -alpha, depth-1, 1, true)
		}
		if !w.stop && score > alpha {
			score = -w.search(-Infinite, -alpha, depth-1, 1, false)
		}
		w.pos.Unmake()
		if w.stop {
			return
		}
		r.score, r.sel, r.bound = score, w.selDepth, Exact
		if score <= alpha {
			r.bound = Upper
		}
		r.pv = append(append(r.pv[:0], r.move), w.pv.at(1)...)
		best = max(best, score)
	}
}

// choose brings one move to the front: any that was considered may be it, the
// worse the less likely.
func (w *worker) choose(k *skill, rng *rand.Rand) {
	best := w.roots[0].score
	weights := make([]float64, len(w.roots))
	sum := 0.0
	for i, r := range w.roots {
		if i == 0 || r.bound == Exact && r.score > -Infinite && r.score >= best-k.margin {
			weights[i] = math.Exp(-float64(min(best-r.score, k.worst)) / k.temperature)
		}
		sum += weights[i]
	}
	at := rng.Float64() * sum
	for i, weight := range weights {
		if at -= weight; at < 0 {
			w.roots[0], w.roots[i] = w.roots[i], w.roots[0]
			return
		}
	}
}
