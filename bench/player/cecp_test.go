package player

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"mujo/engine"
)

// TestMain makes the test's own binary an engine where MUJO_FAKE says what
// kind.
func TestMain(m *testing.M) {
	if kind := os.Getenv("MUJO_FAKE"); kind != "" {
		fakeCECP(kind)
		return
	}
	os.Exit(m.Run())
}

// fakeCECP plays chu shogi over CECP and prefers moves by steps, which it
// writes in two lines as HaChu does. It must get its memory before all else.
func fakeCECP(kind string) {
	t := &testing.T{}
	r := compile(t, "chushogi")
	p := engine.New(r)
	ready, forced := false, true
	say := func(format string, args ...any) { fmt.Printf(format+"\n", args...) }
	move := func() {
		say("# a line for those who debug")
		say(" 3 12 5 1000 a4a5")
		switch kind {
		case "claim":
			say("0-1 {I have won}")
			return
		case "resign":
			say("resign")
			return
		case "mute":
			return
		}
		legal := p.GenerateLegal(nil)
		m := legal[(p.Ply()*37)%len(legal)]
		for _, o := range legal {
			if o.HasStops() {
				m = o
			}
		}
		text := toCECP(p, m, cecpNames{})
		p.Make(m)
		for leg := range strings.SplitAfterSeq(text, ",") {
			say("move %s", leg)
		}
	}
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		word, rest, _ := strings.Cut(in.Text(), " ")
		switch word {
		case "protover":
			say(`feature done=0 myname="Fake 1" ping=1 usermove=1 memory=1`)
			say(`feature variants="chu,dai" option="Allow repeats -check 0" done=1`)
		case "memory":
			ready = true
		case "new":
			if !ready {
				os.Exit(1)
			}
			p = engine.New(r)
		case "variant":
			if rest != "chu" {
				os.Exit(2)
			}
		case "ping":
			say("pong %s", rest)
		case "force":
			forced = true
		case "go":
			forced = false
			move()
		case "usermove":
			text, err := fromCECP(p, rest, cecpNames{})
			if err == nil {
				var m engine.Move
				if m, err = p.ParseMove(text); err == nil {
					p.Make(m)
				}
			}
			if err != nil || kind == "refuse" {
				say("Illegal move: %s", rest)
			} else if !forced {
				move()
			}
		case "?":
			if kind == "mute" {
				kind = "good"
				move()
			}
		case "quit":
			return
		}
	}
}

func openFake(t *testing.T, kind string) Player {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("fake engines are started by env")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p, err := Open(t.Context(), Spec{
		Name: kind, Protocol: CECP, Command: []string{"env", "MUJO_FAKE=" + kind, self}, Options: []Option{{Name: "allow_repeats", Value: "1"}, {Name: "x", Shared: true}},
	}, compile(t, "chushogi"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// TestCECPGame plays two games of a CECP engine against itself in two
// processes, with an opening by moves.
func TestCECPGame(t *testing.T) {
	players := []Player{openFake(t, "good"), openFake(t, "good")}
	steps := 0
	for range 2 {
		g, err := NewGame(compile(t, "chushogi"), "")
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []string{"7i7h", "6d6e", "8i8h"} {
			if err := g.PlayText(m); err != nil {
				t.Fatal(err)
			}
		}
		for _, p := range players {
			if err := p.NewGame(t.Context(), g); err != nil {
				t.Fatal(err)
			}
		}
		for ply := range 40 {
			a, err := players[ply%2].Think(t.Context(), g, Limits{MoveTime: time.Second, Deadline: time.Minute})
			if err != nil || a.Move == engine.NoMove || a.Info.Depth != 3 || a.Info.Nodes != 1000 {
				t.Fatalf("ply %d: %+v, %v", ply, a, err)
			}
			if a.Move.HasStops() {
				steps++
			}
			g.Play(a.Move)
		}
		for c, p := range players {
			p.GameOver(engine.Color(c), engine.Outcome{Over: true, Draw: true})
		}
	}
	if steps == 0 {
		t.Error("no move by steps among them")
	}
}

// TestCECPFaults has engines that claim, refuse, resign and must be told to
// move.
func TestCECPFaults(t *testing.T) {
	think := func(kind string) (Answer, error) {
		p := openFake(t, kind)
		g, err := NewGame(compile(t, "chushogi"), "")
		if err != nil {
			t.Fatal(err)
		}
		if err := g.PlayText("7i7h"); err != nil {
			t.Fatal(err)
		}
		if err := p.NewGame(t.Context(), g); err != nil {
			t.Fatal(err)
		}
		limits := Limits{Clock: &Clock{Base: time.Second, Left: [2]time.Duration{time.Second, time.Second}}, Deadline: time.Minute}
		if kind == "mute" {
			limits.Deadline = 50 * time.Millisecond
		}
		return p.Think(t.Context(), g, limits)
	}
	var f *Fault
	if _, err := think("claim"); !errors.As(err, &f) || f.Kind != Garbage {
		t.Errorf("claim: %v", err)
	}
	if _, err := think("refuse"); !errors.As(err, &f) || f.Kind != Refusal {
		t.Errorf("refuse: %v", err)
	}
	if a, err := think("resign"); err != nil || !a.Resign {
		t.Errorf("resign: %+v, %v", a, err)
	}
	if a, err := think("mute"); err != nil || !a.Late || a.Move == engine.NoMove {
		t.Errorf("mute: %+v, %v", a, err)
	}
}

// TestChooseVariant has engines that list what they play, or say nothing.
func TestChooseVariant(t *testing.T) {
	for _, tt := range []struct {
		variant, plays string
		option         string // what the user calls it
		want           string // "" for an error
	}{
		{"chushogi", "normal,chu,dai", "", "chu"},
		{"chushogi", "12x12+0_fairy chu", "", "chu"},
		{"chushogi", "", "", "chu"},
		{"chushogi", "dai", "odd", "odd"},
		{"washogi-hachu", "wa-shogi,chu", "", "wa-shogi"},
		{"washogi-drops", "wa-shogi,wa-shogi-drop", "", "wa-shogi-drop"},
		{"washogi-drops", "wa-shogi", "", ""},
		{"taishogi", "taishogi", "", "taishogi"},
		{"taishogi", "chu,dai", "", ""},
	} {
		p := &cecpPlayer{r: compile(t, tt.variant), features: map[string]string{"variants": tt.plays}}
		if tt.option != "" {
			p.spec.Options = []Option{{Name: "Variant", Value: tt.option}}
		}
		if err := p.chooseVariant(); p.variant != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%s with an engine that plays %q: %q, %v; expected %q", tt.variant, tt.plays, p.variant, err, tt.want)
		}
	}
}

// TestOpenFails has what cannot be started.
func TestOpenFails(t *testing.T) {
	for _, protocol := range []Protocol{USI, CECP} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		for _, command := range [][]string{nil, {"/no/such/engine"}, {"false"}} {
			if p, err := Open(ctx, Spec{Name: "x", Protocol: protocol, Command: command}, compile(t, "shogi")); err == nil {
				p.Close()
				t.Errorf("%s: %q starts", protocol, command)
			}
		}
	}
}
