package search

import "math/bits"

// A mateTable remembers proof numbers, in clusters of four entries. What took
// the least work gives way.
type mateTable struct{ entries []mateEntry }

type mateEntry struct {
	key        uint64
	phi, delta uint32
	work       uint32 // nodes, 0: the entry is free
	plies      int16
	since      int16 // -1: free
}

const (
	mateCluster   = 4
	mateEntrySize = 24
)

func newMateTable(mb int) *mateTable {
	clusters := max(mb<<20/(mateCluster*mateEntrySize), 16)
	return &mateTable{make([]mateEntry, clusters*mateCluster)}
}

func (t *mateTable) cluster(key uint64) []mateEntry {
	hi, _ := bits.Mul64(key, uint64(len(t.entries)/mateCluster))
	return t.entries[hi*mateCluster:][:mateCluster]
}

func (t *mateTable) probe(key uint64) (mateValue, bool) {
	c := t.cluster(key)
	for i := range c {
		e := &c[i]
		if e.key == key && e.work > 0 {
			v := mateValue{phi: e.phi, delta: e.delta, plies: int32(e.plies), since: int32(e.since)}
			if e.since < 0 {
				v.since = free
			}
			return v, true
		}
	}
	return mateValue{}, false
}

func (t *mateTable) store(key uint64, v mateValue, work uint64) {
	c := t.cluster(key)
	at := 0
	for i := range c {
		if c[i].key == key && c[i].work > 0 {
			at = i
			work += uint64(c[i].work)
			break
		}
		if c[i].work < c[at].work {
			at = i
		}
	}
	since := int16(-1)
	if v.since != free {
		since = int16(v.since)
	}
	c[at] = mateEntry{
		key: key, phi: v.phi, delta: v.delta, work: uint32(min(work, 1<<32-1)), plies: int16(v.plies), since: since,
	}
}

// full estimates the permille of entries in use.
func (t *mateTable) full() int {
	n := min(len(t.entries), 1000)
	used := 0
	for i := range t.entries[:n] {
		if t.entries[i].work > 0 {
			used++
		}
	}
	return used * 1000 / n
}
