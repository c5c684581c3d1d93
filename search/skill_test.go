package search

import (
	"slices"
	"testing"
	"time"

	"mujo/engine"
	"mujo/variants"
)

// levelPlays lets a level play both sides for some plies.
func levelPlays(t *testing.T, variant string, level int, seed uint64, plies int) []engine.Move {
	t.Helper()
	r := compile(t, variant)
	s := New(r, Options{HashMB: 1, Weaker: MaxSkill - level, Seed: seed})
	p := engine.New(r)
	var moves []engine.Move
	for range plies {
		if p.Outcome().Over {
			break
		}
		got := s.Go(p, NewControl(Limits{Nodes: 1000}), nil)
		if !p.IsLegal(got.Best) {
			t.Fatalf("%s, level %d: %s in %s is not legal", variant, level, p.MoveText(got.Best), p.SFEN())
		}
		p.Make(got.Best)
		moves = append(moves, got.Best)
	}
	return moves
}

// TestLevelsAreLegal: every level plays legal moves in every variant.
func TestLevelsAreLegal(t *testing.T) {
	levels := []int{0, 9, MaxSkill - 1}
	if testing.Short() {
		levels = levels[:1]
	}
	for _, name := range variants.Names() {
		for _, level := range levels {
			levelPlays(t, name, level, 1, 4)
		}
	}
}

// TestSkillSeed: a seed decides what a level plays, and without one games
// differ; the weakest level does not play as the strongest.
func TestSkillSeed(t *testing.T) {
	for _, name := range []string{"shogi", "chushogi"} {
		const plies = 10
		first := levelPlays(t, name, 0, 1, plies)
		if again := levelPlays(t, name, 0, 1, plies); !slices.Equal(first, again) {
			t.Errorf("%s: one seed, two games: %v and %v", name, first, again)
		}
		for _, other := range [][]engine.Move{
			levelPlays(t, name, 0, 2, plies), levelPlays(t, name, 0, 0, plies), levelPlays(t, name, MaxSkill, 1, plies),
		} {
			if slices.Equal(first, other) {
				t.Errorf("%s: the same game again: %v", name, other)
			}
		}
	}
	r := compile(t, "shogi")
	s := New(r, Options{HashMB: 1, Weaker: MaxSkill})
	games := map[engine.Move]bool{}
	for range 20 {
		s.NewGame()
		games[s.Go(engine.New(r), NewControl(Limits{Depth: 1}), nil).Best] = true
	}
	if len(games) == 1 {
		t.Error("20 games of the weakest level began with one move")
	}
}

// TestSkillFindsMate: from the lower middle on a mate in one is not missed.
func TestSkillFindsMate(t *testing.T) {
	for variant, test := range map[string]struct{ sfen, want string }{
		"shogi":    {"4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b"},
		"chushogi": {"5ek1+Pc2/6o1t3/3s+v6+H/12/3p3pt3/12/12/2+a6q2/12/12/12/12 b - 7", "1c6c"},
	} {
		r := compile(t, variant)
		for level := 5; level < MaxSkill; level += 7 {
			for seed := range uint64(8) {
				p := position(t, r, test.sfen)
				s := New(r, Options{HashMB: 1, Weaker: MaxSkill - level, Seed: seed + 1})
				if got := p.MoveText(s.Go(p, NewControl(Limits{}), nil).Best); got != test.want {
					t.Errorf("%s, level %d: played %s, want %s", variant, level, got, test.want)
				}
			}
		}
	}
}

// TestSkillAnalysis: an infinite search is that of full strength.
func TestSkillAnalysis(t *testing.T) {
	r := compile(t, "shogi")
	var results [2]Result
	for i, weaker := range []int{0, MaxSkill} {
		c := NewControl(Limits{Depth: 5, Infinite: true})
		s := New(r, Options{HashMB: 1, Weaker: weaker})
		time.AfterFunc(time.Second, c.Stop)
		results[i] = s.Go(engine.New(r), c, nil)
		results[i].Time = 0
	}
	if results[0] != results[1] {
		t.Errorf("level 0 found %+v, full strength %+v", results[1], results[0])
	}
}

// TestSkillOnTheClock: a level does not take longer than full strength may.
func TestSkillOnTheClock(t *testing.T) {
	for _, variant := range []string{"shogi", "taishogi"} {
		r := compile(t, variant)
		limits := Limits{Clock: &Clock{Left: 2 * time.Second}}
		full := plan(&limits, r.Files*r.Ranks, 1)
		for level := 0; level < MaxSkill; level += 9 {
			s := New(r, Options{HashMB: 1, Weaker: MaxSkill - level})
			got := s.Go(engine.New(r), NewControl(limits), nil)
			if most := full.hard + full.grace + 200*time.Millisecond; got.Time > most {
				t.Errorf("%s, level %d: took %v, full strength at most %v", variant, level, got.Time, most)
			}
		}
	}
}
