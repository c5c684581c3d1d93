package usi

import (
	"mujo/engine"
	"mujo/engine/rules"
)

// Entering king by the computer shogi association's count: what the declarer
// needs. The rule for 24 points lets the game be drawn below 31.
const (
	need27Black  = 28
	need27White  = 27
	need24       = 31
	needPieces   = 10 // in the zone besides the king
	pointsMajor  = 5  // rook and bishop, promoted or not
	declareByCSA = "csa"
)

// Declares reports whether the side to move may claim the win by entering king
// under the rule that is the standard of the option EnteringKingRule.
func Declares(p *engine.Position) bool { return declares(p, csa27) }

// declares reports whether the side to move may claim the win by entering
// king under the rule, a value of EnteringKingRule: its king is in the
// promotion zone and not in check, ten of its other pieces are there too, and
// these and its hand count enough.
func declares(p *engine.Position, rule string) bool {
	r := p.Rules()
	us := p.Side()
	if r.Sheet.Declaration != declareByCSA || rule == noDeclaration {
		return false
	}
	zone := rules.ZoneBlack
	need := need27Black
	if us == engine.White {
		zone, need = rules.ZoneWhite, need27White
	}
	if rule == csa24 {
		need = need24
	}
	king, ok := p.Royal(us)
	if !ok || r.Attr[king]&zone == 0 || p.InCheck(us) {
		return false
	}
	points, pieces := 0, 0
	for _, sq := range r.Squares {
		pc := p.At(sq)
		if pc == engine.Empty || pc.Color() != us || sq == king || r.Attr[sq]&zone == 0 {
			continue
		}
		pieces++
		points += declaredPoints(r, pc.Kind())
	}
	for slot, k := range r.HandKinds {
		points += p.Hand(us, slot) * declaredPoints(r, k)
	}
	return pieces >= needPieces && points >= need
}

// declaredPoints are what a piece other than the king counts.
func declaredPoints(r *rules.Rules, k engine.Kind) int {
	switch r.Kinds[r.Kinds[k].Base].Sheet.ID {
	case "rook", "bishop":
		return pointsMajor
	}
	return 1
}
