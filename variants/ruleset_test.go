package variants

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLoad(t *testing.T) {
	for _, tc := range []struct{ name, variant, short string }{
		{"shogi", "shogi", "shogi"},
		{"standard", "shogi", "shogi"},
		{"Chu", "chushogi", "chu"},
		{"chushogi", "chushogi", "chu"},
		{"tenjiku", "tenjikushogi", "tenjiku"},
		{"TAISHOGI", "taishogi", "tai"},
		{"taishogi-evans", "taishogi-evans", "tai-evans"},
		{"tai-EVANS", "taishogi-evans", "tai-evans"},
		{"chu-federation", "chushogi-federation", "chu-federation"},
		{"chushogi-historical", "chushogi-historical", "chu-historical"},
		{"tai-japanese-wikipedia", "taishogi-japanese-wikipedia", "tai-japanese-wikipedia"},
		{"tai-japanese_wikipedia", "taishogi-japanese-wikipedia", "tai-japanese-wikipedia"},
		{"tai-prince-to-emperor", "taishogi-prince_to_emperor", "tai-prince_to_emperor"},
		{"tai_kirin_article", "taishogi-kirin_article", "tai-kirin_article"},
		{"dai", "daishogi", "dai"},
		{"dai-evans", "daishogi-evans", "dai-evans"},
		{"daidai", "daidaishogi", "daidai"},
		{"dai-dai-shogi-evans", "daidaishogi-evans", "daidai-evans"},
		{"maka_dai_dai_shogi", "makadaidaishogi", "maka"},
		{"taikyoku-wikipedia", "taikyokushogi-wikipedia", "taikyoku-wikipedia"},
		{"wa-shogi", "washogi", "wa"},
		{"wa-shogi-drops", "washogi-drops", "wa-drops"},
		{"wa-drops", "washogi-drops", "wa-drops"},
		{"heian", "heianshogi", "heian"},
		{"heiandai-evans", "heiandaishogi-evans", "heiandai-evans"},
		{"9x9+0_shogi", "shoshogi", "sho"},
		{"5x5+5_shogi", "minishogi", "mini"},
		{"annan", "annanshogi", "annan"},
		{"kyotoshogi-fairy-stockfish", "kyotoshogi-fairy-stockfish", "kyoto-fairy-stockfish"},
		{"gorogoro-gorogoroplus", "gorogoro-gorogoroplus", "gorogoro-gorogoroplus"},
		{"Dobutsu", "dobutsu", "dobutsu"},
	} {
		s, err := Load(tc.name)
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		if s.Variant != tc.variant || s.Short != tc.short {
			t.Errorf("%s: variant %q, short %q; want %q, %q", tc.name, s.Variant, s.Short, tc.variant, tc.short)
		}
	}
}

func TestLoadUnknown(t *testing.T) {
	for _, tc := range []struct{ name, want string }{
		{"tia", "did you mean tai or "},
		{"chushoji", "did you mean chushogi?"},
		{"chess960x", "want one of annanshogi, checkshogi, chushogi, "},
		{"", "want one of annanshogi, "},
		{"tai-", "did you mean tai or "},
		{"tai-evens", `taishogi has no rule set "evens"; did you mean evans?`},
		{"shogi-evans", "shogi has no rule sets"},
		{"taishogi-evans-srz", "no rule set"},
		{"-evans", "want one of"},
	} {
		s, err := Load(tc.name)
		if !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), tc.want) || s != nil {
			t.Errorf("%q: sheet %v, error %v, want one with %q", tc.name, s != nil, err, tc.want)
		}
	}
}

