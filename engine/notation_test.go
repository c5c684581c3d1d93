package engine_test

import (
	"strings"
	"testing"

	"mujo/engine"
	"mujo/engine/rules"
	"mujo/variants"
)

// TestSpellings has other ways to write a move, and what may not be written.
func TestSpellings(t *testing.T) {
	const (
		// The lion on 6f may take the pawn on 5f, and go on.
		lion = "k11/12/12/12/12/6Np4/12/12/12/12/12/11K b - 1"
		// The eagle on 6f takes along its diagonals forward.
		eagle = "k11/12/12/12/7p4/6+D5/12/12/12/12/12/11K b - 1"
		shogi = "4k4/9/4P4/9/9/9/9/9/4K4 b RP 1"
	)
	hook := tai(1, "{e}24", 13, "12{HM}12", 10, "15p9", 25, "24{E}") + " b - 1"
	dog := tai(1, "{e}24", 11, "12p12", 13, "12{LD}12", 25, "24{E}") + " b - 1"
	dogs := tai(1, "{e}24", 11, "12p12", 12, "12p12", 13, "12{LD}12", 25, "24{E}") + " b - 1"
	walk := tenjiku(1, "k15", 8, "8{VGN}7", 9, "8P7", 16, "15K") + " b - 1"
	free := tenjiku(1, "k15", 7, "9p6", 8, "8{FEG}7", 16, "15K") + " b - 1"
	for _, c := range []struct {
		name, variant, sfen string
		is                  map[string]string // spelling -> canonical text
		not                 string
	}{
		{"shogi", "shogi", shogi, map[string]string{
			"5c5b": "5c5b", "5c5b=": "5c5b", "5c5b+": "5c5b+", "r*2b": "R*2b", "R*2b": "R*2b", "p*2c": "P*2c",
			"5i4i=": "5i4i",
		}, "5c5b+= 5c5b=+ 5c5b- 5c5b++ 5c5b== 5i5h+ P*5e P*1a R*5c r* *2b R*0a R*2j 2b R*2b+ G*2b +P*2c K*2c 5c 5c5c 5c5b5a " +
			"5C5B 5c 5b,5c5b 0a1a 10a9a 5a5b 1e1d"},
		{"lion over free squares", "chushogi", lion, map[string]string{
			"6f6d": "6f6d", "6f6e6d": "6f6d", "6f7e6d": "6f6d", "6f5e6d": "6f6d", "6f6e": "6f6e",
			"6f6e5e": "6f5e", "6f7e6e": "6f6e",
		}, "6f7f6d 6f6e6c 6f6f 6f6e6d6e 6f6e7e6d 6f6e6e 6f6f6e 6f6d6d"},
		{"lion's captures", "chushogi", lion, map[string]string{
			"6f5f": "6f5f", "6f5e5f": "6f5f", "6f5f6f": "6f5f6f", "6f5f6e": "6f5f6e", "6f5f4f": "6f5f4f",
			"6f4f": "6f4f", "6f5e4f": "6f4f", "6f5g4f": "6f4f",
		}, "6f5f5f 6f5f3f 6f5f6d 6f5e5f5g"},
		{"lion's pass", "chushogi", lion, map[string]string{
			"6f5e6f": "6f5e6f", "6f6e6f": "6f5e6f", "6f7g6f": "6f5e6f",
		}, "6f6d6f 6f6f6f 6f6f"},
		{"an eagle's line", "chushogi", eagle, map[string]string{
			"6f5e": "6f5e", "6f5e6f": "6f5e6f", "6f5e4d": "6f5e4d", "6f4d": "6f4d", "6f7e6f": "6f7e6f",
			"6f7e8d": "6f8d",
		}, "6f5e6d 6f5e5d 6f7e6d 6f6e6f 6f5e7g"},
		{"a hook's corners", "taishogi", hook, map[string]string{
			"13m10j+": "13m10j+", "13m13j10j+": "13m10j+", "13m10m10j+": "13m10j+", "13m11m11p": "13m11p", "13m13p11p": "13m11p",
			"13m11m": "13m11m",
		}, "13m10j 13m12l10j+ 13m12m10j+ 13m13k10j+ 13m13j13c 13m10m10j10i+ 13m10m10i 13m13m10j+"},
		{"a lion dog", "taishogi", dog, map[string]string{
			"13m13k+": "13m13k+", "13m13l13k+": "13m13k+", "13m13k13l+": "13m13k13l+", "13m13k13j+": "13m13k13j+",
			"13m13j": "13m13j", "13m13l13j": "13m13j", "13m13l13k13j+": "13m13k13j+", "13m13l13m": "13m12l13m", "13m14m13m": "13m12l13m",
		}, "13m13k13m+ 13m13k13i+ 13m13k12l+ 13m13n13k+ 13m13k13k+"},
		{"a lion dog before two", "taishogi", dogs, map[string]string{
			"13m13l+": "13m13l+", "13m13l13k+": "13m13l13k+", "13m13k+": "13m13k+", "13m13l13k13j+": "13m13l13k13j+",
			"13m13k13j+": "13m13k13j+", "13m13l13j+": "13m13l13j+", "13m13l13m+": "13m13l13m+", "13m13k13l+": "13m13k13l+",
		}, "13m13k13l13j+ 13m13j13k+ 13m13k13m+"},
		{"three king steps", "tenjikushogi", walk, map[string]string{
			"8h8e": "8h8e", "8h8g8f8e": "8h8e", "8h7g8e": "", "8h9g9f8e": "8h8e", "8h7g": "8h7g", "8h7g8h": "8h7g8h", "8h9g8h": "8h7g8h",
		}, "8h8g8e 8h8i8j 8h8g8f8e8d 8h8h"},
		{"a free eagle", "tenjikushogi", free, map[string]string{
			"8h7g": "8h7g", "8h7g8h": "8h7g8h", "8h7g6f": "8h7g6f", "8h7g8f": "8h7g8f", "8h9g8f": "8h8f", "8h9g8h": "8h7i8h",
		}, "8h8g8h 8h7g7f 8h9g9f"},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			p := start(t, c.variant, c.sfen)
			for text, want := range c.is {
				m, err := p.ParseMove(text)
				switch {
				case want == "" && err == nil:
					t.Errorf("%s read as %s", text, p.MoveText(m))
				case want != "" && (err != nil || p.MoveText(m) != want):
					t.Errorf("%s read as %s, %v; want %s", text, p.MoveText(m), err, want)
				}
			}
			for _, text := range append(strings.Fields(c.not), "") {
				m, err := p.ParseMove(text)
				if err == nil {
					t.Errorf("%s read as %s", text, p.MoveText(m))
				} else if !strings.Contains(err.Error(), text) {
					t.Errorf("%s: the error does not name it: %v", text, err)
				}
			}
		})
	}
}

