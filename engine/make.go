package engine

import "mujo/engine/rules"

// Make plays a move, which must be one that Generate makes in this position.
//
// The order is that of the rules: what the move takes goes first, then the
// piece arrives and promotes, then an enemy burner beside it removes it, or
// else it burns if it is one.
func (p *Position) Make(m Move) {
	r := p.r
	us := p.side
	p.history = append(p.history, state{
		move: m, lionSquare: p.lionSquare, key: p.key, score: p.score,
		removed: int32(len(p.removed)), reversible: p.reversible, idle: p.idle,
	})
	*p.seenAt(p.key)++
	p.key ^= r.SideKey
	if p.lionSquare != 0 {
		p.key ^= r.LionKeys[p.lionSquare]
		p.lionSquare = 0
	}
	p.side = us.Other()
	p.ply++
	p.reversible++
	p.idle++
	if m.IsDrop() {
		p.idle = 0
		p.makeDrop(m, us)
		return
	}
	from, to := m.From(), m.To()
	pc := p.board[from]
	p.history[len(p.history)-1].mover = pc
	p.lift(from, pc)
	p.account(from, pc, -1)

	var becomes Kind
	if m.HasStops() {
		first, second := p.Stops(m)
		becomes = p.captureOn(first, pc, becomes)
		if second != 0 {
			becomes = p.captureOn(second, pc, becomes)
		}
	}
	if r.HasRangeCapture {
		p.flyOver(from, to, pc)
	}
	becomes = p.captureOn(to, pc, becomes)
	st := &p.history[len(p.history)-1]
	st.arrived = int32(len(p.removed))
	after := pc
	if m.Promotes() {
		after = r.Movers[pc.Index()].PromotesTo
		if becomes != 0 {
			after = rules.MakePiece(becomes, us)
		}
	}
	p.place(to, after)
	p.account(to, after, 1)
	if r.HasBurn {
		p.burn(to, after)
	}
	changed := len(p.removed) > int(st.removed) || m.Promotes()
	if changed {
		p.idle = 0
	}
	// With drops all comes back, what was taken and what was promoted.
	if changed && !r.HasDrops || r.Kinds[pc.Kind()].Irreversible {
		p.reversible = 0
	}
}

// captureOn takes the enemy piece on sq, if there is one, for pc. It returns
// what the capturer becomes by contagion: the last infection counts.
func (p *Position) captureOn(sq Square, pc Piece, becomes Kind) Kind {
	victim := p.board[sq]
	if victim == Empty {
		return becomes
	}
	p.remove(sq, victim)
	traits := p.r.Traits[victim.Index()]
	if traits&rules.TradedLion != 0 && p.r.Traits[pc.Index()]&rules.TradedLion == 0 {
		if p.lionSquare != 0 {
			p.key ^= p.r.LionKeys[p.lionSquare]
		}
		p.lionSquare = sq
		p.key ^= p.r.LionKeys[sq]
	}
	if p.r.HasDrops {
		if hand := p.r.Kinds[victim.Kind()].Hand; hand != 0 {
			p.hold(pc.Color(), p.r.HandSlot[hand], 1)
		}
	}
	if k := p.r.Kinds[victim.Kind()].Contagion; k != 0 && p.r.Traits[pc.Index()]&rules.Royal == 0 {
		return k
	}
	return becomes
}

// remove takes a piece off the board for good.
func (p *Position) remove(sq Square, pc Piece) {
	p.removed = append(p.removed, removal{sq, pc})
	p.lift(sq, pc)
	p.account(sq, pc, -1)
}

// flyOver takes all that a range capture passes.
func (p *Position) flyOver(from, to Square, pc Piece) {
	m := &p.r.Movers[pc.Index()]
	if !m.RangeCapture {
		return
	}
	d, dist, ok := p.direction(from, to)
	if !ok {
		return
	}
	for i := range m.Rays {
		if m.Rays[i].Dir == d && m.Rays[i].RangeCapture {
			sq := int(from)
			for range dist - 1 {
				sq += int(p.r.Delta[d])
				if x := p.board[sq]; x != Empty {
					p.remove(Square(sq), x)
				}
			}
		}
	}
}

// burn settles what happens beside burners when pc has come to rest on sq.
func (p *Position) burn(sq Square, pc Piece) {
	if p.besideBurner(sq, p.side) {
		p.remove(sq, pc)
		return
	}
	if p.r.Traits[pc.Index()]&rules.Burner == 0 {
		return
	}
	enemy := p.side.Flag()
	for d := range rules.NumDirs {
		at := Square(int(sq) + int(p.r.Delta[d]))
		if x := p.board[at]; x&(rules.BlackFlag|rules.WhiteFlag) == enemy {
			p.remove(at, x)
		}
	}
}

