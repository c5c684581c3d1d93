// Package rules compiles a variant's sheet into immutable tables: the board's
// geometry, the movement of each piece as seen on the board, promotion zones
// and hash keys. A *Rules is shared by all goroutines and never changes.
package rules

import (
	"math/bits"

	"mujo/engine/bitboard"
	"mujo/variants"
)

// A Square is a place on the padded board: one guard rank beyond each end and
// one guard file shared by the two sides, so that a step off the board lands
// on a guard.
//
//	sq = (rank+1)*Stride + column + 1
//
// with rank 0 White's back rank and column 0 the highest file, Black's left.
type Square = uint16

// A Color is a side. Black moves first.
type Color uint8

// The two sides.
const (
	Black Color = iota
	White
)

// Other returns the opponent of c.
func (c Color) Other() Color { return c ^ 1 }

func (c Color) String() string {
	if c == Black {
		return "black"
	}
	return "white"
}

// A Kind is a kind of piece in one state of promotion: a gold general, a gold
// that was a pawn and a gold that was a hook mover are three kinds. Kind 0 is
// none.
type Kind uint16

// A Piece is what stands on a square: Empty, Guard, or a kind and its owner.
// Both owner flags are set on a guard, so that one test finds what blocks a
// side, its own pieces and the edge alike.
type Piece uint16

// What may stand on a square besides a piece.
const (
	Empty Piece = 0
	Guard Piece = BlackFlag | WhiteFlag

	BlackFlag Piece = 1 << 14
	WhiteFlag Piece = 1 << 15

	// MaxPieces bounds Piece.Index.
	MaxPieces = 2048
)

// MakePiece returns c's piece of kind k.
func MakePiece(k Kind, c Color) Piece {
	return Piece(k)<<1 | Piece(c) | BlackFlag<<c
}

// Flag returns the bit that marks c's pieces and guards.
func (c Color) Flag() Piece { return BlackFlag << c }

// Kind returns the piece's kind.
func (p Piece) Kind() Kind { return Kind(p&(MaxPieces-1)) >> 1 }

// Color returns the owner.
func (p Piece) Color() Color { return Color(p & 1) }

// Index numbers kinds and owners together, for tables of MaxPieces entries.
func (p Piece) Index() int { return int(p & (MaxPieces - 1)) }

// A Dir is one of the eight directions on the board as Black sees it. The
// opposite of d is d^4; the line of d is d&3, and directions below 4 go up
// its positions.
type Dir uint8

// The directions.
const (
	East      Dir = iota // to lower files
	South                // towards Black's back rank
	SouthEast            //
	SouthWest            //
	West                 //
	North                //
	NorthWest            //
	NorthEast            //
	numDirs
)

// Turns returns the two directions at right angles to d.
func Turns(d Dir) (left, right Dir) {
	switch d {
	case East, West:
		return North, South
	case North, South:
		return East, West
	case NorthEast, SouthWest:
		return NorthWest, SouthEast
	default:
		return NorthEast, SouthWest
	}
}

// NumDirs is the number of directions.
const NumDirs = int(numDirs)

// dirStep is the column and rank change of each direction.
var dirStep = [NumDirs][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}, {-1, 0}, {0, -1}, {-1, -1}, {1, -1}}

// A Trait is a property of a piece that the position keeps count of.
type Trait uint16

// The traits.
const (
	Royal      Trait = 1 << iota // its side loses with its last one
	Jumper                       // has jumps, lions' included
	Passer                       // reaches past pieces along a line
	Roamer                       // reaches off its lines, or adjacent squares it cannot move to
	Burner                       // burns adjacent enemies
	Universal                    // goes to any empty square
	TradedLion                   // its capture is limited by lion trading
	Kindler                      // promotes to a burner
	Slider                       // slides further than a step
)

// NumTraits is the number of traits, and the constants the numbers of theirs.
const (
	RoyalIndex = iota
	JumperIndex
	PasserIndex
	RoamerIndex
	BurnerIndex
	UniversalIndex
	TradedLionIndex
	KindlerIndex
	SliderIndex
	NumTraits
)

// A Step is a direction in which a piece steps or slides.
type Step struct {
	Delta int16
	Max   uint8 // squares, Unlimited for no limit
	Dir   Dir
}

// Unlimited marks a slide without limit.
const Unlimited = 255

// A Ray is all that a piece can do in one direction, where that is more than
// a slide. Landing squares of several powers may coincide; they are united as
// a mask of distances before moves are made of them.
type Ray struct {
	Dir          Dir
	Slide        uint8  // squares, Unlimited for no limit, 0 for none
	Jumps        uint64 // distances jumped to
	Skips        []Skip
	Hop          uint8 // pieces that may be passed untouched, Unlimited for any number
	RangeJump    bool  // passes lower ranks to capture
	RangeCapture bool  // captures what it passes
}

