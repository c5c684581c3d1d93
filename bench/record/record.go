package record

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"mujo/bench/stats"
	"mujo/engine"
)

// Version is that of the format of lines.
const Version = 1

// A Header says under what conditions games were played.
type Header struct {
	Version int       `json:"mujo_match"`
	Run     string    `json:"run"`
	Shard   string    `json:"shard,omitempty"` // I/N
	Started time.Time `json:"started"`
	Host    string    `json:"host,omitempty"`
	Conditions
}

// Conditions are all that decides what games a match consists of. Machines
// that play parts of one match agree on them.
type Conditions struct {
	Variant    string      `json:"variant"` // with the rule set
	Sheet      string      `json:"sheet,omitempty"`
	Engines    []Engine    `json:"engines"`
	Tournament string      `json:"tournament"`
	Rounds     int         `json:"rounds"`
	Games      int         `json:"games"` // of each pairing in a round
	Seed       uint64      `json:"seed"`
	Openings   string      `json:"openings"`
	Resign     string      `json:"resign,omitempty"`
	Draw       string      `json:"draw,omitempty"`
	MaxPlies   int         `json:"max_plies,omitempty"`
	SPRT       *stats.Test `json:"sprt,omitempty"`
}

// An Engine is a player as the match was told of it.
type Engine struct {
	Name    string   `json:"name"`
	Command string   `json:"command"`
	Proto   string   `json:"proto"`
	Limits  string   `json:"limits"`
	Options []string `json:"options,omitempty"` // NAME=VALUE
	Dir     string   `json:"dir,omitempty"`     // where it is started
	Memory  int      `json:"memory,omitempty"`  // MiB
	Quirks  []string `json:"quirks,omitempty"`  // allowances for its protocol
}

// Fingerprint names the conditions.
func (c *Conditions) Fingerprint() string {
	data, err := json.Marshal(c)
	if err != nil {
		panic(err) // no field can fail
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}

// The results of a game.
const (
	BlackWins = "black"
	WhiteWins = "white"
	Draw      = "draw"
)

// ResultOf names an outcome.
func ResultOf(o engine.Outcome) string {
	switch {
	case !o.Over:
		return ""
	case o.Draw:
		return Draw
	case o.Winner == engine.Black:
		return BlackWins
	}
	return WhiteWins
}

// A Game is a complete game.
type Game struct {
	Run     string    `json:"run"`
	Number  int       `json:"game"` // within the run, from 0
	Round   int       `json:"round"`
	Pair    int       `json:"pair"` // games of one pair share an opening
	Variant string    `json:"variant"`
	Black   string    `json:"black"`
	White   string    `json:"white"`
	Opening Opening   `json:"opening"`
	Plies   []Ply     `json:"plies"`
	Result  string    `json:"result"`
	Reason  string    `json:"reason"`
	Detail  string    `json:"detail,omitempty"` // what an engine did wrong
	SFEN    string    `json:"sfen"`             // the last position
	Started time.Time `json:"started"`
	Seconds float64   `json:"seconds"`
}

// An Opening is what both players get to start from.
type Opening struct {
	Index int      `json:"index"`
	SFEN  string   `json:"sfen,omitempty"` // empty: the start position
	Moves []string `json:"moves,omitempty"`
	Name  string   `json:"name,omitempty"`
}

// A Ply is a move with what its player said of it.
type Ply struct {
	Move  string  `json:"m"`
	Time  float64 `json:"t"`           // ms taken
	Clock *int64  `json:"c,omitempty"` // ms left, if there is a clock
	Score *int    `json:"s,omitempty"` // centipawns, from the mover's view
	Mate  *int    `json:"x,omitempty"` // plies to the end instead, negative if lost
	Depth int     `json:"d,omitempty"`
	Sel   int     `json:"sd,omitempty"`
	Nodes uint64  `json:"n,omitempty"`
	NPS   uint64  `json:"nps,omitempty"`
}

// Points are those of a player by name, false if it did not play.
func (g *Game) Points(name string) (float64, bool) {
	switch {
	case name != g.Black && name != g.White:
		return 0, false
	case g.Result == Draw:
		return 0.5, true
	case g.Result == BlackWins && name == g.Black, g.Result == WhiteWins && name == g.White:
		return 1, true
	}
	return 0, true
}

// Key names a game among all.
func (g *Game) Key() string { return fmt.Sprintf("%s/%d", g.Run, g.Number) }

// Moves are all moves of the game, those of the opening first.
func (g *Game) Moves() []string {
	moves := append([]string(nil), g.Opening.Moves...)
	for _, p := range g.Plies {
		moves = append(moves, p.Move)
	}
	return moves
}

// Len is the number of plies, those of the opening included.
func (g *Game) Len() int { return len(g.Opening.Moves) + len(g.Plies) }

// BlackBegins reports whether Black made the first move after the opening.
func (g *Game) BlackBegins() bool {
	return strings.Contains(g.Opening.SFEN, " w ") == (len(g.Opening.Moves)%2 == 1)
}
