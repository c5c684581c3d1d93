package search

import (
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"mujo/engine"
)

// A table is a transposition table in clusters of four entries of 16 bytes,
// one cache line each. Threads share it without locks: the first word of an
// entry is stored combined with the second, so that an entry torn by two
// writers does not match any key.
type table struct {
	clusters   []cluster
	generation uint8 // of the current search, 6 bits
	used       bool  // by a search since it was cleared
}

type cluster [4]slot

type slot struct {
	check atomic.Uint64 // key, evaluation and generation, xor data
	data  atomic.Uint64
}

// An entry is what the table knows of a position.
//
//	meta: bits 0-19 evaluation, 20-25 generation, 26-63 top bits of the key
//	data: bits 0-30 move, 31-51 score, 52-59 depth, 60-61 bound, 62 present
type entry struct {
	move  engine.Move
	score Score
	eval  Score
	depth int
	bound Bound
}

const (
	evalBits       = 20
	generationMask = 63
	keyShift       = 26
	scoreShift     = 31
	scoreBits      = 21
	depthShift     = 52
	boundShift     = 60
	present        = 1 << 62
	moveMask       = 1<<31 - 1
)

// newTable returns a table of about mb MiB, its memory taken: a page that is
// touched for the first time costs a search what is none of its own.
func newTable(mb int) *table {
	n := max(mb<<20/64, 64)
	t := &table{clusters: make([]cluster, n)}
	preferHugePages(t.clusters)
	t.wipe()
	return t
}

// clear forgets everything. No search may be running.
func (t *table) clear() {
	if t.used {
		t.used = false
		t.wipe()
	}
}

// wipe zeroes the table, in parallel as it may be large.
func (t *table) wipe() {
	var parts sync.WaitGroup
	size := max(len(t.clusters)/runtime.GOMAXPROCS(0)+1, 1<<20/64)
	for part := range slices.Chunk(t.clusters, size) {
		parts.Go(func() { clear(part) })
	}
	parts.Wait()
}

// age starts a new search: what is in the table gives way first.
func (t *table) age() {
	t.generation = (t.generation + 1) & generationMask
	t.used = true
}

func (t *table) cluster(key uint64) *cluster {
	hi, _ := bits.Mul64(key, uint64(len(t.clusters)))
	return &t.clusters[hi]
}

// keyPart is the part of the key that an entry holds. The cluster is chosen
// by the top bits, so the low ones tell positions apart.
func keyPart(key uint64) uint64 { return key << keyShift }

// prefetch starts fetching key's cluster, so that a probe a little later need
// not wait for memory.
func (t *table) prefetch(key uint64) { prefetch(t.cluster(key)) }

// probe looks key up. Scores of mates are turned into distances from ply.
func (t *table) probe(key uint64, ply int) (entry, bool) {
	c := t.cluster(key)
	for i := range c {
		data := c[i].data.Load()
		meta := c[i].check.Load() ^ data
		if meta>>keyShift<<keyShift != keyPart(key) || data&present == 0 {
			continue
		}
		return entry{
			move:  engine.Move(data & moveMask),
			score: fromTable(Score(int64(data<<(64-scoreShift-scoreBits))>>(64-scoreBits)), ply),
			eval:  Score(int64(meta<<(64-evalBits)) >> (64 - evalBits)),
			depth: int(data >> depthShift & 255),
			bound: Bound(data >> boundShift & 3),
		}, true
	}
	return entry{}, false
}

// store keeps e for key in place of the shallowest and oldest entry.
func (t *table) store(key uint64, e entry, ply int) {
	c := t.cluster(key)
	worst, worstRank := 0, 1<<30
	for i := range c {
		data := c[i].data.Load()
		meta := c[i].check.Load() ^ data
		if data&present == 0 {
			worst, worstRank = i, -1<<30
			continue
		}
		if meta>>keyShift<<keyShift == keyPart(key) {
			if e.move == engine.NoMove {
				e.move = engine.Move(data & moveMask)
			}
			// A shallow bound does not replace what is known much deeper.
			if e.bound != Exact && e.depth+3 < int(data>>depthShift&255) && uint8(meta>>evalBits)&generationMask == t.generation {
				return
			}
			worst = i
			break
		}
		age := (t.generation - uint8(meta>>evalBits)) & generationMask
		if rank := int(data>>depthShift&255) - 8*int(age); rank < worstRank {
			worst, worstRank = i, rank
		}
	}
	meta := uint64(e.eval)&(1<<evalBits-1) | uint64(t.generation)<<evalBits | keyPart(key)
	data := uint64(e.move) | uint64(toTable(e.score, ply))&(1<<scoreBits-1)<<scoreShift |
		uint64(max(e.depth, 0)&255)<<depthShift | uint64(e.bound)<<boundShift | present
	c[worst].check.Store(meta ^ data)
	c[worst].data.Store(data)
}

// toTable turns a mate's distance from the root into one from the node.
func toTable(s Score, ply int) Score {
	switch {
	case s >= MateBound:
		return s + Score(ply)
	case s <= -MateBound:
		return s - Score(ply)
	}
	return s
}

func fromTable(s Score, ply int) Score {
	switch {
	case s >= MateBound:
		return s - Score(ply)
	case s <= -MateBound:
		return s + Score(ply)
	}
	return s
}

// full estimates the permille of entries written by the current search.
func (t *table) full() int {
	n, used := 0, 0
	for i := range min(len(t.clusters), 250) {
		for j := range t.clusters[i] {
			data := t.clusters[i][j].data.Load()
			meta := t.clusters[i][j].check.Load() ^ data
			n++
			if data&present != 0 && uint8(meta>>evalBits)&generationMask == t.generation {
				used++
			}
		}
	}
	return used * 1000 / n
}