// Each rule set must change each piece of which it is an alternate, and leave
// alone all others; its promotions must be in force.
func TestRuleSets(t *testing.T) {
	for _, name := range Names() {
		s := load(t, name)
		for _, r := range s.RuleSets {
			t.Run(name+"-"+r.Name, func(t *testing.T) {
				got := load(t, name+"-"+r.Name)
				if got.Base != name {
					t.Errorf("base %q, expected %q", got.Base, name)
				}
				if got.RuleSets != nil {
					t.Error("it still has rule sets")
				}
				for i, p := range s.Pieces {
					want := p.Moves
					if k := slices.IndexFunc(p.Alternates, func(a Alternate) bool { return a.Rule == r.Name }); k >= 0 {
						want = p.Alternates[k].Moves
						if cmp.Equal(p.Moves, want) {
							t.Errorf("%s: the alternate is the default", p.ID)
						}
					}
					if diff := cmp.Diff(want, got.Pieces[i].Moves); diff != "" {
						t.Errorf("%s (-want +got):\n%s", p.ID, diff)
					}
					if got.Pieces[i].Alternates != nil {
						t.Errorf("%s: it still has alternates", p.ID)
					}
				}
				for from, to := range r.Promotes {
					if got.Promotes[from] != to {
						t.Errorf("%s becomes %q, want %q", from, got.Promotes[from], to)
					}
					if s.Promotes[from] == to && !r.PromotesAll {
						t.Errorf("%s becomes %q by default already", from, to)
					}
				}
				if r.PromotesAll && !maps.Equal(got.Promotes, r.Promotes) {
					t.Error("more promotes than the rule set says")
				}
			})
		}
	}
}

