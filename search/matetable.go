package search

import "math/bits"

// A mateTable remembers proof numbers, in clusters of four entries. It begins
// small and grows with what it has to hold; at its limit what took the least
// work gives way.
type mateTable struct {
	entries []mateEntry
	used    int
	limit   int // of entries
}

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

// firstMateEntries is the size of a table at first: most mates, and most
// positions without any, are found out with less.
const firstMateEntries = 1 << 14

func newMateTable(mb int) *mateTable {
	limit := max(mb<<20/mateEntrySize, firstMateEntries)
	return &mateTable{entries: make([]mateEntry, firstMateEntries), limit: limit}
}

// grow doubles the table. Clusters are in the order of the keys, so that what
// was in one goes to two that lie together.
func (t *mateTable) grow() {
	old := t.entries
	t.entries, t.used = make([]mateEntry, 2*len(old)), 0
	for i := range old {
		if e := &old[i]; e.work > 0 {
			c := t.cluster(e.key)
			for k := range c {
				if c[k].work == 0 {
					c[k] = *e
					t.used++
					break
				}
			}
		}
	}
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
	if t.used > len(t.entries)/2 && 2*len(t.entries) <= t.limit {
		t.grow()
	}
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
	if c[at].work == 0 {
		t.used++
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