// FuzzMove reads any text as a move: what is read is legal, and is read again
// from its own text.
func FuzzMove(f *testing.F) {
	sheets := map[string]string{
		"shogi":        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
		"chushogi":     "k11/12/12/12/5p6/6Np4/6+D5/6+H5/12/12/12/11K b - 1",
		"tenjikushogi": tenjiku(1, "k15", 7, "9p6", 8, "8{FEG}7", 9, "3{FID}8{VGN}3", 16, "15K") + " b - 1",
		"taishogi":     tai(1, "{e}24", 11, "12p12", 13, "12{LD}4{HM}7", 25, "24{E}") + " b - 1",
	}
	var positions []*engine.Position
	for _, name := range variants.Names() {
		positions = append(positions, start(f, name, "startpos"))
		if sfen, ok := sheets[name]; ok {
			positions = append(positions, start(f, name, sfen))
		}
	}
	for i := range positions {
		for _, text := range []string{"7g7f", "P*5e", "p*5e", "6f5f6f", "6f5e6d=", "13m13l13k13j+", "{SE}*1a", "", "*", "+", "=", "null", "99999999999999999999a1b"} {
			f.Add(uint8(i), text)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		p := positions[int(which)%len(positions)]
		m, err := p.ParseMove(text)
		if err != nil {
			return
		}
		if !p.IsLegal(m) {
			t.Errorf("%q read as %s, which is not legal", text, p.MoveText(m))
		}
		if again, err := p.ParseMove(p.MoveText(m)); again != m {
			t.Errorf("%q read as %s, and that as %s, %v", text, p.MoveText(m), p.MoveText(again), err)
		}
	})
}

