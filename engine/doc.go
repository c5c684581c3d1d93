// Package engine plays by the rules of a variant: positions, moves, which of
// them are legal, what they lead to, and how games end. It decides nothing
// about what is good to play.
//
// A [Position] is the one thing that changes: board, hands, side to move and
// the moves made. It belongs to one goroutine; [Position.Clone] makes another.
// A [Move] is a number that means something in its position only. All that is
// known beforehand about a variant, from the movement of its pieces to the
// hash keys, is in a [rules.Rules], compiled from the variant's sheet, fixed
// and shared. Nothing here asks for a variant by its name.
//
//	r, err := rules.Compile(sheet)
//	p := engine.New(r) // or engine.ParseSFEN
//	for _, m := range p.GenerateLegal(nil) {
//		p.Make(m)
//		...
//		p.Unmake()
//	}
//
// # Squares
//
// The board is padded so that a step off it lands on a guard: a rank of guards
// beyond each end, and one file of them that both sides share. A board of f
// files has the stride f+1. On shogi's, 9x9, squares are numbered
//
//	        9    8    7    6    5    4    3    2    1    file
//	  0     1    2    3    4    5    6    7    8    9    guards
//	 10 |  11   12   13   14   15   16   17   18   19    a, White's back rank
//	 20 |  21   22   23   24   25   26   27   28   29    b
//	  ...
//	 90 |  91   92   93   94   95   96   97   98   99    i, Black's back rank
//	100   101  102  103  104  105  106  107  108  109    guards, and 110
//
// so that 20 guards rank a on the right and rank b on the left. Sets of squares
// use the same numbers; package bitboard has them and the lines, one word for
// each rank, file and diagonal.
//
// # Invariants
//
// Board, lines, sets, counts, hash key and attached scores agree between calls;
// Make and Unmake keep them by small changes, and Unmake restores every bit.
// Even questions lift pieces for a moment or use the position's own buffers,
// so they too need it for themselves. Nothing allocates once buffers have
// grown.
//
// Moves of one effect are one move: start, end, promotion and captures tell
// them apart, and each is generated once. Where the sheet keeps royals safe,
// Generate leaves illegal moves in and GenerateLegal takes them out; elsewhere
// the two are the same.
//
// # Where to read next
//
// position.go has the fields; generate.go the plain moves and powers.go the
// others; make.go what a move does, in the order of the rules; attack.go the
// look outward from a square; legal.go the safety of royals; lions.go the
// trade in lions; outcome.go the ends of games; exchange.go what captures come
// to; sfen.go and notation.go the texts. The second generator, which the tests
// hold this one against, is package reference.
package engine
