package engine

import "mujo/engine/rules"

// isLion reports whether a lion whose capture is limited stands on sq.
func (p *Position) isLion(sq Square) bool {
	return p.r.Traits[p.board[sq].Index()]&rules.TradedLion != 0
}

// mayTakeLion reports whether m may capture the lion on sq, one of its stops
// or its end, under the rules of lion trading.
func (p *Position) mayTakeLion(m Move, sq Square) bool {
	counter := p.lionSquare != 0
	if counter && p.r.Protected {
		return p.bridges(m, sq) || !p.protected(m, sq)
	}
	if !p.isLion(m.From()) {
		return !counter || sq == p.lionSquare
	}
	return p.near(m.From(), sq, 1) || p.bridges(m, sq) || !p.protected(m, sq)
}

// bridges reports whether m first takes a piece of substance on its way to sq.
func (p *Position) bridges(m Move, sq Square) bool {
	mid, _ := p.Stops(m)
	if mid == 0 || mid == sq {
		return false
	}
	pc := p.board[mid]
	return pc != Empty && !p.r.Kinds[pc.Kind()].WeakBridge
}

// protected reports whether the enemy could recapture on sq, judged with the
// capturing piece off its square. A piece taken on the way still counts as a
// protector, and so does what its removal uncovers.
func (p *Position) protected(m Move, sq Square) bool {
	them := p.side.Other()
	from := m.From()
	pc := p.board[from]
	p.lift(from, pc)
	found := p.reaches(sq, them)
	if mid, _ := p.Stops(m); !found && mid != 0 && mid != sq && p.board[mid] != Empty {
		victim := p.board[mid]
		p.lift(mid, victim)
		found = p.reaches(sq, them)
		p.place(mid, victim)
	}
	p.place(from, pc)
	return found
}
