package reference

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mujo/variants"
)

// The sides. White's directions are Black's with both signs turned, so a side
// is also the factor for a step.
const (
	black int8 = 1
	white int8 = -1
)

// none stands for no kind and for no square.
const none = -1

// A piece is what stands on a square; side 0 is an empty square. Was is the
// kind that promoted to this one, or none.
type piece struct {
	kind, was int16
	side      int8
}

// A board is squares in reading order of a SFEN: from rank a down, in each rank
// from the highest file to the first.
type board struct {
	*rules
	at []piece
}

func (b board) clone() board { return board{b.rules, slices.Clone(b.at)} }

// A step is a displacement seen from the owner: to the right, and forward.
type step struct{ right, forward int }

var steps = map[string]step{
	"F": {0, 1}, "B": {0, -1}, "L": {-1, 0}, "R": {1, 0},
	"FL": {-1, 1}, "FR": {1, 1}, "BL": {-1, -1}, "BR": {1, -1},
}

// around are the eight directions in an order that is always the same.
var around = []string{"F", "B", "L", "R", "FL", "FR", "BL", "BR"}

// walk is the square n steps d from sq for side, if that is on the board.
func (r *rules) walk(sq int, side int8, d step, n int) (int, bool) {
	x := sq%r.files + int(side)*d.right*n
	y := sq/r.files - int(side)*d.forward*n
	if x < 0 || x >= r.files || y < 0 || y >= r.ranks {
		return none, false
	}
	return y*r.files + x, true
}

// rankOf counts ranks from side's point of view: its own back rank is 0.
func (r *rules) rankOf(sq int, side int8) int {
	if side == black {
		return r.ranks - 1 - sq/r.files
	}
	return sq / r.files
}

func (r *rules) onLastRank(sq int, side int8) bool { return r.rankOf(sq, side) == r.ranks-1 }

func (r *rules) inZone(sq int, side int8) bool {
	return r.rankOf(sq, side) >= r.ranks-r.sheet.Promotion.ZoneRanks
}

// distance is the number of king steps between two squares.
func (r *rules) distance(a, b int) int {
	return max(abs(a%r.files-b%r.files), abs(a/r.files-b/r.files))
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// name is a square as USI writes it: file, then rank, ranks after z being aa,
// ab and so on.
func (r *rules) name(sq int) string {
	y := sq / r.files
	rank := string(rune('a' + y%26))
	if y >= 26 {
		rank = "a" + rank
	}
	return strconv.Itoa(r.files-sq%r.files) + rank
}

func (r *rules) square(name string) (int, error) {
	for sq := range r.files * r.ranks {
		if r.name(sq) == name {
			return sq, nil
		}
	}
	return none, fmt.Errorf("no square %q", name)
}

// rules is a sheet with its ids looked up. It is never written after compile.
type rules struct {
	sheet        *variants.Sheet
	files, ranks int
	index        map[string]int16
	abbrev       map[string]int16 // in upper case
	promotes     []int16          // kind -> kind, or none
	contagion    []int16          // kind captured -> kind the capturer becomes, or none
	royal        []bool
	burns        []bool
	lion         []bool
	noBridge     []bool
	second       []bool  // promotes on the last rank though it declined before
	rank         []int   // for range jumps and range captures
	inHand       []int16 // kind captured, as it was before it promoted -> kind in hand
	handOrder    []int16
	pawn         int16 // the kind that nifu and its like concern
	empty        board
}

func compile(s *variants.Sheet) *rules {
	n := len(s.Pieces)
	r := &rules{
		sheet: s, files: s.Files, ranks: s.Ranks,
		index: map[string]int16{}, abbrev: map[string]int16{},
		promotes: make([]int16, n), contagion: make([]int16, n),
		royal: make([]bool, n), burns: make([]bool, n), lion: make([]bool, n),
		noBridge: make([]bool, n), second: make([]bool, n),
		rank: make([]int, n), inHand: make([]int16, n), pawn: none,
	}
	r.empty = board{r, make([]piece, s.Files*s.Ranks)}
	for i, p := range s.Pieces {
		k := int16(i)
		r.index[p.ID] = k
		r.abbrev[strings.ToUpper(p.Abbrev)] = k
		r.promotes[k], r.contagion[k], r.inHand[k] = none, none, k
		for _, m := range p.Moves {
			r.burns[k] = r.burns[k] || m.Kind == variants.Burn
		}
	}
	for id, to := range s.Promotes {
		r.promotes[r.kind(id)] = r.kind(to)
	}
	for id, to := range s.Contagion {
		r.contagion[r.kind(id)] = r.kind(to)
	}
	for id, rank := range s.JumpRanks {
		r.rank[r.kind(id)] = rank
	}
	r.mark(r.royal, s.Royals)
	r.mark(r.second, s.Promotion.SecondChance)
	if t := s.LionTrading; t != nil {
		r.mark(r.lion, t.Lions)
		r.mark(r.noBridge, t.Bridge)
	}
	if s.Drops != nil {
		r.compileDrops(s)
	}
	return r
}

func (r *rules) compileDrops(s *variants.Sheet) {
	for _, id := range s.SFEN.HandOrder {
		r.handOrder = append(r.handOrder, r.kind(id))
	}
	if len(r.handOrder) == 0 {
		for k := range s.Pieces {
			r.handOrder = append(r.handOrder, int16(k))
		}
	}
	if s.Drops.EitherSide {
		// The hand names one side of each piece: the one in the hand order.
		for k := range r.inHand {
			if p := r.promotes[k]; p != none && !slices.Contains(r.handOrder, int16(k)) {
				r.inHand[k] = p
			}
		}
	}
	for id, to := range s.Drops.HandBecomes {
		r.inHand[r.kind(id)] = r.kind(to)
	}
	id := s.Drops.Pawn
	if id == "" {
		id = "pawn"
	}
	if k, ok := r.index[id]; ok {
		r.pawn = k
	}
}

// kind is the kind of that id. A sheet that names none is not valid, which is
// for package variants to find out.
func (r *rules) kind(id string) int16 {
	k, ok := r.index[id]
	if !ok {
		panic(fmt.Sprintf("reference: %s: no piece %q", r.sheet.Variant, id))
	}
	return k
}

func (r *rules) mark(set []bool, ids []string) {
	for _, id := range ids {
		set[r.kind(id)] = true
	}
}

// flips says that pieces turn over and back instead of promoting once.
func (r *rules) flips() bool {
	return r.sheet.Promotion.Kind == "flip_move" || r.sheet.Promotion.Kind == "flip_capture"
}
