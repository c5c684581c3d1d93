package variants

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func load(t testing.TB, name string) *Sheet {
	t.Helper()
	s, err := Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The counts and start positions are those of the games' published
// descriptions, so they hold against a slip in a setup.
func TestSheets(t *testing.T) {
	for _, tc := range []struct {
		name          string
		files         int
		kinds, pieces int // of one side at the start
		promoting     int // kinds at the start that promote
		start         string
	}{
		{name: "shogi", files: 9, kinds: 8, pieces: 20, promoting: 6,
			start: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"},
		{name: "chushogi", files: 12, kinds: 21, pieces: 46, promoting: 18,
			start: "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1TOXT1B1A/LFCSGKEGSCFL b - 1"},
		{name: "tenjikushogi", files: 16, kinds: 36, pieces: 78, promoting: 30,
			start: "ln{fl}icsg{de}kgsci{fl}nl/{rc}1{chs}{chs}1{bt}{ph}{fk}{ln}{ky}{bt}1{chs}{chs}1{rc}/{sso}{vso}b{dh}{dk}{wbf}{fid}{feg}{lhk}{fid}{wbf}{dk}{dh}b{vso}{sso}/{sm}{vm}r{hf}{se}{bgn}{rgn}{vgn}{ggn}{rgn}{bgn}{se}{hf}r{vm}{sm}/pppppppppppppppp/4{dg}6{dg}4/16/16/16/16/4{DG}6{DG}4/PPPPPPPPPPPPPPPP/{SM}{VM}R{HF}{SE}{BGN}{RGN}{GGN}{VGN}{RGN}{BGN}{SE}{HF}R{VM}{SM}/{SSO}{VSO}B{DH}{DK}{WBF}{FID}{LHK}{FEG}{FID}{WBF}{DK}{DH}B{VSO}{SSO}/{RC}1{CHS}{CHS}1{BT}{KY}{LN}{FK}{PH}{BT}1{CHS}{CHS}1{RC}/LN{FL}ICSGK{DE}GSCI{FL}NL b - 1"},
		{name: "taishogi", files: 25, kinds: 93, pieces: 177, promoting: 88,
			start: "l{wt}w{fd}{lo}dr{dh}{dk}qg{ds}e{dv}gq{dk}{dh}rd{lo}{fd}w{ts}l/{rv}{si}{se}n{ps}{ft}b{fe}{we}{fr}s{rg}{cp}{lg}s{fr}{we}{fe}b{ft}{ps}n{se}{si}{rv}/{sc}{wh}{rs}{vo}{cs}{bb}{sv}{gl}{bm}{bt}{sd}{gg}{nk}{wr}{bu}{bt}{bm}{gl}{sv}{bb}{cs}{vo}{rs}{wh}{sc}/{so}{wb}{fl}{nb}{su}{cc}{hf}{om}{rb}{pc}{go}{ph}{ln}{kr}{gd}{pc}{ok}{om}{hf}{cc}{eb}{ws}{fl}{wb}{so}/{rc}{vs}{wo}{ea}{sg}tic{or}{co}{rd}{hm}{de}{ca}{rd}{co}{or}cit{sg}{ea}{wo}{bd}{lc}/{hd}{fh}{es}{do}{fo}{sm}{vm}{vb}{sb}{pr}{ab}{ew}{ld}{ew}{ab}{pr}{sb}{vb}{vm}{sm}{fo}{do}{es}{fh}{hd}/ppppppppppppppppppppppppp/7{gb}9{gb}7/25/25/25/25/25/25/25/25/25/7{GB}9{GB}7/PPPPPPPPPPPPPPPPPPPPPPPPP/{HD}{FH}{ES}{DO}{FO}{SM}{VM}{VB}{SB}{PR}{AB}{EW}{LD}{EW}{AB}{PR}{SB}{VB}{VM}{SM}{FO}{DO}{ES}{FH}{HD}/{LC}{BD}{WO}{EA}{SG}TIC{OR}{CO}{RD}{CA}{DE}{HM}{RD}{CO}{OR}CIT{SG}{EA}{WO}{VS}{RC}/{SO}{WB}{FL}{WS}{EB}{CC}{HF}{OM}{OK}{PC}{GD}{KR}{LN}{PH}{GO}{PC}{RB}{OM}{HF}{CC}{SU}{NB}{FL}{WB}{SO}/{SC}{WH}{RS}{VO}{CS}{BB}{SV}{GL}{BM}{BT}{BU}{WR}{NK}{GG}{SD}{BT}{BM}{GL}{SV}{BB}{CS}{VO}{RS}{WH}{SC}/{RV}{SI}{SE}N{PS}{FT}B{FE}{WE}{FR}S{LG}{CP}{RG}S{FR}{WE}{FE}B{FT}{PS}N{SE}{SI}{RV}/L{TS}W{FD}{LO}DR{DH}{DK}QG{DV}E{DS}GQ{DK}{DH}RD{LO}{FD}W{WT}L b - 1"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := load(t, tc.name)
			if s.Files != tc.files || s.Ranks != tc.files {
				t.Errorf("board %d by %d, want %d by %[3]d", s.Files, s.Ranks, tc.files)
			}
			if diff := cmp.Diff(tc.start, s.StartSFEN()); diff != "" {
				t.Errorf("start position (-want +got):\n%s", diff)
			}
			byAbbrev := map[string]string{}
			for _, p := range s.Pieces {
				byAbbrev[p.Abbrev] = p.ID
			}
			kinds, pieces, promoting := map[string]bool{}, 0, 0
			for _, abbrev := range slices.Concat(s.Setup...) {
				if abbrev != "" {
					pieces++
					kinds[byAbbrev[abbrev]] = true
				}
			}
			for id := range kinds {
				if s.Promotes[id] != "" {
					promoting++
				}
			}
			if len(kinds) != tc.kinds || pieces != tc.pieces || promoting != tc.promoting {
				t.Errorf("%d kinds, %d pieces, %d kinds promote; want %d, %d, %d",
					len(kinds), pieces, promoting, tc.kinds, tc.pieces, tc.promoting)
			}
		})
	}
}

// The sheets are kept as Encode writes them, so that a diff shows what changed
// and nothing else, and so that the names stand first, where Load looks.
func TestLayout(t *testing.T) {
	for _, name := range Names() {
		file := filepath.Join("sheets", name+".json")
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s := load(t, name)
		var got bytes.Buffer
		if err := Encode(&got, s); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got.String()); diff != "" {
			t.Errorf("%s is not as Encode writes it (-file +Encode):\n%s", file, diff)
		}
		if s.Variant != name {
			t.Errorf("%s: variant is %q", file, s.Variant)
		}
		names := append([]string{s.Variant, s.Short}, s.Aliases...)
		if diff := cmp.Diff(names, header(name)); diff != "" {
			t.Errorf("%s: names at the head (-sheet +head):\n%s", file, diff)
		}
	}
}

