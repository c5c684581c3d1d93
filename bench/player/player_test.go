package player

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mujo/engine"
	"mujo/engine/rules"
)

func compile(t testing.TB, name string) *rules.Rules {
	t.Helper()
	r, err := rules.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestCECPMoves writes moves and reads them back.
func TestCECPMoves(t *testing.T) {
	tests := []struct{ variant, sfen, usi, cecp string }{
		{"shogi", "", "7g7f", "c3c4"},
		{"shogi", "4k4/9/9/P8/9/9/9/9/4K4 b P 1", "9d9c+", "a6a7+"},
		{"shogi", "4k4/9/9/P8/9/9/9/9/4K4 b P 1", "P*5e", "P@e5"},
		{"shogi", "4k4/9/9/9/9/9/9/9/4K4 w p 1", "P*5e", "P@e5"},
		{"chushogi", "", "12i12h", "a4a5"},
		{"chushogi", "", "3l4k", "j1i2"},
		// A lion on 6f, and pawns beside it.
		{"chushogi", "12/12/12/12/5p6/6N5/12/12/12/12/12/5K5k b - 1", "6f7e6f", "g7f8,f8g7"},
		{"chushogi", "12/12/12/12/5p6/6N5/12/12/12/12/12/5K5k b - 1", "6f7e7d", "g7f8,f8f9"},
		{"chushogi", "12/12/12/12/12/6N5/12/12/12/12/12/5K5k b - 1", "6f6d", "g7g9"},
		{"chushogi", "12/12/12/12/12/6N5/12/12/12/12/12/5K5k b - 1", "6f6e6f", "@@@@"},
	}
	for _, tt := range tests {
		r := compile(t, tt.variant)
		g, err := NewGame(r, tt.sfen)
		if err != nil {
			t.Fatal(err)
		}
		m, err := g.Pos.ParseMove(tt.usi)
		if err != nil {
			t.Errorf("%s: %v", tt.usi, err)
			continue
		}
		if got := toCECP(g.Pos, m, cecpNames{}); got != tt.cecp {
			t.Errorf("%s: written %s, want %s", tt.usi, got, tt.cecp)
		}
		text, err := fromCECP(g.Pos, tt.cecp, cecpNames{})
		if err != nil {
			t.Errorf("%s: %v", tt.cecp, err)
			continue
		}
		if back, err := g.Pos.ParseMove(text); err != nil || back != m {
			t.Errorf("%s: read as %s, error %v", tt.cecp, text, err)
		}
	}
	g, err := NewGame(compile(t, "chushogi"), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"", "a4", "a4a5a6", "m1a1", "a13a1", "a4a5,b5b6", "@@@@", "@e5", "a4a5,", "hello"} {
		if text, err := fromCECP(g.Pos, bad, cecpNames{}); err == nil {
			t.Errorf("%q: read as %q", bad, text)
		}
	}
}

// TestCECPAllMoves writes and reads every legal move along games.
func TestCECPAllMoves(t *testing.T) {
	for name, setup := range map[string]string{"shogi": "", "chushogi": "", "daishogi": "", "washogi": "", "washogi-drops": sjaakWa} {
		r := compile(t, name)
		p := engine.New(r)
		names := readCECPNames(r, setup)
		if got := len(names.in) > 0; got != (setup != "") {
			t.Errorf("%s: names of pieces are read: %v", name, got)
		}
		for ply := range 60 {
			legal := p.GenerateLegal(nil)
			if len(legal) == 0 {
				break
			}
			for _, m := range legal {
				if isPass(p, m) { // any will do
					continue
				}
				text, err := fromCECP(p, toCECP(p, m, names), names)
				if err != nil {
					t.Fatalf("%s: %s: %v", name, p.MoveText(m), err)
				}
				if back, err := p.ParseMove(text); err != nil || back != m {
					t.Fatalf("%s: %s went out as %s and came back as %s: %v", name, p.MoveText(m), toCECP(p, m, names), text, err)
				}
			}
			p.Make(legal[(ply*7919)%len(legal)])
		}
	}
}

// sjaakWa is what Sjaak II says of wa shogi with drops.
const sjaakWa = "(P..^S^FV..^LW^OH.F.^R.E....R...D.GOL^M..^H.M.C.^CU.^W/) 11x11+16_chu " +
	"hmlcvkwgudo/1e3s3f1/ppprpppxppp/3p3p3/11/11/11/3P3P3/PPPXPPPRPPP/1F3S3E1/ODUGWKVCLMH w 0 1"

// TestCECPNames drops pieces for which an engine has names of its own.
func TestCECPNames(t *testing.T) {
	r := compile(t, "washogi-drops")
	p, err := engine.ParseSFEN(r, "5{ck}5/11/11/11/11/11/11/11/11/11/5{CK}5 b {TFO}{SP} 1")
	if err != nil {
		t.Fatal(err)
	}
	names := readCECPNames(r, sjaakWa)
	for _, tt := range []struct{ usi, cecp string }{{"{TFO}*5e", "X@g7"}, {"{SP}*5e", "P@g7"}} {
		m, err := p.ParseMove(tt.usi)
		if err != nil {
			t.Fatal(err)
		}
		if got := toCECP(p, m, names); got != tt.cecp {
			t.Errorf("%s goes out as %s, want %s", tt.usi, got, tt.cecp)
		}
		if got, err := fromCECP(p, tt.cecp, names); err != nil || got != tt.usi {
			t.Errorf("%s is read as %s, want %s: %v", tt.cecp, got, tt.usi, err)
		}
	}
	for _, other := range []string{
		"", "() 11x11", "() 3x3 3/3/3",
		strings.Replace(sjaakWa, "hmlcvkwgudo", "hmlcvkwgud", 1),
		strings.Replace(sjaakWa, "hmlcvkwgudo", "hmlcvkwgudoo", 1),
		strings.Replace(sjaakWa, "1e3s3f1", "1e3s2f2", 1),
		strings.Replace(sjaakWa, "hmlcvkwgudo", "Hmlcvkwgudo", 1),
	} {
		if names := readCECPNames(r, other); names.in != nil {
			t.Errorf("%q gives names: %v", other, names)
		}
	}
}

func FuzzCECPMove(f *testing.F) {
	r := compile(f, "chushogi")
	p := engine.New(r)
	f.Add("a4a5")
	f.Add("g6f7,f7g6")
	f.Add("P@e5")
	f.Fuzz(func(t *testing.T, text string) {
		readCECPNames(r, text)
		if usi, err := fromCECP(p, text, cecpNames{}); err == nil {
			_, _ = p.ParseMove(usi)
		}
	})
}

func TestReadUSI(t *testing.T) {
	tests := []struct {
		line string
		want Info
	}{
		{"info depth 7 seldepth 12 time 20 nodes 8283 nps 411196 hashfull 3 score cp -13 pv 7g7f", Info{HasScore: true, Score: -13, Depth: 7, SelDepth: 12, Nodes: 8283, NPS: 411196, HashFull: 3, Line: "7g7f"}},
		{"info depth 3 score mate -4 pv a b", Info{HasScore: true, Mate: -4, Depth: 3, Line: "a b"}},
		{"info depth 3 score mate - nodes 5", Info{HasScore: true, Mate: -1, Depth: 3, Nodes: 5}},
		{"info depth 3 multipv 2 score cp 5 pv x", Info{}},
		{"info string depth 9", Info{}},
		{"bestmove 7g7f", Info{}},
		{"info depth", Info{}},
		{"info score cp 12 lowerbound depth 4", Info{HasScore: true, Score: 12, Depth: 4}},
	}
	for _, tt := range tests {
		var got Info
		got.readUSI(tt.line)
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: %s", tt.line, d)
		}
	}
}

func FuzzReadUSI(f *testing.F) {
	f.Add("info depth 7 seldepth 12 time 20 nodes 8283 nps 411196 score mate + pv 7g7f")
	f.Fuzz(func(t *testing.T, line string) {
		var i Info
		i.readUSI(line)
		parseUSIOption(line)
	})
}

func TestReadCECP(t *testing.T) {
	tests := []struct {
		line string
		want Info
	}{
		{" 4 -123 29 39173 e9e8 h4h5", Info{HasScore: true, Score: -123, Depth: 4, Nodes: 39173, NPS: 135079, Line: "e9e8 h4h5"}},
		{"12. +100003 1 500 a4a5", Info{HasScore: true, Mate: 5, Depth: 12, Nodes: 500, NPS: 50000, Line: "a4a5"}},
	}
	for _, tt := range tests {
		var got Info
		m := thinkRE.FindStringSubmatch(tt.line)
		if m == nil {
			t.Errorf("%q is no line of thought", tt.line)
			continue
		}
		got.readCECP(m)
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: %s", tt.line, d)
		}
	}
}
