package engine

import "testing"

// TestKeyAfter checks that the keys of moves that only put one piece on one
// square, and take no more than what stands there, are foretold.
func TestKeyAfter(t *testing.T) {
	for _, name := range []string{"shogi", "chushogi", "taishogi"} {
		t.Run(name, func(t *testing.T) {
			captures := 0
			for _, p := range sample(load(t, name), 20, 120, seeded(5)) {
				for _, m := range p.GenerateLegal(nil) {
					takes := p.IsCapture(m)
					if m.IsDrop() || m.HasStops() || takes && p.r.HasDrops {
						continue
					}
					want := p.KeyAfter(m)
					p.Make(m)
					if got := p.Key(); got != want && p.lionSquare == 0 {
						t.Errorf("%s: %x, foretold %x", p.SFEN(), got, want)
					}
					p.Unmake()
					if takes {
						captures++
					}
				}
			}
			if name != "shogi" && captures < 50 {
				t.Errorf("only %d captures", captures)
			}
		})
	}
}
