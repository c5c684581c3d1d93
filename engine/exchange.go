package engine

import "mujo/engine/rules"

// Values are what pieces are worth in an exchange, by piece index, for
// either side's pieces positive.
type Values struct {
	Piece [rules.MaxPieces]int32 // on the board
	Gain  [rules.MaxPieces]int32 // to the captor: the same, and what comes to hand
	// Spare is the worth of a royal that is not its side's last.
	Spare int32
}

// worth returns the value of pc on the board.
func (p *Position) worth(pc Piece, v *Values) int32 {
	if p.r.Traits[pc.Index()]&rules.Royal != 0 && p.traitCount[rules.RoyalIndex][pc.Color()] > 1 {
		return v.Spare
	}
	return v.Piece[pc.Index()]
}

// gain returns what the capture of pc brings.
func (p *Position) gain(pc Piece, v *Values) int32 {
	if p.r.Traits[pc.Index()]&rules.Royal != 0 && p.traitCount[rules.RoyalIndex][pc.Color()] > 1 {
		return v.Spare
	}
	return v.Gain[pc.Index()]
}

// change returns what turning pc into after is worth.
func (p *Position) change(pc, after Piece, v *Values) int32 {
	if p.r.Traits[after.Index()]&rules.Royal != 0 {
		return v.Spare
	}
	return v.Piece[after.Index()] - v.Piece[pc.Index()]
}

// ordinary returns what a new royal, a second one, counts as once it stands:
// the piece it was.
func (p *Position) ordinary(pc, after Piece) Piece {
	if p.r.Traits[after.Index()]&rules.Royal != 0 {
		return pc
	}
	return after
}

// maxExchange bounds the captures on one square that are looked at.
const maxExchange = 32

// Exchange returns what the side to move gains by m if both sides then
// capture on its last square as long as that pays, cheapest pieces first:
// static exchange evaluation. It counts all that a move takes or burns,
// promotion by capture, better or worse, and that a piece which comes to rest
// beside an enemy burner is gone. Emperors do not take part.
func (p *Position) Exchange(m Move, v *Values) int32 {
	return p.exchange(m, v, -beyond, beyond)
}

// beyond is more than any exchange comes to.
const beyond = 1 << 30

// exchange is Exchange, exact between low and high; beyond them it returns a
// bound, as soon as it has one.
func (p *Position) exchange(m Move, v *Values, low, high int32) int32 {
	mark := len(p.removed)
	us := p.side
	to := m.To()
	if m.IsDrop() {
		loss := p.recapture(to, us.Other(), rules.MakePiece(m.Dropped(), us), v, -high, -low)
		p.putBack(mark)
		return -loss
	}
	from := m.From()
	pc := p.board[from]
	p.borrow(from, pc)
	var gain int32
	if m.HasStops() {
		first, second := p.Stops(m)
		for _, sq := range [...]Square{first, second} {
			if x := p.board[sq]; sq != 0 && sq != to && x != Empty {
				gain += p.gain(x, v)
				p.borrow(sq, x)
			}
		}
	}
	if x := p.board[to]; x != Empty {
		gain += p.gain(x, v)
		if p.r.LowerOnly || p.asked(x) { // the others who take on a square do not ask what stands there
			p.borrow(to, x)
		}
	}
	if p.r.HasRangeCapture {
		gain += p.flownOver(from, to, pc, v)
	}
	after := pc
	if m.Promotes() {
		if after = p.r.Movers[pc.Index()].PromotesTo; after == Empty { // by contagion
			after = pc
		}
		gain += p.change(pc, after, v)
		after = p.ordinary(pc, after)
	}
	stays := true
	if p.r.HasBurn {
		if p.besideBurner(to, us.Other()) {
			gain -= p.worth(after, v)
			stays = false
		} else if p.r.Traits[after.Index()]&rules.Burner != 0 {
			gain += p.burnGain(to, us, v)
			p.eachBurnt(to, us, p.borrow)
		}
	}
	if stays {
		gain -= p.recapture(to, us.Other(), after, v, gain-high, gain-low)
	}
	p.putBack(mark)
	return gain
}

// borrow takes a piece off the board until putBack. What exchanges do not ask
// about is left as it was.
func (p *Position) borrow(sq Square, pc Piece) {
	p.removed = append(p.removed, removal{sq, pc})
	if p.asked(pc) {
		p.lift(sq, pc)
		return
	}
	p.board[sq] = Empty
	p.toggleLines(sq)
}

// putBack returns the pieces borrowed since there were mark.
func (p *Position) putBack(mark int) {
	for i := len(p.removed) - 1; i >= mark; i-- {
		x := p.removed[i]
		if p.asked(x.piece) {
			p.place(x.sq, x.piece)
			continue
		}
		p.board[x.sq] = x.piece
		p.toggleLines(x.sq)
	}
	p.removed = p.removed[:mark]
}