// TestBadSFEN has what may not be read, and the words that must name it.
func TestBadSFEN(t *testing.T) {
	const rest = "/9/9/9/9/9/9/9"
	chu := "/12/12/12/12/12/12/12/12/12/12/11K b "
	for _, c := range []struct{ variant, sfen, want string }{
		{"shogi", "", "expected BOARD TURN HAND NUMBER"},
		{"shogi", "9/9 b - 1", "got 2 ranks, expected 9"},
		{"shogi", "9/9" + rest + "/9 b - 1", "got 10 ranks, expected 9"},
		{"shogi", "8/9" + rest + " b - 1", "rank a: 8 files, expected 9"},
		{"shogi", "9/10" + rest + " b - 1", "rank b: run of 10 squares"},
		{"shogi", "9/0k8" + rest + " b - 1", "run of 0 squares"},
		{"shogi", "9/k9223372036854775807k" + rest + " b - 1", "run of 9223372036854775807 squares"},
		{"shogi", "9/99999999999999999999" + rest + " b - 1", "run of 99999999999999999999 squares"},
		{"shogi", "9/9k" + rest + " b - 1", `"k" stands beyond the 9 files`},
		{"shogi", "9/8x" + rest + " b - 1", `unknown piece "x" in shogi`},
		{"shogi", "9/8+g" + rest + " b - 1", `unknown piece "+g" in shogi`},
		{"shogi", "9/8+k" + rest + " b - 1", `unknown piece "+k" in shogi`},
		{"shogi", "9/8+" + rest + " b - 1", `"+" without a piece`},
		{"shogi", "9/8{p" + rest + " b - 1", `"{p": expected a closing }`},
		{"shogi", "9/8{}" + rest + " b - 1", `"{}"`},
		{"shogi", "9/8?" + rest + " b - 1", `"?"`},
		{"shogi", "9/9" + rest + " x - 1", `turn: got "x", expected b or w`},
		{"shogi", "9/9" + rest + " b 2 1", `"2": expected a piece after the count`},
		{"shogi", "9/9" + rest + " b 0P 1", `count "0"`},
		{"shogi", "9/9" + rest + " b 100P 1", `count "100"`},
		{"shogi", "9/9" + rest + " b K 1", `"K" cannot be in hand`},
		{"shogi", "9/9" + rest + " b +P 1", `"+P" cannot be in hand`},
		{"shogi", "9/9" + rest + " b Q 1", `unknown piece "Q"`},
		{"shogi", "9/9" + rest + " b 99P99P99P 1", `too many of "P"`},
		{"shogi", "9/9" + rest + " b - 1 moves", `unexpected "moves"`},
		{"chushogi", "k11" + chu + "P 1", `got "P", expected a square from 1a to 12l`},
		{"chushogi", "k11" + chu + "13a 1", `got "13a", expected a square`},
		{"chushogi", "k11" + chu + "1m 1", `got "1m", expected a square`},
		{"tenjikushogi", tenjiku(1, "k15") + " b P 1", `got "P", expected -`},
		{"tenjikushogi", tenjiku(1, "{fid}14x") + " b - 1", `unknown piece "x"`},
		{"tenjikushogi", tenjiku(1, "{Fid}15") + " b - 1", `"{Fid}": expected a piece all in upper or all in lower case`},
		{"taishogi", tai(1, "k24") + " b - 1", `unknown piece "k"`},
		{"taishogi", tai(1, "+{e}24") + " b - 1", `unknown piece "+{e}"`},
	} {
		p, err := engine.ParseSFEN(compile(t, c.variant), c.sfen)
		if err == nil {
			t.Errorf("%s read as %s", c.sfen, p.SFEN())
		} else if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.sfen, err, c.want)
		}
	}
}

