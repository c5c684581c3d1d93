package search

import (
	"slices"
	"time"

	"mujo/engine"
	"mujo/engine/rules"
)

// A Verdict is what a mate search found.
type Verdict uint8

// The verdicts.
const (
	Undecided Verdict = iota // stopped, out of time, or beyond what it can prove
	Mates
	NoMate // proved: no series of checks mates
)

// A MateInfo is a report of a running mate search.
type MateInfo struct {
	Depth    int // plies of the line being looked at, at the end of the mate
	Time     time.Duration
	Nodes    uint64
	HashFull int // permille
}

// A MateResult is the answer of a mate search.
type MateResult struct {
	Verdict Verdict
	Line    []engine.Move // of both sides, if it mates; a capture of the royal may be its only move
	Nodes   uint64
	Time    time.Duration
}

// FindMate looks for a forced mate of the enemy's only royal by checks alone,
// by depth-first proof-number search with a table of about mb MiB. Mate means
// that the royal is attacked and is so after each reply; a reply that takes
// the attacker's last royal refutes, and so does a repetition. Where the enemy
// has several royals, now or after a promotion, there is no telling: a line
// that gets there is given up, and without it nothing is disproved. Bare kings
// and what happened before p do not count.
//
// The limits that apply are MoveTime and Nodes, and c may stop it. It leaves p
// alone and calls report, which may be nil, now and then and at the end.
func FindMate(p *engine.Position, c *Control, mb int, report func(MateInfo)) MateResult {
	if p.Royals(p.Side().Other()) != 1 {
		return MateResult{Time: time.Since(c.began())}
	}
	x := newMateSearch(p.Clone(), c, mb, report)
	r := MateResult{Verdict: x.decide()}
	if r.Verdict == Mates {
		r.Line = x.shortest()
		if r.Line == nil || !matingLine(p.Clone(), r.Line) {
			r.Verdict, r.Line = Undecided, nil
		}
	}
	r.Nodes, r.Time = x.nodes, time.Since(x.started)
	x.tell(len(r.Line), r.Time)
	return r
}

// A mateSearch is one search for a mate. Numbers are from the view of the side
// to move: phi is what is left to do to prove that it gets what it wants,
// delta the same for its opponent. The attacker wants mate, the defender
// everything else.
type mateSearch struct {
	pos      *engine.Position
	attacker engine.Color
	safety   bool // moves that leave the royal attacked are illegal
	direct   bool // a drop gives check by the piece dropped or not at all
	table    *mateTable
	control  *Control
	report   func(MateInfo)

	started  time.Time
	deadline time.Time // zero: none
	most     uint64    // nodes, 0: no limit
	reported time.Time
	nodes    uint64
	stopped  bool

	// beyond is set once a line was given up that proves nothing.
	beyond bool
	// limit is the length of the mates sought, 0 for any.
	limit int
	// twins is set once a failure that holds for one path alone is stored.
	twins bool

	path  []uint64 // keys of the nodes from the root on
	paths []uint64 // hash of the path to and with each of them
	kids  []mateKid
	moves []engine.Move
}

// A mateKid is a move of a node on the path and what is known of the node
// behind it.
type mateKid struct {
	move engine.Move
	key  uint64
	mateValue
}

// A mateValue is what is known of a node.
type mateValue struct {
	phi, delta uint32
	plies      int32 // to mate, if it is proved
	// since is the depth of the first node on the path that a failure to mate
	// depends on, because a line returns to it; free if it stands on its own.
	since int32
}

const (
	never = 1 << 30        // the number of what cannot be proved
	free  = int32(1 << 30) // since: depends on no path
)

// maxMatePlies bounds the lines looked at.
const maxMatePlies = 600

// mateReportEvery is the time between two reports.
const mateReportEvery = time.Second

func newMateSearch(p *engine.Position, c *Control, mb int, report func(MateInfo)) *mateSearch {
	r := p.Rules()
	x := &mateSearch{
		pos: p, attacker: p.Side(), safety: r.KingSafety, direct: plainDrops(r),
		table: newMateTable(mb), control: c, report: report, started: c.began(),
	}
	x.reported = x.started
	p.Attach(nil)
	c.mu.Lock()
	defer c.mu.Unlock()
	x.most = c.limits.Nodes
	if d := c.limits.MoveTime; d > 0 {
		x.deadline = x.started.Add(d)
	}
	return x
}