// asked reports whether an exchange asks more about pc than whether it is on
// its square: how many royals there are, what burns, what lends its move.
func (p *Position) asked(pc Piece) bool {
	return p.r.HasBurn || p.r.Borrow || p.r.Traits[pc.Index()]&rules.Royal != 0
}

// Takes returns the worth of what m takes and burns, with what it gains or
// loses by promotion and by burning itself, before anything is taken back.
func (p *Position) Takes(m Move, v *Values) int32 {
	if m.IsDrop() {
		return 0
	}
	us := p.side
	from, to := m.From(), m.To()
	pc := p.board[from]
	var gain int32
	if x := p.board[to]; to != from && x != Empty {
		gain = p.gain(x, v)
	}
	if m.HasStops() {
		first, second := p.Stops(m)
		for _, sq := range [...]Square{first, second} {
			if x := p.board[sq]; sq != 0 && sq != to && x != Empty {
				gain += p.gain(x, v)
			}
		}
	}
	if p.r.HasRangeCapture {
		gain += p.flownOver(from, to, pc, v)
	}
	after := pc
	if m.Promotes() {
		if to := p.r.Movers[pc.Index()].PromotesTo; to != Empty {
			after = to
			gain += p.change(pc, after, v)
		}
	}
	if p.r.HasBurn {
		if p.besideBurner(to, us.Other()) {
			gain -= p.worth(after, v)
		} else if p.r.Traits[after.Index()]&rules.Burner != 0 {
			gain += p.burnGain(to, us, v)
		}
	}
	return gain
}

// Pays reports whether Exchange is at least least, and seldom has to play the
// exchange out: a capture of more than the capturer's worth pays in any case.
// The caller says what Takes is.
func (p *Position) Pays(m Move, v *Values, takes, least int32) bool {
	if takes < least {
		return false
	}
	worst := takes - p.atStake(m, v)
	return worst >= least || p.exchange(m, v, least-1, least) >= least
}

// atStake is the worth of the piece that m leaves to be captured.
func (p *Position) atStake(m Move, v *Values) int32 {
	if m.IsDrop() {
		return v.Gain[rules.MakePiece(m.Dropped(), p.side).Index()]
	}
	pc := p.board[m.From()]
	stake := p.gain(pc, v)
	if m.Promotes() {
		if after := p.r.Movers[pc.Index()].PromotesTo; after != Empty {
			stake = max(stake, v.Gain[p.ordinary(pc, after).Index()])
		}
	}
	return stake
}

// recapture returns what c gains at most by capturing occupant on sq, where
// the sides capture in turn as long as it pays; between low and high it is
// exact, beyond them a bound. Pieces that have captured are borrowed.
func (p *Position) recapture(sq Square, c Color, occupant Piece, v *Values, low, high int32) int32 {
	var gains [maxExchange]int32
	depth := 0
	for depth < maxExchange && high > 0 { // not capturing is worth 0
		low = max(low, 0)
		gain := p.gain(occupant, v)
		if gain <= low && !p.r.Promotion.ByCapture {
			break // whoever captures
		}
		from, ok := p.Cheapest(sq, c, &v.Piece)
		if !ok {
			break
		}
		pc := p.board[from]
		after := pc
		if p.r.Promotion.ByCapture {
			if to := p.r.Movers[pc.Index()].PromotesTo; to != Empty {
				after = to
				gain += p.change(pc, after, v)
				after = p.ordinary(pc, after)
			}
		}
		p.borrow(from, pc)
		burnt := p.r.HasBurn && p.besideBurner(sq, c.Other())
		if burnt {
			gain -= p.worth(after, v)
		}
		gains[depth] = gain
		depth++
		if burnt || gain <= low {
			break
		}
		low, high = gain-high, gain-low
		occupant, c = after, c.Other()
	}
	var best int32
	for depth--; depth >= 0; depth-- {
		best = max(0, gains[depth]-best)
	}
	return best
}

// burnGain is the worth of the enemies beside sq.
func (p *Position) burnGain(sq Square, us Color, v *Values) (gain int32) {
	p.eachBurnt(sq, us, func(_ Square, x Piece) { gain += p.gain(x, v) })
	return gain
}

// eachBurnt calls f for every enemy of us beside sq.
func (p *Position) eachBurnt(sq Square, us Color, f func(Square, Piece)) {
	enemy := us.Other().Flag()
	for d := range rules.NumDirs {
		at := Square(int(sq) + int(p.r.Delta[d]))
		if x := p.board[at]; x&(rules.BlackFlag|rules.WhiteFlag) == enemy {
			f(at, x)
		}
	}
}

