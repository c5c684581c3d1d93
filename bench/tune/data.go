package tune

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"mujo/bench/record"
	"mujo/engine"
)

// Version is that of the format of game files.
const Version = 1

// A Header is the first line of a file of games: how they were played.
type Header struct {
	Version int    `json:"mujo_selfplay"`
	Variant string `json:"variant"` // with the rule set
	Settings
}

// Settings say how games are played.
type Settings struct {
	Nodes      uint64 `json:"nodes"`      // searched for each move
	Random     int    `json:"random"`     // most random moves before the first searched one, least a quarter of them
	MaxPlies   int    `json:"max_plies"`  // a longer game has no result
	Adjudicate int    `json:"adjudicate"` // centipawns both sides must see for a game to end, 0 for never
	Seed       uint64 `json:"seed"`       // of the random moves
}

// A Game is one line of such a file after the first. The moves begin in the
// start position.
type Game struct {
	Number  int      `json:"game"`    // with the settings it decides how the game goes
	Opening []string `json:"opening"` // random moves
	Moves   []string `json:"moves"`
	// Scores are in centipawns by move, from the mover's view, within
	// ±ScoreLimit.
	Scores []int  `json:"scores"`
	Result string `json:"result,omitempty"` // empty if the game was cut off
}

// ScoreLimit bounds the scores of games, mates included.
const ScoreLimit = 100_000

// share is what a side has of the point of the game, false if the game was cut
// off.
func (g *Game) share(c engine.Color) (float32, bool) {
	switch {
	case g.Result == "":
		return 0, false
	case g.Result == record.Draw:
		return 0.5, true
	case (g.Result == record.BlackWins) == (c == engine.Black):
		return 1, true
	}
	return 0, true
}

// mover is who makes a move of Moves: Black begins the game.
func (g *Game) mover(i int) engine.Color { return engine.Color((len(g.Opening) + i) % 2) }

// distinct returns the games without those that only repeat another's moves.
func distinct(games []Game) []Game {
	var kept []Game
	seen := map[string]bool{}
	for _, g := range games {
		moves := strings.Join(append(g.Opening[:len(g.Opening):len(g.Opening)], g.Moves...), " ")
		if !seen[moves] {
			seen[moves] = true
			kept = append(kept, g)
		}
	}
	return kept
}

func (g *Game) check() error {
	switch g.Result {
	case "", record.BlackWins, record.WhiteWins, record.Draw:
	default:
		return fmt.Errorf("result %q: expected %q, %q or %q", g.Result, record.BlackWins, record.WhiteWins, record.Draw)
	}
	if len(g.Scores) != len(g.Moves) {
		return fmt.Errorf("scores: %d for %d moves", len(g.Scores), len(g.Moves))
	}
	for _, s := range g.Scores {
		if s < -ScoreLimit || s > ScoreLimit {
			return fmt.Errorf("score %d: expected -%d to %d", s, ScoreLimit, ScoreLimit)
		}
	}
	return nil
}

// A File is what Read found.
type File struct {
	Header Header
	Games  []Game
}

// Read reads a file of games. The beginning of a line at its end, which an
// interrupted run leaves, is passed over.
func Read(r io.Reader, name string) (*File, error) {
	in := bufio.NewReaderSize(r, 1<<20)
	f := new(File)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			if n == 1 {
				return nil, fmt.Errorf("%s: no games, not even a header", name)
			}
			return f, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if err := f.add(n, line); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
}

func (f *File) add(n int, line []byte) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if n == 1 {
		if err := d.Decode(&f.Header); err != nil {
			return fmt.Errorf("not a header of self-play games: %w", err)
		}
		if f.Header.Version != Version {
			return fmt.Errorf("mujo_selfplay %d: expected %d", f.Header.Version, Version)
		}
		return nil
	}
	var g Game
	if err := d.Decode(&g); err != nil {
		return err
	}
	if err := g.check(); err != nil {
		return err
	}
	f.Games = append(f.Games, g)
	return nil
}

// ReadFile reads a file of games.
func ReadFile(path string) (*File, error) {
	in, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return Read(in, path)
}

// open readies a file for more games and tells which it holds by number. A new
// one gets the header h; one that is there must have the same.
func open(path string, h Header) (*record.Writer, map[int]bool, error) {
	held := map[int]bool{}
	w, err := record.CreateLines(path, h)
	if !errors.Is(err, record.ErrExists) {
		return w, held, err
	}
	w, err = record.ResumeLines(path, h, "a file of self-play games", func(whole []byte) error {
		f, err := Read(bytes.NewReader(whole), path)
		if err == nil && f.Header != h {
			err = fmt.Errorf("%s: played with other settings: %+v, not %+v", path, f.Header, h)
		}
		if err != nil {
			return err
		}
		for _, g := range f.Games {
			held[g.Number] = true
		}
		return nil
	})
	return w, held, err
}