// plainDrops reports whether all that can be dropped just slides and jumps.
func plainDrops(r *rules.Rules) bool {
	if r.Borrow {
		return false
	}
	simple := func(k engine.Kind) bool { return r.Movers[rules.MakePiece(k, engine.Black).Index()].Simple }
	for _, k := range r.HandKinds {
		if !simple(k) || r.Kinds[k].Promotes != 0 && !simple(r.Kinds[k].Promotes) {
			return false
		}
	}
	return true
}

// decide proves or disproves the root.
func (x *mateSearch) decide() Verdict {
	v := x.root()
	switch {
	case x.stopped:
		return Undecided
	case v.phi == 0:
		return Mates
	case x.beyond:
		return Undecided
	}
	return NoMate
}

// root searches the position itself to the end.
func (x *mateSearch) root() mateValue {
	x.path, x.paths, x.kids = x.path[:0], x.paths[:0], x.kids[:0]
	return x.search(x.keyAt(0), never, never)
}

// over reports whether the search must end, and tells how far it is.
func (x *mateSearch) over() bool {
	if x.stopped {
		return true
	}
	now := time.Now()
	x.stopped = x.control.Stopped() || x.most > 0 && x.nodes >= x.most || !x.deadline.IsZero() && !now.Before(x.deadline)
	if now.Sub(x.reported) >= mateReportEvery {
		x.reported = now
		x.tell(len(x.path), now.Sub(x.started))
	}
	return x.stopped
}

// tell reports how far the search is.
func (x *mateSearch) tell(depth int, spent time.Duration) {
	if x.report != nil {
		x.report(MateInfo{Depth: depth, Time: spent, Nodes: x.nodes, HashFull: x.table.full()})
	}
}

// keyAt is the key of the position as a node at depth: where the length of the
// mate is limited, what is left of it belongs to the node.
func (x *mateSearch) keyAt(depth int) uint64 {
	key := x.pos.Key()
	if x.limit > 0 {
		key ^= mix(uint64(x.limit - depth + 2)) // at least 1: a defence may come after the last check
	}
	return key
}

// mix scatters the bits of n.
func mix(n uint64) uint64 {
	n *= 0x9e3779b97f4a7c15
	n = (n ^ n>>32) * 0xd6e8feb86659fd93
	return n ^ n>>32
}

// search works on the node of the current position until its phi or delta
// reaches the threshold.
func (x *mateSearch) search(key uint64, maxPhi, maxDelta uint32) mateValue {
	depth := len(x.path)
	attacks := depth&1 == 0
	before := uint64(0)
	if depth > 0 {
		before = x.paths[depth-1]
	}
	v := x.lookUp(key, before)
	if v.phi >= maxPhi || v.delta >= maxDelta || x.over() {
		return v
	}
	x.nodes++
	began := x.nodes
	x.path = append(x.path, key)
	x.paths = append(x.paths, mix(before+key))
	base := len(x.kids)
	x.expand(attacks)
	v = x.settle(base, maxPhi, maxDelta, attacks)
	x.kids = x.kids[:base]
	x.path, x.paths = x.path[:depth], x.paths[:depth]
	if x.stopped {
		return v
	}
	if v.since >= int32(depth) {
		v.since = free // a line that returns here, or to what is below, fails wherever it began
	}
	if v.since == free {
		x.table.store(key, v, x.nodes-began+1)
	} else {
		x.twins = true
		x.table.store(twin(key, before), v, x.nodes-began+1)
	}
	return v
}

// settle works on the kids from base on until the phi or delta of their parent,
// the last node of the path, reaches the threshold.
func (x *mateSearch) settle(base int, maxPhi, maxDelta uint32, attacks bool) mateValue {
	for {
		v := x.sum(x.kids[base:], attacks)
		if v.phi >= maxPhi || v.delta >= maxDelta || x.stopped {
			return v
		}
		best, second, open := choose(x.kids[base:])
		k := &x.kids[base+best]
		// A little more than the second's delta: else the two would take turns.
		phi := max(maxDelta-min(open-1, maxDelta), k.phi+1)
		delta := max(min(maxPhi, second+second/4+1), k.delta+1)
		x.pos.Make(k.move)
		v = x.search(k.key, min(phi, never), min(delta, never))
		x.pos.Unmake()
		x.kids[base+best].mateValue = v
	}
}

// twin is the key of what holds for a node after one path only.
func twin(key, before uint64) uint64 { return mix(key ^ before<<1) }

