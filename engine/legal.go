package engine

import (
	"math/bits"

	"mujo/engine/rules"
)

// A legality is what tells legal moves from pseudo-legal ones where a side
// may not leave its only royal attacked. Where all pieces just slide and jump
// that follows from the pieces that give check and those that are pinned;
// elsewhere each move is tried.
type legality struct {
	guarded bool // there is a royal to keep safe
	byTrial bool // pins do not tell: try each move
	royal   Square
	checks  int
	checker Square // the one that gives check, if checks is 1
	slider  bool   // it can be blocked
	// mateDrop is where a dropped pawn would attack the enemy's royal, 0 if
	// nowhere or if such a drop may mate.
	mateDrop Square
}

// findLegality looks at the side to move's royal.
func (p *Position) findLegality() {
	l := &p.legality
	*l = legality{}
	if !p.r.KingSafety {
		return
	}
	sq, ok := p.Royal(p.side)
	if !ok {
		return
	}
	l.guarded, l.byTrial, l.royal = true, !p.r.Pins, sq
	l.mateDrop = p.mateDrop()
	if l.byTrial {
		return
	}
	p.pinned.Clear()
	us, them := p.side.Flag(), p.side.Other().Flag()
	for d := range rules.NumDirs {
		first, second := p.nextTwo(sq, rules.Dir(d))
		delta := int(p.r.Delta[d])
		at := int(sq) + first*delta
		pc := p.board[at]
		if pc == rules.Guard {
			continue
		}
		if pc&them != 0 {
			if int(p.r.Reach[pc.Index()][d^4]) >= first {
				l.checks++
				l.checker, l.slider = Square(at), first > 1
			}
			continue
		}
		if pc&us != 0 {
			if x := p.board[int(sq)+second*delta]; x != rules.Guard && x&them != 0 && int(p.r.Reach[x.Index()][d^4]) >= second {
				p.pinned.Add(Square(at))
			}
		}
	}
	c := p.side.Other()
	if p.traitCount[rules.JumperIndex][c] == 0 {
		return
	}
	zone := &p.r.JumpZone[sq]
	for i, z := range zone.Words {
		for w := z & p.traits[rules.JumperIndex][c][int(zone.First)+i]; w != 0; w &= w - 1 {
			if at := Square((int(zone.First)+i)<<6 + bits.TrailingZeros64(w)); p.jumps(at, sq) {
				if l.checks != 1 || l.checker != at { // else it slides there too
					l.checks++
				}
				l.checker, l.slider = at, false
			}
		}
	}
}

// legal reports whether a pseudo-legal move keeps the royal safe, after
// findLegality in the same position.
func (p *Position) legal(m Move) bool {
	l := &p.legality
	if !l.guarded {
		return true
	}
	if m.IsDrop() && p.matesByDrop(m) {
		return false
	}
	if l.byTrial {
		return p.legalByTrial(m)
	}
	from, to := m.From(), m.To()
	if m.IsDrop() {
		return l.checks == 0 || l.checks == 1 && l.slider && p.between(l.royal, l.checker, to)
	}
	if from == l.royal {
		pc := p.board[from]
		p.lift(from, pc) // it does not shield the squares behind it
		safe := !p.reaches(to, p.side.Other())
		p.place(from, pc)
		return safe
	}
	if l.checks > 1 {
		return false
	}
	if p.pinned.Has(from) {
		if !p.inLine(l.royal, from, to) {
			return false
		}
		if p.mover(from, p.board[from]).Jumps != 0 {
			return p.legalByTrial(m) // it may leap over what pins it, or over the royal
		}
	}
	return l.checks == 0 || to == l.checker || l.slider && p.between(l.royal, l.checker, to)
}

// inLine reports whether c is on the line through a and b.
func (p *Position) inLine(a, b, c Square) bool {
	ca, cb, cc := &p.r.Coords[a], &p.r.Coords[b], &p.r.Coords[c]
	for line := range ca {
		if ca[line].Line == cb[line].Line {
			return cc[line].Line == ca[line].Line
		}
	}
	return false
}

