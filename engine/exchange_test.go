package engine_test

import (
	"testing"

	"mujo/engine"
	"mujo/engine/rules"
)

// simpleValues are the sheet's values, 100 a pawn, with hands counted once
// more and royals beyond price.
func simpleValues(r *rules.Rules) *engine.Values {
	v := &engine.Values{Spare: 1000}
	for k := 1; k < len(r.Kinds); k++ {
		info := &r.Kinds[k]
		worth := int32(info.Value * 100)
		if info.Traits&rules.Royal != 0 {
			worth = 300_000
		}
		gain := worth
		if info.Hand != 0 {
			gain += int32(r.Kinds[info.Hand].Value * 100)
		}
		for _, c := range []engine.Color{engine.Black, engine.White} {
			i := rules.MakePiece(rules.Kind(k), c).Index()
			v.Piece[i], v.Gain[i] = worth, gain
		}
	}
	return v
}

func TestExchange(t *testing.T) {
	tests := []struct {
		name, variant, sfen, move string
		want                      int32
	}{
		{"a free pawn", "chushogi", "11k/12/12/12/6p5/6R5/12/12/12/12/12/K11 b - 1", "6f6e", 100},
		{"a pawn behind a pawn", "chushogi", "11k/12/12/6p5/6p5/6R5/12/12/12/12/12/K11 b - 1", "6f6e", 100 - 600},
		{"backed by a second rook", "chushogi", "11k/12/12/6r5/6p5/6R5/6R5/12/12/12/12/K11 b - 1", "6f6e", 100},
		{"a captured piece counts in hand too", "shogi", "4k4/9/9/4p4/4R4/9/9/9/4K4 b - 1", "5e5d", 200},
		{"and so does the capturer when retaken", "shogi", "4k4/4l4/9/4p4/4R4/9/9/9/4K4 b - 1", "5e5d", 200 - 2400},
		{"a drop that is lost", "shogi", "4k4/9/9/4l4/9/9/9/9/4K4 b G 1", "G*5f", -1200},
		{"a lion takes and goes on out of reach", "chushogi", "11k/12/12/7g4/6ps4/6N5/12/12/12/12/12/K11 b - 1", "6f6e7f", 100},
		{"a demon burns what it stops beside", "tenjikushogi", "15k/16/16/16/16/16/7p1s6/16/8{FID}7/16/16/16/16/16/16/K15 b - 1", "8i8h", 300},
		{"a piece that stops beside a demon is gone", "tenjikushogi", "15k/16/16/16/16/8{fid}7/8p7/8R7/16/16/16/16/16/16/16/K15 b - 1", "8h8g", 100 - 1200},
		{"and is no protector", "tenjikushogi", "15k/16/16/8{fid}7/8p7/8R7/8R7/16/16/16/16/16/16/16/16/K15 b - 1", "8f8e", 100 - 1200},
		{"a hook mover that takes becomes a gold", "taishogi", "24{cp}/25/25/25/25/25/25/25/25/25/25/13p11/25/13{HM}11/25/25/25/25/25/25/25/25/25/25/{CP}24 b - 1", "12n12l+", 100 - 23200 + 300},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := compile(t, test.variant)
			p := parse(t, r, test.sfen)
			m, err := p.ParseMove(test.move)
			if err != nil {
				t.Fatal(err)
			}
			v := simpleValues(r)
			if got := p.Exchange(m, v); got != test.want {
				t.Errorf("%s gains %d, want %d", test.move, got, test.want)
			}
			if got := p.SFEN(); got != test.sfen {
				t.Errorf("the position is now %s", got)
			}
		})
	}
}

// TestPays compares the short way with the whole exchange over random games.
func TestPays(t *testing.T) {
	for _, name := range []string{"shogi", "chushogi", "tenjikushogi", "taishogi"} {
		r := compile(t, name)
		v := simpleValues(r)
		p := engine.New(r)
		rng := uint64(11)
		for range 150 {
			moves := p.GenerateLegal(nil)
			if len(moves) == 0 {
				break
			}
			for _, m := range moves {
				x := p.Exchange(m, v)
				for _, least := range []int32{-700, -100, 0, 1, 300} {
					if got := p.Pays(m, v, p.Takes(m, v), least); got != (x >= least) {
						t.Fatalf("%s: %s gains %d, but Pays(%d) is %v", p.SFEN(), p.MoveText(m), x, least, got)
					}
				}
			}
			rng = rng*6364136223846793005 + 1442695040888963407
			p.Make(moves[rng>>33%uint64(len(moves))])
		}
	}
}