// lookUp returns what is known of a node after the path of that hash.
func (x *mateSearch) lookUp(key, before uint64) mateValue {
	v, ok := x.table.probe(key)
	if ok && (v.phi == 0 || v.delta == 0) {
		return v
	}
	if x.twins {
		if v, ok := x.table.probe(twin(key, before)); ok {
			return v
		}
	}
	if !ok {
		v = mateValue{phi: 1, delta: 1, since: free}
	}
	return v
}

// choose returns the kid that is easiest for the side to move, the delta of
// the next, and how many kids are open.
func choose(kids []mateKid) (best int, second, open uint32) {
	second = never
	first := uint32(never)
	for i := range kids {
		k := &kids[i]
		if k.phi > 0 {
			open++
		}
		if k.delta < first {
			best, first, second = i, k.delta, first
		} else if k.delta < second {
			second = k.delta
		}
	}
	return best, second, open
}

// sum works out a node's value from its kids'. Delta takes the hardest kid and
// one for each other that is open rather than the sum, which counts what lines
// share many times over.
func (x *mateSearch) sum(kids []mateKid, attacks bool) mateValue {
	v := mateValue{phi: never, since: free}
	open, hardest := uint32(0), uint32(0)
	won := -1
	for i := range kids {
		k := &kids[i]
		v.phi = min(v.phi, k.delta)
		if k.phi > 0 {
			open++
			hardest = max(hardest, k.phi)
		}
		if k.delta == 0 && (won < 0 || x.better(k, &kids[won], attacks)) {
			won = i
		}
	}
	switch {
	case won >= 0:
		v.delta = never
		v.since, v.plies = kids[won].since, kids[won].plies+1
	case open == 0: // lost
		for i := range kids {
			v.since = min(v.since, kids[i].since)
			v.plies = max(v.plies, kids[i].plies+1)
		}
	default:
		v.delta = min(hardest+open-1, never-1)
	}
	return v
}

// better reports whether a is a better kid to win by: for the attacker the
// shorter mate, for the defender the failure that depends on less.
func (x *mateSearch) better(a, b *mateKid, attacks bool) bool {
	if attacks {
		return a.plies < b.plies
	}
	return a.since > b.since
}

// expand appends the kids of the node that path ends with.
func (x *mateSearch) expand(attacks bool) {
	depth := len(x.path) - 1
	x.moves = x.moves[:0]
	if attacks {
		switch {
		case x.limit > 0 && depth >= x.limit:
			return
		case x.pos.Royals(x.attacker.Other()) > 1:
			x.beyond = true
			return
		case depth >= maxMatePlies:
			x.beyond = true
			return
		}
		x.moves = x.checks(x.moves)
	} else {
		x.moves = x.defences(x.moves)
	}
	before := x.paths[depth]
	for _, m := range x.moves {
		x.pos.Make(m)
		k := mateKid{move: m, key: x.keyAt(depth + 1)}
		x.pos.Unmake()
		if at := x.onPath(k.key); at >= 0 {
			k.mateValue = failure(!attacks)
			k.since = int32(at)
		} else {
			k.mateValue = x.lookUp(k.key, before)
		}
		x.kids = append(x.kids, k)
	}
}

// failure is the value of a node from which there is no mate.
func failure(attacks bool) mateValue {
	if attacks {
		return mateValue{phi: never, since: free}
	}
	return mateValue{delta: never, since: free}
}

// onPath returns the depth of the node of that key on the path, or -1.
func (x *mateSearch) onPath(key uint64) int {
	for i := len(x.path) - 2; i >= 0; i -= 2 {
		if x.path[i] == key {
			return i
		}
	}
	return -1
}

// checks appends the attacker's moves that give check, or take the royal.
func (x *mateSearch) checks(dst []engine.Move) []engine.Move {
	p := x.pos
	them := x.attacker.Other()
	direct := x.direct && !p.InCheck(them) // it is where it should have been saved
	n := len(dst)
	dst = p.Generate(dst, engine.AllMoves)
	kept := n
	for _, m := range dst[n:] {
		if direct && m.IsDrop() {
			if !p.Checks(m) {
				continue
			}
		} else {
			p.Make(m)
			good := !p.RoyalsLost(x.attacker) && (p.InCheck(them) || p.RoyalsLost(them))
			p.Unmake()
			if !good {
				continue
			}
		}
		dst[kept] = m
		kept++
	}
	return dst[:x.keepLegal(dst[:kept], n)]
}