// A Skip is a slide that starts beyond the nearest squares.
type Skip struct{ From, Max uint8 }

// A DirSet is a set of directions, bit d for direction d.
type DirSet uint8

// AllDirs is the set of all eight directions.
const AllDirs DirSet = 255

// Has reports whether d is in s.
func (s DirSet) Has(d Dir) bool { return s>>d&1 != 0 }

// Many reports whether s has more than two directions.
func (s DirSet) Many() bool {
	s &= s - 1
	return s&(s-1) != 0
}

// First returns the lowest of the directions of s, which must not be empty.
func (s DirSet) First() Dir { return Dir(bits.TrailingZeros8(uint8(s))) }

// A Mover is the movement of one side's piece of one kind, in directions of
// the board.
type Mover struct {
	// What most pieces are made of comes first, to share a line of the cache.
	Simple     bool // nothing but Steps and Leaps
	Universal  bool
	Burns      bool
	Near       DirSet         // directions of Steps
	Far        DirSet         // those of more than a step
	Limit      [NumDirs]uint8 // squares that Steps go at most, by direction
	Promotes   Kind           // what it turns into, 0 if nothing
	PromotesTo Piece          // the same with its owner
	Leaps      uint64         // the jumps that no ray includes
	Jumps      uint64         // offsets jumped to, see OffsetBit

	Steps []Step
	Rays  []Ray
	// RangeCapture: one of Rays is one.
	RangeCapture bool

	Lion      bool   // the lion's two king steps
	LineDirs  DirSet // lion power along lines
	LineSteps uint8  //
	Double    DirSet // two steps along any of these, with capture on both
	Igui      DirSet // captures there without moving
	PassDirs  DirSet // a free square there lets it pass

	Hook     DirSet // first legs
	Area     uint8  // king steps over free squares
	SetBased bool   // destinations overlap: collect them in a set
	Rank     uint8
	OnlyFrom []Step // slides that hold on the last rank alone
}

// A KindInfo is what a kind is, apart from its movement.
type KindInfo struct {
	Sheet    *variants.Piece // whose move it has
	Base     Kind            // what it was before promotion, itself if it did not promote
	Promoted bool
	Promotes Kind   // 0 if it does not
	Token    string // SFEN text as Black's piece
	Hand     Kind   // what a captor gets in hand, 0 if nothing
	Value    float64
	Traits   Trait
	// SecondChance: may promote on the last rank after declining.
	SecondChance bool
	// WeakBridge: its capture on the way does not lift the ban on taking lions.
	WeakBridge bool
	// Irreversible: its moves start the count of repetitions anew.
	Irreversible bool
	Contagion    Kind // what a capturer of it becomes, 0 if itself
}

// Square attributes.
const (
	ZoneBlack uint8 = 1 << iota // Black promotes here
	ZoneWhite                   // White promotes here
	LastBlack                   // Black's last rank
	LastWhite                   //
)

// Rules are the compiled rules of one variant and rule set.
type Rules struct {
	Sheet *variants.Sheet
	Name  string

	Files, Ranks int
	Stride       int
	NumSquares   int          // of the padded board
	Squares      []Square     // those on the board, rank by rank from White's back rank
	Board        bitboard.Set // the same as a set

	Coords  [][4]bitboard.Coord // by square and line
	Lengths [256]uint8          // squares on each line
	Delta   [NumDirs]int16
	Attr    []uint8  // by square: zones and last ranks
	Order   []uint16 // place of the square's text in ASCII order
	Offsets [NumOffsets]int16
	// OnBoard has the offsets that stay on the board, by square.
	OnBoard []uint64

	Kinds  []KindInfo // by Kind; 0 is none
	Movers *[MaxPieces]Mover
	Reach  *[MaxPieces][NumDirs]uint8 // plain slides, for attack tests
	Traits *[MaxPieces]Trait
	// JumpZone: squares from which a jump can end on a square, with the words
	// of the set that hold any.
	JumpZone []Zone
	// Aligned: squares on a line with a square.
	Aligned []bitboard.Set

	// Dead[piece] counts the ranks, from the side's last, on which the piece
	// could never move again.
	Dead *[MaxPieces]uint8

	KingSafety bool
	// Pins: a legal move can be told by checks and pins, since all pieces
	// only slide, step and jump.
	Pins       bool
	Borrow     bool
	LowerOnly  bool // jumps capture lower ranks only
	Lions      *variants.LionTrading
	Protected  bool // counter-strike shields protected lions only
	HasDrops   bool
	HandKinds  []Kind // in SFEN order
	HandSlot   []int8 // by Kind: index in HandKinds, -1 if none
	Drops      variants.Drops
	DropPawn   Kind
	EitherSide bool

	Promotion       PromotionRule
	HasBurn         bool
	HasRangeCapture bool
	HasContagion    bool

	grid     []uint16                     // rank*offsetSpan + column, by square
	wide     []uint16                     // rank*wideSpan + column, by square
	within   [offsetSpan * wideSpan]uint8 // offsets by difference of wide, NumOffsets for none
	around   [512]DirSet                  // by the nine squares around and at one, rank by rank
	columns  []int8
	ranks    []int8
	keys     []uint64 // by piece and square
	handKeys []uint64
	// SideKey is toggled with the side to move.
	SideKey uint64
	// LionKeys is toggled for the square of a lion just lost to a non-lion.
	LionKeys []uint64

	tokens map[string]Kind
}

