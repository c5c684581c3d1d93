package engine

import (
	"math/bits"
	"slices"

	"mujo/engine/bitboard"
	"mujo/engine/rules"
)

// The types of package rules that every user of a position needs.
type (
	Square = rules.Square
	Color  = rules.Color
	Piece  = rules.Piece
	Kind   = rules.Kind
)

// The two sides, and an empty square.
const (
	Black = rules.Black
	White = rules.White
	Empty = rules.Empty
)

// A Position is the state of a game: the board, the hands, the side to move
// and the moves that led there. It belongs to one goroutine.
type Position struct {
	r *rules.Rules

	// What the moves change.
	board  []Piece // by Square, guards included
	lines  bitboard.Lines
	owned  [2]bitboard.Set                  // squares of each side's pieces
	traits [rules.NumTraits][2]bitboard.Set // squares of pieces with a trait
	// traitCount counts the members of traits; royalSum is the sum of the
	// squares of royals, which is the square of a lone one.
	traitCount [rules.NumTraits][2]int16
	royalSum   [2]int
	heat       [2][]uint8 // by Square, guards included: burners beside it
	pieces     [2]int16   // pieces on the board
	hands      [2][]uint8 // by slot of rules.HandKinds
	side       Color
	key        uint64
	score      int32   // of the attached Scores, Black's less White's
	lionSquare Square  // of a lion just taken by a non-lion, 0 if none
	ply        int     // the SFEN's move number
	crowned    [2]bool // had a royal when the position was set up

	// What the moves leave behind.
	history    []state
	removed    []removal
	reversible int32 // plies since the last move before which no position can recur
	idle       int32 // plies since anything was taken, promoted or dropped
	// seen counts the positions of history by the low bits of their keys, to
	// tell fast of most that they have not occurred.
	seen [seenSize]uint16

	// Fixed or scratch.
	scores  *Scores
	targets bitboard.Set // destinations of one piece
	reached bitboard.Set // squares of one walk
	around  bitboard.Set // and those beside them
	pinned  bitboard.Set
	movable bitboard.Set // pieces that may have a move of the stage
	enemies bitboard.Set // squares beside an enemy
	scratch []Move       // a stack of lists, empty between calls
	// legality is what generation last found about checks and pins.
	legality legality
}

// A state is what Unmake cannot work out.
type state struct {
	move       Move
	mover      Piece // as it was before the move, Empty for a drop or null move
	lionSquare Square
	key        uint64
	score      int32
	removed    int32 // length of Position.removed before the move
	arrived    int32 // the same when the mover arrived: what follows burned
	reversible int32
	idle       int32
}

const seenSize = 1 << 11

// seenAt is where positions of a key are counted, with some others.
func (p *Position) seenAt(key uint64) *uint16 { return &p.seen[key%seenSize] }

// A removal is a piece that a move took off the board.
type removal struct {
	sq    Square
	piece Piece
}

// Scores are values of pieces on squares that a position sums up as it goes.
type Scores struct {
	// Board is by piece index times the number of squares plus square; White's
	// entries are negative, so that the sum is Black's advantage.
	Board []int32
	// Hand is the same for a piece in hand, by piece index.
	Hand []int32
}

// New returns the start position.
func New(r *rules.Rules) *Position {
	p, err := ParseSFEN(r, r.Sheet.StartSFEN())
	if err != nil {
		panic("start position of " + r.Name + ": " + err.Error()) // the sheet was validated
	}
	return p
}

// empty returns a position without pieces.
func empty(r *rules.Rules) *Position {
	p := &Position{r: r, board: make([]Piece, r.NumSquares), lines: r.EmptyLines(), ply: 1}
	for i := range p.board {
		p.board[i] = rules.Guard
	}
	for _, sq := range r.Squares {
		p.board[sq] = Empty
	}
	sets := bitboard.NewSets(8+2*rules.NumTraits, r.NumSquares)
	p.owned = [2]bitboard.Set(sets[:2])
	p.targets, p.reached, p.around, p.pinned, p.movable, p.enemies = sets[2], sets[3], sets[4], sets[5], sets[6], sets[7]
	for i := range p.traits {
		p.traits[i] = [2]bitboard.Set(sets[8+2*i:])
	}
	for c := range p.hands {
		p.hands[c] = make([]uint8, len(r.HandKinds))
		if r.HasBurn {
			p.heat[c] = make([]uint8, r.NumSquares)
		}
	}
	return p
}

// Clone returns a copy that shares nothing that changes.
func (p *Position) Clone() *Position {
	q := *p
	q.board, q.scratch = slices.Clone(p.board), nil
	sets := bitboard.NewSets(8+2*rules.NumTraits, p.r.NumSquares)
	next := 0
	clone := func(s bitboard.Set) bitboard.Set {
		copy(sets[next], s)
		next++
		return sets[next-1]
	}
	for c := range 2 {
		q.owned[c] = clone(p.owned[c])
		q.hands[c] = slices.Clone(p.hands[c])
		q.heat[c] = slices.Clone(p.heat[c])
		for i := range p.traits {
			q.traits[i][c] = clone(p.traits[i][c])
		}
	}
	q.targets, q.reached, q.around, q.pinned = clone(p.targets), clone(p.reached), clone(p.around), clone(p.pinned)
	q.movable, q.enemies = clone(p.movable), clone(p.enemies)
	q.history = append(make([]state, 0, len(p.history)+256), p.history...)
	q.removed = append(make([]removal, 0, len(p.removed)+256), p.removed...)
	return &q
}

