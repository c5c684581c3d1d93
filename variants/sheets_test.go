package variants

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
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
// descriptions, so they hold against a slip in a setup. Start positions that
// are not here stand first in the files of testdata/cases.
func TestSheets(t *testing.T) {
	names := Names()
	for _, tc := range []struct {
		name          string
		files, ranks  int // ranks: 0 for a square board
		kinds, pieces int // of one side at the start
		promoting     int // kinds at the start that promote
		start         string
	}{
		{name: "annanshogi", files: 9, kinds: 8, pieces: 20, promoting: 6,
			start: "lnsgkgsnl/1r5b1/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL b - 1"},
		{name: "checkshogi", files: 9, kinds: 8, pieces: 20, promoting: 6,
			start: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"},
		{name: "daidaishogi", files: 17, kinds: 64, pieces: 96, promoting: 21},
		{name: "daishogi", files: 15, kinds: 29, pieces: 65, promoting: 26},
		{name: "dobutsu", files: 3, ranks: 4, kinds: 4, pieces: 4, promoting: 1, start: "rkb/1p1/1P1/BKR b - 1"},
		{name: "dobutsu-fairy-stockfish", files: 3, ranks: 4, kinds: 4, pieces: 4, promoting: 1, start: "gle/1c1/1C1/ELG b - 1"},
		{name: "gorogoro", files: 5, ranks: 6, kinds: 4, pieces: 8, promoting: 2, start: "sgkgs/5/1ppp1/1PPP1/5/SGKGS b - 1"},
		{name: "gorogoro-gorogoroplus", files: 5, ranks: 6, kinds: 4, pieces: 8, promoting: 2,
			start: "sgkgs/5/1ppp1/1PPP1/5/SGKGS b NLnl 1"},
		{name: "heiandaishogi", files: 13, kinds: 13, pieces: 34, promoting: 11},
		{name: "heianshogi", files: 9, ranks: 8, kinds: 6, pieces: 18, promoting: 4,
			start: "lnsgkgsnl/9/ppppppppp/9/9/PPPPPPPPP/9/LNSGKGSNL b - 1"},
		{name: "heianshogi-pawns-second", files: 9, ranks: 8, kinds: 6, pieces: 18, promoting: 4,
			start: "lnsgkgsnl/ppppppppp/9/9/9/9/PPPPPPPPP/LNSGKGSNL b - 1"},
		{name: "heianshogi-eight-files", files: 8, kinds: 6, pieces: 16, promoting: 4,
			start: "lnskgsnl/8/pppppppp/8/8/PPPPPPPP/8/LNSGKSNL b - 1"},
		{name: "judkins", files: 6, kinds: 7, pieces: 7, promoting: 5, start: "rbnsgk/5p/6/6/P5/KGSNBR b - 1"},
		{name: "kyotoshogi", files: 5, kinds: 5, pieces: 5, promoting: 4, start: "pgkst/5/5/5/TSKGP b - 1"},
		{name: "kyotoshogi-fairy-stockfish", files: 5, kinds: 5, pieces: 5, promoting: 4, start: "p+nks+l/5/5/5/+LSK+NP b - 1"},
		{name: "makadaidaishogi", files: 19, kinds: 50, pieces: 96, promoting: 47},
		{name: "micro", files: 4, ranks: 5, kinds: 5, pieces: 5, promoting: 4, start: "kb+r+l/p3/4/3P/+L+RBK b - 1"},
		{name: "minishogi", files: 5, kinds: 6, pieces: 6, promoting: 4, start: "rbsgk/4p/5/P4/KGSBR b - 1"},
		{name: "shoshogi", files: 9, kinds: 9, pieces: 21, promoting: 7,
			start: "lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL b - 1"},
		{name: "taikyokushogi", files: 36, kinds: 209, pieces: 402, promoting: 195},
		{name: "torishogi", files: 7, kinds: 7, pieces: 16, promoting: 2, start: "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR b - 1"},
		{name: "washogi", files: 11, kinds: 17, pieces: 27, promoting: 14},
		{name: "washogi-drops", files: 11, kinds: 17, pieces: 27, promoting: 14},
		{name: "whale", files: 6, kinds: 7, pieces: 12, promoting: 0, start: "bnpwgh/dddddd/6/6/DDDDDD/HGWPNB b - 1"},
		{name: "yarishogi", files: 7, ranks: 9, kinds: 5, pieces: 14, promoting: 4,
			start: "rnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR b - 1"},
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
			names = slices.DeleteFunc(names, func(name string) bool { return name == tc.name })
			if ranks := cmp.Or(tc.ranks, tc.files); s.Files != tc.files || s.Ranks != ranks {
				t.Errorf("board %d by %d, want %d by %d", s.Files, s.Ranks, tc.files, ranks)
			}
			if diff := gocmp.Diff(tc.start, s.StartSFEN()); tc.start != "" && diff != "" {
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
	if len(names) > 0 {
		t.Errorf("not in the table: %v", names)
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
		if diff := gocmp.Diff(string(want), got.String()); diff != "" {
			t.Errorf("%s is not as Encode writes it (-file +Encode):\n%s", file, diff)
		}
		if s.Variant != name {
			t.Errorf("%s: variant is %q", file, s.Variant)
		}
		names := append([]string{s.Variant, s.Short}, s.Aliases...)
		if diff := gocmp.Diff(names, header(name)); diff != "" {
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
			if diff := gocmp.Diff(s, again, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(Sheet{}, "Base")); diff != "" {
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
	if diff := gocmp.Diff(example, b.String()); diff != "" {
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