// between reports whether c lies between a and b on their line.
func (p *Position) between(a, b, c Square) bool {
	ca, cb, cc := &p.r.Coords[a], &p.r.Coords[b], &p.r.Coords[c]
	for line := range ca {
		if ca[line].Line == cb[line].Line && cc[line].Line == ca[line].Line {
			x, y, z := ca[line].Pos, cb[line].Pos, cc[line].Pos
			return x < z && z < y || y < z && z < x
		}
	}
	return false
}

func (p *Position) legalByTrial(m Move) bool {
	us := p.side
	p.Make(m)
	safe := !p.InCheck(us)
	p.Unmake()
	return safe
}

// mateDrop returns the square before the enemy's only royal, if a pawn
// dropped there may not mate. It goes by the pawn's own step, as servers do
// where moves are borrowed.
func (p *Position) mateDrop() Square {
	if !p.r.Drops.Uchifuzume {
		return 0
	}
	king, ok := p.Royal(p.side.Other())
	if !ok {
		return 0
	}
	forward := rules.North ^ rules.Dir(p.side)<<2
	pawn := rules.MakePiece(p.r.DropPawn, p.side)
	at := Square(int(king) - int(p.r.Delta[forward]))
	if p.r.Reach[pawn.Index()][forward] == 0 || p.board[at] != Empty {
		return 0
	}
	return at
}

// matesByDrop reports whether m drops a pawn with mate, which is barred.
func (p *Position) matesByDrop(m Move) bool {
	if m.To() != p.legality.mateDrop || m.Dropped() != p.r.DropPawn || m.Promotes() {
		return false
	}
	p.Make(m)
	mated := !p.HasLegalMove()
	p.Unmake()
	p.findLegality() // the question has overwritten it
	return mated
}

// GenerateLegal appends the legal moves to dst, each effect once.
func (p *Position) GenerateLegal(dst []Move) []Move {
	n := len(dst)
	dst = p.Generate(dst, AllMoves)
	if !p.r.KingSafety {
		return dst
	}
	p.findLegality()
	if !p.legality.guarded {
		return dst
	}
	// Out of check nearly every move is legal: those of pieces that are
	// neither pinned nor royal, and drops elsewhere than before the royal.
	easy := p.legality.checks == 0 && !p.legality.byTrial
	royal, mateDrop := p.legality.royal, p.legality.mateDrop
	kept := n
	for _, m := range dst[n:] {
		plain := easy
		if m.IsDrop() {
			plain = plain && m.To() != mateDrop
		} else {
			plain = plain && m.From() != royal && !p.pinned.Has(m.From())
		}
		if plain || p.legal(m) {
			dst[kept] = m
			kept++
		}
	}
	return dst[:kept]
}

// Legal reports whether a pseudo-legal move is legal. Call it for several
// moves of one position after Prepare.
func (p *Position) Legal(m Move) bool { return p.legal(m) }

// Prepare readies Legal for the moves of this position.
func (p *Position) Prepare() {
	if p.r.KingSafety {
		p.findLegality()
	}
}

// HasLegalMove reports whether the side to move has any legal move.
func (p *Position) HasLegalMove() bool {
	start := len(p.scratch) // a drop that may mate asks the same of the reply
	defer func() { p.scratch = p.scratch[:start] }()
	if !p.r.KingSafety {
		// A few pieces nearly always settle it, yet the whole list is what
		// there is; ends of games alone ask.
		p.scratch = p.Generate(p.scratch, AllMoves)
		return len(p.scratch) > start
	}
	p.findLegality()
	for _, stage := range [...]Stage{Captures | Quiets | Leaps, Drops} {
		p.scratch = p.Generate(p.scratch[:start], stage)
		for _, m := range p.scratch[start:] {
			if p.legal(m) {
				return true
			}
		}
	}
	return false
}
