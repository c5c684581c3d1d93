package engine_test

import (
	"slices"
	"strings"
	"testing"

	"mujo/engine"
)

const (
	// matsuri is the benchmark position of several shogi engines.
	matsuri = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
	// crowded has as many moves as any position of shogi can.
	crowded = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"
)

// TestPerft has counts that others publish: shogi in YaneuraOu, rsshogi and
// many more, chu in stepney141/minase.
func TestPerft(t *testing.T) {
	for _, c := range []struct {
		name, variant, sfen string
		want                []uint64
	}{
		{"start", "shogi", "startpos", []uint64{30, 900, 25470, 719731, 19861490}},
		{"matsuri", "shogi", matsuri, []uint64{207, 28684, 4809015}},
		{"crowded", "shogi", crowded, []uint64{593}},
		{"chu", "chushogi", "startpos", []uint64{36, 1296, 48315, 1801639}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := start(t, c.variant, c.sfen)
			for i, want := range c.want {
				if testing.Short() && want > 5_000_000 {
					break
				}
				if got := p.Perft(i + 1); got != want {
					t.Errorf("perft %d is %d, want %d", i+1, got, want)
				}
			}
		})
	}
}

// TestDrops has the rules for drops in shogi, square by square.
func TestDrops(t *testing.T) {
	for _, c := range []struct{ name, sfen, legal, illegal string }{
		{"mate by a dropped pawn", "7lk/9/7G1/9/9/9/9/9/4K4 b P 1", "P*1c", "P*1b"},
		{"a gold takes the pawn", "7gk/9/7G1/9/9/9/9/9/4K4 b P 1", "P*1b", ""},
		{"the gold is pinned", "B6lk/8g/6G1P/9/4B4/9/9/9/4K4 b P 1", "", "P*1b"},
		{"a pinned silver may not take the pawn", "6sk1/7R1/6N1N/9/9/9/9/9/4K4 b P 1", "", "P*2b"},
		{"the king takes the pawn", "7lk/9/9/9/9/9/9/9/4K4 b P 1", "P*1b", ""},
		{"White mates by a dropped pawn", "4k4/9/9/9/9/9/1g7/9/KL7 w p 1", "p*9g", "p*9h"},
		{"two pawns on a file", "4k4/9/9/9/4P4/9/9/9/4K4 b P 1", "P*4e", "P*5d P*5h"},
		{"a tokin on the file", "4k4/9/9/9/4+P4/9/9/9/4K4 b P 1", "P*5d P*5h", ""},
		{"the enemy's pawn on the file", "4k4/9/9/9/4p4/9/9/9/4K4 b P 1", "P*5d P*5h", ""},
		{"dead drops", "4k4/9/9/9/9/9/9/9/4K4 b SNLP 1", "P*1b L*1b N*1c S*1a", "P*1a L*1a N*1a N*1b"},
		{"White's dead drops", "4k4/9/9/9/9/9/9/9/4K4 w snlp 1", "P*1h L*1h N*1g S*1i", "P*1i L*1i N*1i N*1h"},
		{"in check", "4k4/9/9/9/4r4/9/9/9/4K4 b SP 1", "S*5f P*5h", "S*4h S*5d P*1e"},
		{"in check by two", "4k4/9/9/9/4r4/9/3n5/9/4K4 b SP 1", "5i4h 5i4i 5i6h", "S*5f 5i5h"},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			p := start(t, "shogi", c.sfen)
			for _, m := range strings.Fields(c.legal) {
				if _, err := p.ParseMove(m); err != nil {
					t.Error(err)
				}
			}
			for _, m := range strings.Fields(c.illegal) {
				if _, err := p.ParseMove(m); err == nil {
					t.Errorf("%s is legal", m)
				}
			}
		})
	}
}

// TestRepeats asks on behalf of a search that began after some moves: one
// repetition within it is enough, before it two must be.
func TestRepeats(t *testing.T) {
	const cycle = "5i5h 5a5b 5h5i 5b5a "
	const (
		lions  = "k14/15/15/15/7{ln}7/15/15/15/15/7{LN}7/15/15/15/15/14K b - 1"
		passes = "8j7i8j 8e7d8e "
	)
	for _, c := range []struct {
		name, variant, sfen, moves string
		since                      int
		want                       string
	}{
		{"no cycle", "shogi", "startpos", "5i5h 5a5b 5h5i", 0, "going on"},
		{"a cycle in the search", "shogi", "startpos", cycle, 0, "draw by repetition"},
		{"a cycle before it", "shogi", "startpos", cycle, 1, "going on"},
		{"two cycles before it", "shogi", "startpos", cycle + cycle, 8, "draw by repetition"},
		{"a pass", "daishogi", lions, "8j7i8j", 0, "going on"},
		{"a pass and its answer", "daishogi", lions, passes, 0, "white by repeated passing"},
		{"a pass before it and its answer", "daishogi", lions, passes, 1, "going on"},
		{"who answers never passed first", "daishogi", lions, passes + passes + "8j7i8j", 4, "white by repeated passing"},
		{"a check in every move", "shogi", "6k2/1+p7/9/9/9/9/9/1+P2R4/6K2 b - 1", "5h3h 3a2a 3h2h 2a3a 2h3h", 0, "white by perpetual check"},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			p := start(t, c.variant, c.sfen)
			play(t, p, c.moves)
			if got := tell(p.Repeats(c.since)); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// TestClone checks that a clone and its original go their own ways.
func TestClone(t *testing.T) {
	p := start(t, "shogi", "startpos")
	play(t, p, "7g7f 3c3d 8h2b+")
	q := p.Clone()
	play(t, q, "3a2b B*5e")
	if got := p.MoveText(p.LastMove()); got != "8h2b+" || p.Moves() != 3 {
		t.Errorf("the original is at %s, move %d", got, p.Moves())
	}
	for range 5 {
		q.Unmake()
	}
	if got := engine.New(p.Rules()).SFEN(); q.SFEN() != got {
		t.Errorf("the clone went back to %s", q.SFEN())
	}
	if !slices.Equal(legal(q), legal(engine.New(p.Rules()))) {
		t.Error("the clone has other moves")
	}
}
