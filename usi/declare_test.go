package usi

import (
	"testing"

	"mujo/engine"
)

func TestDeclares(t *testing.T) {
	r := load(t, "shogi")
	for _, test := range []struct {
		name, sfen string
		want27     bool
		want24     bool
	}{
		{"28 points for Black", "+R+R+B+B4K/GGGGSS3/9/9/9/9/9/9/4k4 b 2P 1", true, false},
		{"27 points for Black", "+R+R+B+B4K/GGGGSS3/9/9/9/9/9/9/4k4 b P 1", false, false},
		{"31 points for Black", "+R+R+B+B4K/GGGGSS3/9/9/9/9/9/9/4k4 b 5P 1", true, true},
		{"27 points for White", "4K4/9/9/9/9/9/9/ggggss3/+r+r+b+b4k w p 1", true, false},
		{"26 points for White", "4K4/9/9/9/9/9/9/ggggss3/+r+r+b+b4k w - 1", false, false},
		{"pieces outside count nothing", "+R+R+B+B4K/GGGGSS3/9/PPPPPPPPP/9/9/9/9/4k4 b P 1", false, false},
		{"the third rank counts", "+R+R+B+B4K/GGGGSS3/PP7/9/9/9/9/9/4k4 b - 1", true, false},
		{"nine pieces", "+R+R+B+B4K/GGGGS4/9/9/9/9/9/9/4k4 b 9P 1", false, false},
		{"king outside", "+R+R+B+B5/GGGGSS3/9/8K/9/9/9/9/4k4 b 9P 1", false, false},
		{"in check", "+R+R+B+B4K/GGGGSS3/8r/9/9/9/9/9/4k4 b 9P 1", false, false},
		{"the other side to move", "+R+R+B+B4K/GGGGSS3/9/9/9/9/9/9/4k4 w 9P 1", false, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := engine.ParseSFEN(r, test.sfen)
			if err != nil {
				t.Fatal(err)
			}
			for rule, want := range map[string]bool{csa27: test.want27, csa24: test.want24, noDeclaration: false} {
				if got := declares(p, rule); got != want {
					t.Errorf("%s: %v, want %v", rule, got, want)
				}
			}
		})
	}
	if declares(engine.New(load(t, "chushogi")), csa27) {
		t.Error("chu has no declaration")
	}
}