func TestRuleSetFields(t *testing.T) {
	for _, tc := range []struct {
		name string
		got  func(*Sheet) any
		want any
	}{
		{"tenjiku", func(s *Sheet) any { return s.JumpCaptures }, "any"},
		{"tenjiku-evans", func(s *Sheet) any { return s.JumpCaptures }, "lower"},
		{"tenjiku", func(s *Sheet) any { return s.Promotion.On }, "enter_or_capture"},
		{"tenjiku-evans", func(s *Sheet) any { return s.Promotion.On }, "any"},
		{"tenjiku-evans", func(s *Sheet) any { return s.Promotion.ForcedWhenStuck }, true},
		{"tenjiku-hachu", func(s *Sheet) any { return s.JumpCaptures }, "any"},
		{"tenjiku-swapped-soldiers", func(s *Sheet) any { return s.Promotes["side_soldier"] }, "chariot_soldier"},
		{"tai", func(s *Sheet) any { return len(s.Promotes) }, 88},
		{"tai-evans", func(s *Sheet) any { return len(s.Promotes) }, 36},
		{"tai-mirror", func(s *Sheet) any { return len(s.Promotes) }, 88},
		{"tai-prince-to-emperor", func(s *Sheet) any { return len(s.Promotes) }, 89},
		{"tai-monkeys-swapped", func(s *Sheet) any { return s.Promotes["old_monkey"] }, "gold_general"},
		{"chu", func(s *Sheet) any { return s.Promotion.SecondChance }, []string{"pawn", "lance"}},
		{"chu-historical", func(s *Sheet) any { return s.Promotion.SecondChance }, []string{"pawn"}},
		{"chu-historical", func(s *Sheet) any { return s.BareKing }, "lishogi"},
		{"chu", func(s *Sheet) any { return s.MaxPlies }, 1000},
		{"chu-federation", func(s *Sheet) any { return s.MaxPlies }, 0},
		{"chu-federation", func(s *Sheet) any { return s.BareKing }, "federation"},
		{"chu-federation", func(s *Sheet) any { return s.LionTrading.CounterStrike }, "protected"},
		{"chu", func(s *Sheet) any { return s.LionTrading.CounterStrike }, "non_lions"},
		{"chu-federation", func(s *Sheet) any { return s.Promotion.SecondChance }, []string{"pawn"}},
		{"dai", func(s *Sheet) any { return s.Promotion.On }, "enter_or_capture"},
		{"dai-evans", func(s *Sheet) any { return s.Promotion.ForcedWhenStuck }, true},
		{"maka", func(s *Sheet) any { return s.Contagion["deva"] }, "teaching_king"},
		{"maka-srz", func(s *Sheet) any { return s.Contagion["deva"] }, "teaching_king"},
		{"maka-evans", func(s *Sheet) any { return len(s.Contagion) }, 0},
		{"maka-no-contagion", func(s *Sheet) any { return len(s.Contagion) }, 0},
		{"heiandai", func(s *Sheet) any { return s.Promotes["flying_dragon"] }, "gold_general"},
		{"heiandai-evans", func(s *Sheet) any { return s.Promotes["flying_dragon"] }, "dragon_horse"},
		{"heian-eight-files", func(s *Sheet) any { return s.Files }, 8},
		{"taikyoku", func(s *Sheet) any { return s.Promotion.Compulsory }, true},
		{"taikyoku-optional-promotion", func(s *Sheet) any { return s.Promotion.Compulsory }, false},
		{"taikyoku-capture-promotion", func(s *Sheet) any { return s.Promotion.Kind }, "capture"},
		{"wa", func(s *Sheet) any { return s.Drops == nil }, true},
		{"wa-drops", func(s *Sheet) any { return *s.Drops },
			Drops{Nifu: true, Uchifuzume: true, NoDeadDrop: true, Pawn: "sparrow_pawn"}},
		{"wa-drops", func(s *Sheet) any { return len(s.SFEN.HandOrder) }, 16},
		{"wa-evans", func(s *Sheet) any { return s.Promotes }, load(t, "wa").Promotes},
		{"mini", func(s *Sheet) any { return s.Repetition.Otherwise }, "black_loses"},
		{"mini-evans", func(s *Sheet) any { return s.Repetition.Otherwise }, "draw"},
		{"yari", func(s *Sheet) any { return s.Stalemate }, "draw"},
		{"yari-fairy-stockfish", func(s *Sheet) any { return s.Stalemate }, "loss"},
		{"dobutsu-fairy-stockfish", func(s *Sheet) any { return s.SFEN.Letters["+c"] }, "hen"},
		{"dobutsu-fairy-stockfish", func(s *Sheet) any { return len(s.Handicaps) }, 0},
		{"chu-federation", func(s *Sheet) any {
			r := s.Repetition
			r.Text = ""
			return r
		}, Repetition{Times: 4, Checker: true, Attacker: "attack", Passer: true, Otherwise: "draw"}},
	} {
		if diff := cmp.Diff(tc.want, tc.got(load(t, tc.name))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
}

// With must not reach into the sheet it was called on.
func TestWithLeavesReceiver(t *testing.T) {
	s, before := load(t, "taishogi"), load(t, "taishogi")
	for _, r := range s.RuleSets {
		if _, err := s.With(r.Name); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(before, s); diff != "" {
		t.Errorf("changed (-before +after):\n%s", diff)
	}
}

func TestOtherBoard(t *testing.T) {
	s := decode(t, small4(`"rule_sets": [{"name": "wide", "note": "n", "files": 5,
		"setup": [["P", "P", "P", "P", "P"], ["", "", "K", "", ""]], "contagion": {}, "drops": {"nifu": true}}],
		"contagion": {"pawn": "gold"}, `))
	got, err := s.With("wide")
	if err != nil {
		t.Fatal(err)
	}
	if start, want := got.StartSFEN(), "2k2/ppppp/PPPPP/2K2 b - 1"; start != want {
		t.Errorf("start %q, want %q", start, want)
	}
	if len(got.Contagion) != 0 || got.Drops == nil || len(got.Handicaps) != 0 {
		t.Errorf("contagion %v, drops %v, handicaps %v", got.Contagion, got.Drops, got.Handicaps)
	}
}

func TestLoadFile(t *testing.T) {
	dir := t.TempDir()
	good, bad := filepath.Join(dir, "good.json"), filepath.Join(dir, "bad.json")
	text := small4(`"rule_sets": [{"name": "a_b", "note": "n", "royals": ["king"]}], `)
	os.WriteFile(bad, []byte(text), 0o600)
	os.WriteFile(good, []byte(strings.Replace(text, `"royals": ["king"]}`, `"max_plies": 7}`, 1)), 0o600)
	if _, err := LoadFile(bad); err == nil || !strings.Contains(err.Error(), bad+": smallshogi: line ") {
		t.Errorf("error %v, want one that names the file, the sheet and the line", err)
	}
	if _, err := LoadFile(filepath.Join(dir, "none.json")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v, want ErrNotExist", err)
	}
	s, err := LoadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name, variant string
		maxPlies      int
	}{
		{"smallshogi", "smallshogi", 0},
		{"Small", "smallshogi", 0},
		{"small-A-B", "smallshogi-a_b", 7},
		{"tiny-a_b", "smallshogi-a_b", 7},
	} {
		got, err := s.Resolve(tc.name)
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		if got.Variant != tc.variant || got.MaxPlies != tc.maxPlies {
			t.Errorf("%s: %s with max_plies %d, want %s with %d", tc.name, got.Variant, got.MaxPlies, tc.variant, tc.maxPlies)
		}
	}
	for _, name := range []string{"chu", "smallshogix", "small-x", ""} {
		if _, err := s.Resolve(name); !errors.Is(err, ErrUnknown) {
			t.Errorf("%q: error %v, want ErrUnknown", name, err)
		}
	}
}
