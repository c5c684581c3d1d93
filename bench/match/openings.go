package match

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"mujo/bench/player"
	"mujo/bench/record"
	"mujo/engine"
	"mujo/engine/rules"
)

// Openings say where games begin.
type Openings struct {
	File   string // lines of SFENs or moves, see ReadOpenings; or games, by the ending .pgn, .kif or .csa
	Cut    int    // moves used of each line or game; 0: all
	Random bool   // order of the file, or random moves if there is none
	Plies  int    // random moves to play from the start or after the file's line
	Start  int    // the first opening used, from 1
	// Balance keeps random openings whose score is within so many centipawns
	// after a search of a few thousand nodes; 0 keeps all.
	Balance int
	Seed    uint64

	sum string // of the file, once it is read
}

func (o *Openings) String() string {
	var parts []string
	if o.File != "" {
		parts = append(parts, "file="+filepath.Base(o.File))
		if o.sum != "" {
			parts = append(parts, "sha256="+o.sum)
		}
		if o.Cut > 0 {
			parts = append(parts, fmt.Sprintf("cut=%d", o.Cut))
		}
		if o.Random {
			parts = append(parts, "order=random")
		}
	}
	if o.Plies > 0 {
		parts = append(parts, fmt.Sprintf("random plies=%d", o.Plies))
	}
	if o.Balance > 0 {
		parts = append(parts, fmt.Sprintf("balance=%d", o.Balance))
	}
	if o.Start > 1 {
		parts = append(parts, fmt.Sprintf("start=%d", o.Start))
	}
	if len(parts) == 0 {
		return "start position"
	}
	return strings.Join(parts, " ") + fmt.Sprintf(" seed=%d", o.Seed)
}

// A book gives openings by number. Each is made when it is first asked for,
// after those before it.
type book struct {
	*Openings
	r     *rules.Rules
	lines []record.Opening // of the file, or the start position

	mu   sync.Mutex
	made []record.Opening
	seen map[uint64]bool // positions after them
}

// book reads the file, if there is one.
func (o *Openings) book(r *rules.Rules) (*book, error) {
	b := &book{Openings: o, r: r, lines: []record.Opening{{}}, seen: map[uint64]bool{}}
	if o.File == "" {
		return b, nil
	}
	data, err := os.ReadFile(o.File)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	o.sum = hex.EncodeToString(sum[:4])
	if b.lines, err = o.read(data, r); err != nil {
		return nil, err
	}
	if o.Start > len(b.lines) {
		return nil, fmt.Errorf("%s: start=%d of %d openings", o.File, o.Start, len(b.lines))
	}
	if o.Random {
		rng := rand.New(rand.NewPCG(o.Seed, 0))
		rng.Shuffle(len(b.lines), func(i, j int) { b.lines[i], b.lines[j] = b.lines[j], b.lines[i] })
	}
	return b, nil
}

// read takes the openings out of a file.
func (o *Openings) read(data []byte, r *rules.Rules) ([]record.Opening, error) {
	var all []record.Opening
	format := record.Format(strings.TrimPrefix(strings.ToLower(filepath.Ext(o.File)), "."))
	switch format {
	case record.PGN, record.KIF, record.CSA:
		games, err := record.ReadText(bytes.NewReader(data), format, o.File, r, nil)
		if err != nil {
			return nil, err
		}
		for i := range games {
			all = append(all, record.Opening{SFEN: games[i].Opening.SFEN, Moves: games[i].Moves()})
		}
		if len(all) == 0 {
			return nil, fmt.Errorf("%s: no game in it", o.File)
		}
	default:
		var err error
		if all, err = ReadOpenings(bytes.NewReader(data), o.File, r); err != nil {
			return nil, err
		}
	}
	for i := range all {
		if o.Cut > 0 {
			all[i].Moves = all[i].Moves[:min(o.Cut, len(all[i].Moves))]
		}
		g, err := newGame(r, all[i])
		if err != nil {
			return nil, fmt.Errorf("%s: opening %d: %w", o.File, i+1, err)
		}
		if g.Pos.Outcome().Over {
			return nil, fmt.Errorf("%s: opening %d: the game is over after it; cut=N takes the first N moves", o.File, i+1)
		}
	}
	return all, nil
}