// No name may lead to two sheets.
func TestNamesDiffer(t *testing.T) {
	owner := map[string]string{}
	for _, file := range Names() {
		for _, name := range header(file) {
			if other := owner[fold(name)]; other != "" && other != file {
				t.Errorf("%q is a name of %s and of %s", name, other, file)
			}
			owner[fold(name)] = file
		}
	}
}

func TestRoundTrip(t *testing.T) {
	for _, name := range Names() {
		s := load(t, name)
		sheets := []*Sheet{s}
		for _, r := range s.RuleSets {
			resolved, err := s.With(r.Name)
			if err != nil {
				t.Fatal(err)
			}
			sheets = append(sheets, resolved)
		}
		for _, s := range sheets {
			var b bytes.Buffer
			if err := Encode(&b, s); err != nil {
				t.Fatal(err)
			}
			again, err := Decode(&b)
			if err != nil {
				t.Errorf("encoded: %v", err)
				continue
			}
			if diff := cmp.Diff(s, again, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s (-before +after):\n%s", s.Variant, diff)
			}
		}
	}
}

// What the texts call a rule or rule set must be one.
func TestDisputesNameRuleSets(t *testing.T) {
	mention := regexp.MustCompile(`\(rule ([a-z0-9_-]+)|\(rules ([a-z0-9_, -]+)\)|rule set ([a-z0-9_-]+)`)
	for _, name := range Names() {
		s := load(t, name)
		for _, d := range s.Disputes {
			text := strings.Join(append([]string{d.Default, d.Why}, d.Choices...), "\n")
			for _, m := range mention.FindAllStringSubmatch(text, -1) {
				for _, rule := range strings.Split(m[1]+m[2]+m[3], ", ") {
					if !slices.ContainsFunc(s.RuleSets, func(r RuleSet) bool { return r.Name == rule }) {
						t.Errorf("%s: %s: there is no rule set %q", name, d.Point, rule)
					}
				}
			}
		}
	}
}

// Shogi has no values of its own and takes those of a table.
func TestShogiValues(t *testing.T) {
	s := load(t, "shogi")
	i := slices.IndexFunc(s.Tables, func(v ValueTable) bool { return v.Rule == s.Values.Table })
	if i < 0 {
		t.Fatalf("no table %q", s.Values.Table)
	}
	for _, p := range s.Pieces {
		value, ok := s.Tables[i].Values[p.ID]
		if royal := slices.Contains(s.Royals, p.ID); ok == royal {
			t.Errorf("%s: value %v, in the table %t, royal %t", p.ID, value, ok, royal)
		}
	}
	if got := s.Tables[i].Values["pawn"]; got != 1 {
		t.Errorf("pawn: value %v, want 1", got)
	}
}

func TestFormatExample(t *testing.T) {
	text, err := os.ReadFile("FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, ok := strings.Cut(string(text), "```json\n")
	example, _, closed := strings.Cut(example, "```")
	if !ok || !closed {
		t.Fatal("FORMAT.md: no example")
	}
	s, err := Decode(strings.NewReader(example))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := s.StartSFEN(), "1nkn{rgn}/ppppp/5/5/PPPPP/{RGN}NKN1 b - 1"; got != want {
		t.Errorf("start position %q, want %q", got, want)
	}
	var b bytes.Buffer
	if err := Encode(&b, s); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(example, b.String()); diff != "" {
		t.Errorf("layout (-FORMAT.md +Encode):\n%s", diff)
	}
}

// Every field of the format is in its description.
func TestFormatNamesEveryField(t *testing.T) {
	text, err := os.ReadFile("FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("sheet.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`json:"([a-z_]+)`).FindAllStringSubmatch(string(source), -1) {
		if !bytes.Contains(text, []byte("`"+m[1]+"`")) && !bytes.Contains(text, []byte("\""+m[1]+"\"")) {
			t.Errorf("FORMAT.md does not mention %s", m[1])
		}
	}
	for _, k := range kinds {
		if !bytes.Contains(text, []byte("| `"+k.name+"` |")) {
			t.Errorf("FORMAT.md does not describe the kind %s", k.name)
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	for _, name := range []string{"shogi", "chu", "tenjiku", "tai", "tai-evans"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				load(b, name)
			}
		})
	}
}