// keepLegal moves the legal ones of the moves from the n-th on to the front
// and returns where they end.
func (x *mateSearch) keepLegal(moves []engine.Move, n int) int {
	if !x.safety {
		return len(moves)
	}
	x.pos.Prepare()
	kept := n
	for _, m := range moves[n:] {
		if x.pos.Legal(m) {
			moves[kept] = m
			kept++
		}
	}
	return kept
}

// defences appends the replies after which no royal can be taken; one that
// takes the attacker's last royal stands alone.
func (x *mateSearch) defences(dst []engine.Move) []engine.Move {
	p := x.pos
	us := x.attacker.Other()
	if x.safety {
		return p.GenerateLegal(dst)
	}
	n := len(dst)
	dst = p.Generate(dst, engine.AllMoves)
	kept := n
	for _, m := range dst[n:] {
		p.Make(m)
		safe := !p.RoyalsLost(us) && !p.InCheck(us)
		refutes := p.RoyalsLost(x.attacker)
		p.Unmake()
		if refutes {
			return append(dst[:n], m)
		}
		if safe {
			dst[kept] = m
			kept++
		}
	}
	return dst[:kept]
}

// shortest returns a mating line after a proof. The proof found first may be
// long; so much work as it took, or a little, goes into finding a shorter one.
func (x *mateSearch) shortest() []engine.Move {
	line := x.line()
	if line == nil {
		return nil
	}
	const little = 20_000
	budget := x.nodes + max(x.nodes, little)
	if x.most == 0 || x.most > budget {
		x.most = budget
	}
	for n := 1; n < len(line); n += 2 {
		x.limit = n
		if x.root().phi == 0 && !x.stopped {
			if shorter := x.line(); shorter != nil {
				return shorter
			}
		}
		if x.stopped {
			break
		}
	}
	return line
}

// line follows the proof: the attacker takes the shortest way it knows, the
// defender the longest. What the table has lost is proved again; the line is
// nil if the search was stopped on the way.
func (x *mateSearch) line() []engine.Move {
	var line []engine.Move
	x.path, x.paths, x.kids = x.path[:0], x.paths[:0], x.kids[:0]
	key, before := x.keyAt(0), uint64(0)
	done := false
	for !done && len(line) < maxMatePlies {
		attacks := len(line)&1 == 0
		before = mix(before + key)
		x.path, x.paths, x.kids = append(x.path, key), append(x.paths, before), x.kids[:0]
		x.expand(attacks)
		if len(x.kids) == 0 {
			done = !attacks
			break
		}
		x.settle(0, never, never, attacks)
		best := x.follow(attacks)
		if best < 0 {
			break
		}
		m := x.kids[best].move
		key = x.kids[best].key
		x.pos.Make(m)
		line = append(line, m)
		done = x.pos.RoyalsLost(x.attacker.Other())
	}
	for range line {
		x.pos.Unmake()
	}
	if !done {
		return nil
	}
	return line
}

// follow returns the kid that continues a mating line, -1 if one is not proved.
func (x *mateSearch) follow(attacks bool) int {
	best := -1
	for i := range x.kids {
		k := &x.kids[i]
		switch {
		case attacks:
			if k.delta == 0 && (best < 0 || k.plies < x.kids[best].plies) {
				best = i
			}
		case k.phi != 0:
			return -1
		case best < 0 || k.plies > x.kids[best].plies:
			best = i
		}
	}
	return best
}

// matingLine plays a line by the rules alone and reports whether all its moves
// are legal, the attacker's check, the others leave the royal safe, and the
// last mates.
func matingLine(p *engine.Position, line []engine.Move) bool {
	attacker, defender := p.Side(), p.Side().Other()
	for i, m := range line {
		attacks := i&1 == 0
		if !slices.Contains(p.GenerateLegal(nil), m) || attacks && p.Forbidden(m) {
			return false
		}
		p.Make(m)
		switch {
		case p.RoyalsLost(attacker):
			return false
		case p.RoyalsLost(defender):
			return attacks && i == len(line)-1
		case p.InCheck(defender) != attacks:
			return false
		}
	}
	if len(line)&1 == 0 {
		return false
	}
	for _, m := range p.GenerateLegal(nil) {
		p.Make(m)
		saved := p.RoyalsLost(attacker) || !p.RoyalsLost(defender) && !p.InCheck(defender)
		p.Unmake()
		if saved {
			return false
		}
	}
	return true
}
