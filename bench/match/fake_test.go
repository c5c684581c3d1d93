package match_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"mujo/engine"
	"mujo/engine/rules"
	"mujo/variants"
)

// TestMain makes the test's own binary an engine where MUJO_FAKE says what
// kind.
func TestMain(m *testing.M) {
	if kind := os.Getenv("MUJO_FAKE"); kind != "" {
		fake(kind)
		return
	}
	os.Exit(m.Run())
}

// A fakeEngine plays the first legal move, until its kind makes it fail.
type fakeEngine struct {
	kind  string
	name  string // of the variant
	r     *rules.Rules
	p     *engine.Position
	moves int // own moves in this process
	out   *bufio.Writer
}

func fake(kind string) {
	f := &fakeEngine{kind: kind, name: "shogi", out: bufio.NewWriter(os.Stdout)}
	if kind == "dead" {
		fmt.Fprintln(os.Stderr, "no weights found")
		os.Exit(3)
	}
	if kind == "children" {
		// A child that outlives its parent unless the group is ended.
		child := exec.Command("sleep", "300")
		child.Stdout = os.Stdout
		if err := child.Start(); err != nil {
			panic(err)
		}
	}
	in := bufio.NewReader(os.Stdin)
	for {
		text, err := in.ReadString('\n')
		if err != nil {
			if kind == "deaf" {
				select {}
			}
			return
		}
		if !f.obey(strings.TrimSpace(text)) {
			return
		}
		f.out.Flush()
	}
}

func (f *fakeEngine) say(format string, args ...any) {
	fmt.Fprintf(f.out, format+"\n", args...)
	f.out.Flush()
}

func (f *fakeEngine) setup() {
	s, err := variants.Load(f.name)
	if err != nil {
		panic(err)
	}
	if f.r, err = rules.Compile(s); err != nil {
		panic(err)
	}
	f.p = engine.New(f.r)
}

func (f *fakeEngine) obey(text string) bool {
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "usi":
		if f.kind == "silent" {
			return true
		}
		f.say("id name fake %s", f.kind)
		f.say("option name USI_Variant type combo default shogi var shogi var chushogi")
		f.say("option name USI_Hash type spin default 1 min 1 max 10")
		f.say("usiok")
	case "setoption":
		if _, value, ok := strings.Cut(rest, "USI_Variant value "); ok {
			f.name = value
		}
	case "isready":
		f.setup()
		f.say("readyok")
	case "position":
		f.position(rest)
	case "go":
		f.moves++
		f.think(rest)
	case "stop":
		if f.kind == "late" {
			f.answer()
		}
	case "quit":
		if f.kind == "deaf" {
			return true
		}
		return false
	}
	return true
}

func (f *fakeEngine) position(text string) {
	f.p = engine.New(f.r)
	setup, moves, _ := strings.Cut(text, "moves")
	if sfen, ok := strings.CutPrefix(strings.TrimSpace(setup), "sfen "); ok {
		p, err := engine.ParseSFEN(f.r, sfen)
		if err != nil {
			panic(err)
		}
		f.p = p
	}
	for m := range strings.FieldsSeq(moves) {
		move, err := f.p.ParseMove(m)
		if err != nil {
			panic(err)
		}
		f.p.Make(move)
	}
}

// failsAt is the move at which the kinds fail.
const failsAt = 3

func (f *fakeEngine) think(limits string) {
	if f.moves >= failsAt {
		switch f.kind {
		case "crash":
			fmt.Fprintln(os.Stderr, "segmentation fault, sort of")
			os.Exit(139)
		case "hang", "late", "deaf":
			return
		case "slow":
			time.Sleep(2 * time.Second)
		case "illegal":
			f.say("bestmove 1a1b")
			return
		case "garbage":
			f.say("bestmove")
			return
		case "resign":
			f.say("bestmove resign")
			return
		case "win":
			f.say("bestmove win")
			return
		case "closed": // says nothing more and goes
			os.Exit(0)
		}
	}
	switch f.kind {
	case "lost":
		f.say("info depth 5 score cp -2000 nodes 100 pv x")
	case "winning":
		f.say("info depth 5 score mate 9 nodes 100 pv x")
	case "even":
		f.say("info depth 5 score cp 3 nodes 100 pv x")
	case "noise":
		for range 200 {
			fmt.Fprintln(os.Stderr, strings.Repeat("noise ", 200))
			f.say("info string %s", strings.Repeat("x", 5000))
		}
		f.say("%s", strings.Repeat("y", 3<<20))
	}
	f.answer()
}

func (f *fakeEngine) answer() {
	legal := f.p.GenerateLegal(nil)
	if len(legal) == 0 {
		f.say("bestmove resign")
		return
	}
	f.say("bestmove %s", f.p.MoveText(legal[(f.moves*31)%len(legal)]))
}