func (p *Position) makeDrop(m Move, us Color) {
	r := p.r
	kind := m.Dropped()
	p.hold(us, r.HandSlot[kind], -1)
	if m.Promotes() {
		kind = r.Kinds[kind].Promotes
	}
	pc := rules.MakePiece(kind, us)
	p.place(m.To(), pc)
	p.account(m.To(), pc, 1)
}

// KeyAfter foretells the key after m. It is a guess where more changes than a
// piece on one square and what it takes there, or goes to a hand.
func (p *Position) KeyAfter(m Move) uint64 {
	r := p.r
	key := p.key ^ r.SideKey
	if p.lionSquare != 0 {
		key ^= r.LionKeys[p.lionSquare]
	}
	pc, to := rules.MakePiece(m.Dropped(), p.side), int(m.To())
	if !m.IsDrop() {
		pc = p.board[m.From()]
		key ^= r.KeyAt(pc.Index()*r.NumSquares + int(m.From()))
	}
	if victim := p.board[to]; victim != Empty {
		key ^= r.KeyAt(victim.Index()*r.NumSquares + to)
	}
	if m.Promotes() {
		pc = r.Movers[pc.Index()].PromotesTo
	}
	return key ^ r.KeyAt(pc.Index()*r.NumSquares+to)
}

// Unmake takes back the last move, a null move included.
func (p *Position) Unmake() {
	last := len(p.history) - 1
	st := &p.history[last]
	m := st.move
	p.side = p.side.Other()
	us := p.side
	p.ply--
	switch {
	case m == NoMove:
	case m.IsDrop():
		p.lift(m.To(), p.board[m.To()])
		p.hands[us][p.r.HandSlot[m.Dropped()]]++
	default:
		p.restore(st.arrived, us) // what burned, the mover perhaps
		p.lift(m.To(), p.board[m.To()])
		p.restore(st.removed, us)
		p.place(m.From(), st.mover)
	}
	p.lionSquare, p.key, p.score, p.reversible, p.idle = st.lionSquare, st.key, st.score, st.reversible, st.idle
	*p.seenAt(p.key)--
	p.history = p.history[:last]
}

// restore puts back the pieces removed since there were n.
func (p *Position) restore(n int32, us Color) {
	for i := len(p.removed) - 1; i >= int(n); i-- {
		gone := p.removed[i]
		p.place(gone.sq, gone.piece)
		if p.r.HasDrops && gone.piece.Color() != us {
			if hand := p.r.Kinds[gone.piece.Kind()].Hand; hand != 0 {
				p.hands[us][p.r.HandSlot[hand]]--
			}
		}
	}
	p.removed = p.removed[:n]
}

// MakeNull passes the turn, which no rule allows: for the search alone.
func (p *Position) MakeNull() {
	p.history = append(p.history, state{
		lionSquare: p.lionSquare, key: p.key, score: p.score,
		removed: int32(len(p.removed)), reversible: p.reversible, idle: p.idle,
	})
	*p.seenAt(p.key)++
	p.key ^= p.r.SideKey
	if p.lionSquare != 0 {
		p.key ^= p.r.LionKeys[p.lionSquare]
		p.lionSquare = 0
	}
	p.side = p.side.Other()
	p.ply++
	p.reversible = 0
}

// LastMove returns the last move, NoMove if there is none or it was a null
// move.
func (p *Position) LastMove() Move {
	if len(p.history) == 0 {
		return NoMove
	}
	return p.history[len(p.history)-1].move
}

// Moves returns how many moves have been made since the position was set up.
func (p *Position) Moves() int { return len(p.history) }

// KeyBefore returns the key of the position before the last n moves, null
// moves included.
func (p *Position) KeyBefore(n int) uint64 { return p.history[len(p.history)-n].key }

// A Touch is a square that moves changed and what stood there before them.
type Touch struct {
	Square Square
	Was    Piece
}

// Touched appends to dst the squares that the last n moves went from, came to
// or took from, once each.
func (p *Position) Touched(dst []Touch, n int) []Touch {
	start := len(dst)
	touch := func(sq Square, was Piece) {
		for _, t := range dst[start:] {
			if t.Square == sq {
				return
			}
		}
		dst = append(dst, Touch{sq, was})
	}
	for i := len(p.history) - n; i < len(p.history); i++ {
		st := &p.history[i]
		m := st.move
		if m == NoMove {
			continue
		}
		if m.IsDrop() {
			touch(m.To(), Empty)
			continue
		}
		end := int32(len(p.removed))
		if i+1 < len(p.history) {
			end = p.history[i+1].removed
		}
		for _, x := range p.removed[st.removed:st.arrived] {
			touch(x.sq, x.piece)
		}
		touch(m.From(), st.mover)
		touch(m.To(), Empty)
		for _, x := range p.removed[st.arrived:end] { // burned
			touch(x.sq, x.piece)
		}
	}
	return dst
}