// at returns the i-th opening, from 0.
func (b *book) at(i int) (record.Opening, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for n := len(b.made); n <= i; n++ {
		number := max(b.Start, 1) - 1 + n
		op := b.lines[number%len(b.lines)]
		op.Index = number
		if b.Plies > 0 {
			var err error
			if op, err = b.extend(op); err != nil {
				return op, err
			}
		}
		b.made = append(b.made, op)
	}
	return b.made[i], nil
}

// tries is how many random lines are tried for one opening before it may be
// one that was there before, and hardTries before there is none at all.
const (
	tries     = 200
	hardTries = 2000
)

// extend plays random moves after an opening, so that the game goes on, no
// single move ends it, and no opening comes twice if that can be helped. They
// depend on the seed and the opening's number, and on those before it.
func (b *book) extend(op record.Opening) (record.Opening, error) {
	rng := rand.New(rand.NewPCG(b.Seed, uint64(op.Index)+1))
	for try := range hardTries {
		g, err := newGame(b.r, op)
		if err != nil {
			return op, err
		}
		if !randomMoves(g, b.Plies, rng) || b.seen[g.Pos.Key()] && try < tries || !b.balanced(g.Pos) {
			continue
		}
		b.seen[g.Pos.Key()] = true
		op.Moves = g.Texts
		return op, nil
	}
	return op, fmt.Errorf("no random opening of %d plies found for %s", b.Plies, b.r.Name)
}

// randomMoves plays n of them, and reports whether the game is then still open.
func randomMoves(g *player.Game, n int, rng *rand.Rand) bool {
	for range n {
		legal := g.Pos.GenerateLegal(nil)
		if len(legal) == 0 || g.Pos.Outcome().Over {
			return false
		}
		g.Play(legal[rng.IntN(len(legal))])
	}
	return isOpen(g.Pos)
}

// isOpen reports whether the game goes on and no single move ends it.
func isOpen(p *engine.Position) bool {
	if p.Outcome().Over {
		return false
	}
	for _, m := range p.GenerateLegal(nil) {
		p.Make(m)
		over := p.BoardOutcome().Over || p.Royals(p.Side()) > 0 && p.InCheck(p.Side()) && !p.HasLegalMove()
		p.Unmake()
		if over {
			return false
		}
	}
	return true
}

// newGame sets up a game after an opening.
func newGame(r *rules.Rules, op record.Opening) (*player.Game, error) {
	g, err := player.NewGame(r, op.SFEN)
	if err != nil {
		return nil, err
	}
	for _, m := range op.Moves {
		if err := g.PlayText(m); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// ReadOpenings reads one opening a line: an SFEN, "sfen SFEN moves M...",
// "startpos moves M...", the same after "position", or moves alone. Empty
// lines and those with # are comments, and what follows a semicolon is the
// name of the opening. Errors give the file and the line.
func ReadOpenings(in io.Reader, path string, r *rules.Rules) ([]record.Opening, error) {
	var all []record.Opening
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<22)
	for n := 1; lines.Scan(); n++ {
		text, name, _ := strings.Cut(lines.Text(), ";")
		text = strings.TrimSpace(text)
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		op, err := parseOpening(text, r)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		op.Name = strings.TrimSpace(name)
		all = append(all, op)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no opening in it", path)
	}
	return all, nil
}

func parseOpening(text string, r *rules.Rules) (record.Opening, error) {
	var op record.Opening
	text = strings.TrimSpace(strings.TrimPrefix(text, "position "))
	setup, moves, hasMoves := strings.Cut(text, "moves")
	setup = strings.TrimSpace(setup)
	switch sfen, ok := strings.CutPrefix(setup, "sfen "); {
	case setup == "startpos":
	case ok:
		op.SFEN = strings.TrimSpace(sfen)
	case strings.Contains(setup, "/"):
		op.SFEN = setup
	case !hasMoves:
		moves = text
	case setup != "":
		return op, fmt.Errorf("%q: expected startpos, sfen or an SFEN before the moves", setup)
	}
	op.Moves = strings.Fields(moves)
	g, err := newGame(r, op)
	if err != nil {
		return op, err
	}
	op.Moves = g.Texts
	if op.SFEN == r.Sheet.StartSFEN() {
		op.SFEN = ""
	}
	return op, nil
}