// TestSFEN has what is read but written in another way.
func TestSFEN(t *testing.T) {
	const rest = "/9/9/9/9/9/9/9"
	for _, c := range []struct{ variant, sfen, want string }{
		{"shogi", "9/9" + rest, "9/9" + rest + " b - 1"},
		{"shogi", "9/9" + rest + " w", "9/9" + rest + " w - 1"},
		{"shogi", "9/9" + rest + " w r", "9/9" + rest + " w r 1"},
		{"shogi", "  9/333" + rest + "\tw -  7 ", ""},
		{"shogi", "9/54" + rest + " b - 1", ""},
		{"shogi", "9/9" + rest + " b - x", "9/9" + rest + " b - 1"},
		{"shogi", "9/9" + rest + " b - -5", "9/9" + rest + " b - 1"},
		{"shogi", "9/9" + rest + " b pPRprPPG 1", "9/9" + rest + " b RG3Pr2p 1"},
		{"shogi", "9/9" + rest + " b 18p2P3P 30000", "9/9" + rest + " b 5P18p 30000"},
		{"chushogi", "k11/12/12/12/12/12/12/12/12/12/12/11K w 12l", "k11/12/12/12/12/12/12/12/12/12/12/11K w 12l 1"},
		{"tenjikushogi", tenjiku(1, "{k}15", 2, "+{p}15", 3, "{FID}15"), tenjiku(1, "k15", 2, "+p15", 3, "{FID}15") + " b - 1"},
		{"taishogi", tai(1, "+{ln}24", 25, "24{LN}"), tai(1, "+{ln}24", 25, "24{LN}") + " b - 1"},
	} {
		p, err := engine.ParseSFEN(compile(t, c.variant), c.sfen)
		switch {
		case c.want == "" && err == nil:
			t.Errorf("%s read as %s", c.sfen, p.SFEN())
		case c.want != "" && err != nil:
			t.Error(err)
		case c.want != "" && p.SFEN() != c.want:
			t.Errorf("%s read as %s, want %s", c.sfen, p.SFEN(), c.want)
		}
	}
}

// FuzzSFEN reads any text as a position: what is read is written and read
// again to the same.
func FuzzSFEN(f *testing.F) {
	var all []*rules.Rules
	for i, name := range variants.Names() {
		r := compile(f, name)
		all = append(all, r)
		f.Add(uint8(i), r.Sheet.StartSFEN())
	}
	for _, sfen := range []string{"", "9/9/9/9/9/9/9/9/9 b 2P3p 1", "9/9/9/9/9/9/9/9/k9223372036854775807k w", "{k}", "+", "k11/12/12/12/12/12/12/12/12/12/12/11K w 12l 5"} {
		for i := range all {
			f.Add(uint8(i), sfen)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, sfen string) {
		p, err := engine.ParseSFEN(all[int(which)%len(all)], sfen)
		if err != nil {
			return
		}
		text := p.SFEN()
		q, err := engine.ParseSFEN(p.Rules(), text)
		if err != nil {
			t.Fatalf("%q is written as %q: %v", sfen, text, err)
		}
		if q.SFEN() != text || q.Key() != p.Key() {
			t.Errorf("%q is written as %q, and that as %q", sfen, text, q.SFEN())
		}
		p.Outcome() // whatever stands there
	})
}
