package record_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"mujo/bench/record"
)

// judge reads a file with the libraries of public programs and prints the moves
// as USI. Arguments: format, rules, file.
const judge = `
import { readFileSync } from 'node:fs';
const [format, rules, file] = process.argv.slice(2);
const text = readFileSync(file, 'utf8');
const out = {};
if (rules === 'standard') {
  const t = await import('tsshogi');
  const record = format === 'kif' ? t.importKIF(text) : t.importCSA(text);
  if (record instanceof Error) throw record;
  out.tsshogi = [record.initialPosition.sfen.split(' ').slice(0, 3).join(' '), ...record.moves.slice(1).filter((n) => n.move instanceof t.Move).map((n) => n.move.usi)];
}
const { makeUsi } = await import('shogiops/util');
const { makeSfen } = await import('shogiops/sfen');
const kif = await import('shogiops/notation/kif');
const csa = await import('shogiops/notation/csa');
let pos, moves;
if (format === 'kif') {
  pos = kif.parseKifHeader(text).unwrap();
  moves = kif.parseKifMovesOrDrops(kif.normalizedKifLines(text).filter((l) => /^\d+ /.test(l) && !/^\d+ +\d+ +\d+ /.test(l)).map((l) => l.replace(/^\d+ +/, '')));
} else {
  pos = csa.parseCsaHeader(text).unwrap();
  moves = csa.parseCsaMovesOrDrops(pos, csa.normalizedCsaLines(text).filter((l) => /^[+-]\d{4}[A-Z]{2}/.test(l)));
}
if (rules === 'chushogi' && pos.rules !== 'chushogi') {
  const { initialSfen, parseSfen } = await import('shogiops/sfen');
  pos = parseSfen('chushogi', initialSfen('chushogi')).unwrap();
}
const made = [makeSfen(pos).split(' ').slice(0, 3).join(' ')];
for (const m of moves) {
  if (!pos.isLegal(m)) throw new Error('illegal ' + makeUsi(m) + ' at ' + makeSfen(pos));
  made.push(makeUsi(m));
  pos.play(m);
}
out.shogiops = made;
console.log(JSON.stringify(out));
for (const [who, list] of Object.entries(out)) console.log(who + ' ' + list.join('|'));
`

// modules returns a folder with the libraries from npm, which MUJO_NPM names
// or which is made and filled once.
func modules(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("takes node and the npm registry")
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not here")
	}
	if dir := os.Getenv("MUJO_NPM"); dir != "" {
		return dir
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("npm is not here")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"private":true,"type":"module"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	install := exec.Command(npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "shogiops@0.18.0", "tsshogi@2")
	install.Dir = dir
	if text, err := install.CombinedOutput(); err != nil {
		t.Skipf("npm cannot install shogiops and tsshogi: %v\n%s", err, text)
	}
	return dir
}

// TestOtherReaders has the files read by tsshogi and shogiops, from the start
// and from other positions.
func TestOtherReaders(t *testing.T) {
	dir := modules(t)
	script := filepath.Join(dir, "judge.mjs")
	if err := os.WriteFile(script, []byte(judge), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		variant, rules string
		format         record.Format
	}{{"shogi", "standard", record.KIF}, {"shogi", "standard", record.CSA}, {"chushogi", "chushogi", record.KIF}} {
		r := compile(t, tt.variant)
		for seed := range uint64(4) {
			sfen := ""
			if seed%2 == 1 {
				fields := strings.Fields(randomGame(t, r, "", 41, seed).SFEN)
				fields[3] = "1"
				if r.Lions != nil {
					fields[2] = "-"
				}
				sfen = strings.Join(fields, " ")
			}
			g := randomGame(t, r, sfen, 150, seed)
			var b bytes.Buffer
			if err := record.Write(&b, tt.format, r, g); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "game."+string(tt.format))
			if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("node", script, string(tt.format), tt.rules, file)
			cmd.Dir = dir
			text, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%s %s: %v\n%s\n%s", tt.variant, tt.format, err, text, b.String())
			}
			checkJudged(t, string(text), r.Sheet.StartSFEN(), g)
		}
	}
}

// checkJudged compares what each reader made of a file with the game.
func checkJudged(t *testing.T, text, startSFEN string, g *record.Game) {
	t.Helper()
	sfen := g.Opening.SFEN
	if sfen == "" {
		sfen = startSFEN
	}
	board, _, _ := strings.Cut(sfen, " ")
	want := strings.Join(g.Moves(), "|")
	readers := 0
	for line := range strings.Lines(text) {
		who, list, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok || who != "tsshogi" && who != "shogiops" {
			continue
		}
		readers++
		start, moves, _ := strings.Cut(list, "|")
		if got, _, _ := strings.Cut(start, " "); got != board {
			t.Errorf("%s: begins at %s, want %s", who, got, board)
		}
		if moves != want {
			t.Errorf("%s: moves\n%s\nwant\n%s", who, moves, want)
		}
	}
	if readers == 0 {
		t.Errorf("no reader said anything: %s", text)
	}
}