// Idle returns how many plies have passed since anything was taken, promoted
// or dropped.
func (p *Position) Idle() int { return int(p.idle) }

// Attach makes the position keep the sum of s as it goes; nil stops it.
func (p *Position) Attach(s *Scores) {
	p.scores = s
	p.score = p.sumScores()
}

// Score returns the sum of the attached scores, Black's less White's.
func (p *Position) Score() int32 { return p.score }

func (p *Position) sumScores() int32 {
	if p.scores == nil {
		return 0
	}
	var sum int32
	for _, sq := range p.r.Squares {
		if pc := p.board[sq]; pc != Empty {
			sum += p.scores.Board[pc.Index()*p.r.NumSquares+int(sq)]
		}
	}
	for c := range p.hands {
		for slot, n := range p.hands[c] {
			sum += int32(n) * p.scores.Hand[rules.MakePiece(p.r.HandKinds[slot], Color(c)).Index()]
		}
	}
	return sum
}

// Rules returns the rules the position is played by.
func (p *Position) Rules() *rules.Rules { return p.r }

// Side returns the side to move.
func (p *Position) Side() Color { return p.side }

// Ply returns the number of the move to be made, from 1 in the start position.
func (p *Position) Ply() int { return p.ply }

// Key returns the hash of the board, the hands, the side to move and the
// square of a lion just lost.
func (p *Position) Key() uint64 { return p.key }

// At returns what stands on sq.
func (p *Position) At(sq Square) Piece { return p.board[sq] }

// Board returns what stands on each square of the padded board. It must not be
// changed.
func (p *Position) Board() []Piece { return p.board }

// Owned returns the squares of c's pieces. The set must not be changed.
func (p *Position) Owned(c Color) bitboard.Set { return p.owned[c] }

// Pieces returns how many pieces c has on the board.
func (p *Position) Pieces(c Color) int { return int(p.pieces[c]) }

// TraitCount returns how many of c's pieces on the board have the trait of
// that index.
func (p *Position) TraitCount(index int, c Color) int { return int(p.traitCount[index][c]) }

// Royals returns how many royals c has.
func (p *Position) Royals(c Color) int { return int(p.traitCount[rules.RoyalIndex][c]) }

// RoyalsLost reports whether c has lost its last royal. A side set up without
// one, as in mating problems, has none to lose.
func (p *Position) RoyalsLost(c Color) bool {
	return p.traitCount[rules.RoyalIndex][c] == 0 && p.crowned[c]
}

// Royal returns the square of c's only royal, or false if it has none or
// several.
func (p *Position) Royal(c Color) (Square, bool) {
	return Square(p.royalSum[c]), p.traitCount[rules.RoyalIndex][c] == 1
}

// Hand returns how many pieces c holds in a slot of rules.HandKinds.
func (p *Position) Hand(c Color, slot int) int { return int(p.hands[c][slot]) }

// HandSize returns how many pieces c holds in all.
func (p *Position) HandSize(c Color) int {
	n := 0
	for _, k := range p.hands[c] {
		n += int(k)
	}
	return n
}

// place puts pc on an empty square.
func (p *Position) place(sq Square, pc Piece) {
	p.board[sq] = pc
	p.pieces[pc.Color()]++
	p.toggle(sq, pc, 1)
}

// lift takes pc off its square.
func (p *Position) lift(sq Square, pc Piece) {
	p.board[sq] = Empty
	p.pieces[pc.Color()]--
	p.toggle(sq, pc, -1)
}

func (p *Position) toggle(sq Square, pc Piece, n int16) {
	p.toggleLines(sq)
	c := pc.Color()
	p.owned[c].Flip(sq)
	if t := p.r.Traits[pc.Index()]; t != 0 {
		p.toggleTraits(t, sq, c, n)
	}
}

// toggleLines adds sq to the occupied squares of its four lines or takes it
// off.
func (p *Position) toggleLines(sq Square) {
	co := &p.r.Coords[sq]
	p.lines[co[0].Line] ^= 1 << (co[0].Pos & 63)
	p.lines[co[1].Line] ^= 1 << (co[1].Pos & 63)
	p.lines[co[2].Line] ^= 1 << (co[2].Pos & 63)
	p.lines[co[3].Line] ^= 1 << (co[3].Pos & 63)
}

func (p *Position) toggleTraits(t rules.Trait, sq Square, c Color, n int16) {
	for rest := t; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros16(uint16(rest))
		p.traits[i][c].Flip(sq)
		p.traitCount[i][c] += n
	}
	if t&rules.Royal != 0 {
		p.royalSum[c] += int(n) * int(sq)
	}
	if t&rules.Burner != 0 {
		for d := range rules.NumDirs {
			p.heat[c][int(sq)+int(p.r.Delta[d])] += uint8(n)
		}
	}
}

// account adds or removes pc on sq in the key and the score.
func (p *Position) account(sq Square, pc Piece, sign int32) {
	i := pc.Index()*p.r.NumSquares + int(sq)
	p.key ^= p.r.KeyAt(i)
	if p.scores != nil {
		p.score += sign * p.scores.Board[i]
	}
}

// hold changes c's hand by one piece of slot.
func (p *Position) hold(c Color, slot int8, n int) {
	had := int(p.hands[c][slot])
	p.hands[c][slot] = uint8(had + n)
	p.key ^= p.r.HandKey(c, int(slot), had) ^ p.r.HandKey(c, int(slot), had+n)
	if p.scores != nil {
		p.score += int32(n) * p.scores.Hand[rules.MakePiece(p.r.HandKinds[slot], c).Index()]
	}
}