// A Zone is a small set of squares within a few words.
type Zone struct {
	First uint8 // word
	Words []uint64
}

// PromotionRule is the sheet's promotion rule in the form the generator asks.
type PromotionRule struct {
	Zone       bool // may promote by zone
	OnAny      bool // on any move that starts or ends inside
	OnCapture  bool // on a capture that starts or ends inside
	Compulsory bool // a possible promotion must be made
	ByCapture  bool // the first capture promotes
	ByMove     bool // every board move turns the piece over
	Flips      bool // pieces turn over and back
	Forced     bool // must promote where it could never move
	Second     bool // some kinds have a second chance on the last rank
}

// KeyAt returns the hash key of a piece index times NumSquares plus a square.
func (r *Rules) KeyAt(i int) uint64 { return r.keys[i] }

// Key returns the hash key of pc on sq.
func (r *Rules) Key(pc Piece, sq Square) uint64 { return r.keys[pc.Index()*r.NumSquares+int(sq)] }

// HandKey returns the hash key of the n-th piece in hand slot of c.
func (r *Rules) HandKey(c Color, slot, n int) uint64 {
	return r.handKeys[(int(c)*len(r.HandKinds)+slot)*maxInHand+n&(maxInHand-1)]
}

// maxInHand is a power of two above any number of like pieces in hand.
const maxInHand = 64

// At returns the square at a column from Black's left and a rank from White's
// back rank, both from 0.
func (r *Rules) At(column, rank int) Square {
	return Square((rank+1)*r.Stride + column + 1)
}

// Column returns the column of sq, 0 at Black's left.
func (r *Rules) Column(sq Square) int { return int(r.columns[sq]) }

// Rank returns the rank of sq, 0 at White's back rank.
func (r *Rules) Rank(sq Square) int { return int(r.ranks[sq]) }

// KindByToken returns the kind that an SFEN token without owner names: "P",
// "+P", "FID".
func (r *Rules) KindByToken(token string) (Kind, bool) {
	k, ok := r.tokens[token]
	return k, ok
}

// Letters reports whether SFENs have one letter a piece instead of
// abbreviations in braces.
func (r *Rules) Letters() bool { return len(r.Sheet.SFEN.Letters) > 0 }

// Offsets: jumps of up to offsetReach squares each way are numbered so that
// the opposite of o is NumOffsets-1-o, and one word holds a set of them.
const (
	offsetReach = 3
	offsetSpan  = 2*offsetReach + 1
	// wideSpan is so much that no difference of columns reaches the next rank.
	wideSpan = 64
	// NumOffsets is the number of jump offsets.
	NumOffsets = offsetSpan * offsetSpan
)

// OffsetBit returns the bit of the jump by dx columns and dy ranks on the
// board.
func OffsetBit(dx, dy int) uint64 { return 1 << offset(dx, dy) }

// OffsetDistance returns the length in king steps of the jump numbered o.
func OffsetDistance(o int) int {
	dx, dy := o%offsetSpan-offsetReach, o/offsetSpan-offsetReach
	return max(dx, -dx, dy, -dy)
}

// MirrorOffset returns the number of the jump that o is with left and right
// exchanged.
func MirrorOffset(o int) int { return o - o%offsetSpan + offsetSpan - 1 - o%offsetSpan }

func offset(dx, dy int) int { return (dy+offsetReach)*offsetSpan + dx + offsetReach }

// Around returns the directions in which a square beside sq is in s.
func (r *Rules) Around(s bitboard.Set, sq Square) DirSet {
	at := int(sq) - 1
	return r.around[s.Three(at-r.Stride)|s.Three(at)<<3|s.Three(at+r.Stride)<<6]
}

// Offset returns the number of the jump from a to b, or false if they are more
// than offsetReach apart.
func (r *Rules) Offset(a, b Square) (int, bool) {
	i := int(r.wide[b]) - int(r.wide[a]) + offsetReach*wideSpan + offsetReach
	if uint(i) >= uint(len(r.within)) {
		return 0, false
	}
	o := int(r.within[i])
	return o, o < NumOffsets
}

// OffsetBetween is Offset for squares known to be near.
func (r *Rules) OffsetBetween(a, b Square) int {
	return int(r.grid[b]) - int(r.grid[a]) + NumOffsets/2
}