// flownOver is the worth of what a range capture passes, own pieces lost.
func (p *Position) flownOver(from, to Square, pc Piece, v *Values) (gain int32) {
	m := &p.r.Movers[pc.Index()]
	if !m.RangeCapture {
		return 0
	}
	d, dist, ok := p.direction(from, to)
	if !ok {
		return 0
	}
	for i := range m.Rays {
		if m.Rays[i].Dir != d || !m.Rays[i].RangeCapture {
			continue
		}
		sq := int(from)
		for range dist - 1 {
			sq += int(p.r.Delta[d])
			switch x := p.board[sq]; {
			case x == Empty:
			case x.Color() == pc.Color():
				gain -= v.Piece[x.Index()]
			default:
				gain += p.gain(x, v)
			}
		}
	}
	return gain
}

// IsCapture reports whether m takes or burns an enemy piece.
func (p *Position) IsCapture(m Move) bool {
	if m.IsDrop() {
		return false
	}
	from, to := m.From(), m.To()
	if to != from && p.board[to] != Empty {
		return true
	}
	if m.HasStops() {
		first, second := p.Stops(m)
		if p.board[first] != Empty || second != 0 && p.board[second] != Empty {
			return true
		}
	}
	pc := p.board[from]
	if p.r.HasRangeCapture && p.fliesOverEnemy(from, to, pc) {
		return true
	}
	if !p.r.HasBurn {
		return false
	}
	if m.Promotes() {
		pc = p.r.Movers[pc.Index()].PromotesTo
	}
	return p.r.Traits[pc.Index()]&rules.Burner != 0 && p.wouldBurn(to, p.side)
}

// fliesOverEnemy reports whether pc takes an enemy that it passes.
func (p *Position) fliesOverEnemy(from, to Square, pc Piece) bool {
	m := &p.r.Movers[pc.Index()]
	if !m.RangeCapture {
		return false
	}
	d, dist, ok := p.direction(from, to)
	if !ok || p.free(from, d) >= dist-1 {
		return false
	}
	for i := range m.Rays {
		if m.Rays[i].Dir == d && m.Rays[i].RangeCapture {
			g := generator{p: p, from: from, own: pc.Color().Flag()}
			return g.fliesOverEnemy(int(p.r.Delta[d]), dist)
		}
	}
	return false
}

// Checks reports whether the moved piece attacks the enemy's only royal from
// where m puts it. Lines that the move opens, burns and emperors are not looked
// at.
func (p *Position) Checks(m Move) bool {
	royal, ok := p.Royal(p.side.Other())
	if !ok {
		return false
	}
	pc, to := p.arriving(m), m.To()
	if p.r.Borrow {
		pc = p.lender(to, pc)
	}
	if d, dist, ok := p.direction(to, royal); ok && dist <= int(p.r.Reach[pc.Index()][d]) && dist <= p.free(to, d)+1 {
		return true
	}
	if o, ok := p.r.Offset(to, royal); ok && p.r.Movers[pc.Index()].Jumps>>o&1 != 0 {
		return true
	}
	traits := p.r.Traits[pc.Index()]
	return traits&rules.Passer != 0 && p.rayReaches(to, royal, pc) || traits&rules.Roamer != 0 && p.roams(to, royal, pc)
}

// arriving returns what m puts on its last square, infections aside.
func (p *Position) arriving(m Move) Piece {
	if m.IsDrop() {
		kind := m.Dropped()
		if m.Promotes() {
			kind = p.r.Kinds[kind].Promotes
		}
		return rules.MakePiece(kind, p.side)
	}
	pc := p.board[m.From()]
	if m.Promotes() {
		if after := p.r.Movers[pc.Index()].PromotesTo; after != Empty {
			return after
		}
	}
	return pc
}

// IsLegal reports whether any move at all, from a table perhaps, is legal in
// this position.
func (p *Position) IsLegal(m Move) bool {
	if m == NoMove || !p.isPseudoLegal(m) {
		return false
	}
	if !p.r.KingSafety {
		return true
	}
	p.findLegality()
	return p.legal(m)
}

func (p *Position) isPseudoLegal(m Move) bool {
	if p.finished() {
		return false
	}
	start := len(p.scratch)
	g := p.generator(p.scratch, AllMoves)
	if m.IsDrop() {
		return p.r.HasDrops && g.canDrop(m)
	}
	from := m.From()
	if int(from) >= len(p.board) {
		return false
	}
	pc := p.board[from]
	if pc == Empty || pc == rules.Guard || pc.Color() != p.side {
		return false
	}
	g.pieceMoves(from, pc, true)
	p.scratch = g.out[:start] // keeps what it has grown to
	for _, x := range g.out[start:] {
		if x == m {
			return true
		}
	}
	return false
}
