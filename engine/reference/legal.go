package reference

import (
	"slices"
	"strings"

	"mujo/variants"
)

// legal lists the canonical legal moves, each once, in no order that matters.
func (g *Game) legal() []move {
	if g.over() {
		return nil
	}
	best := map[string]move{}
	for from, p := range g.at {
		if p.side != g.turn {
			continue
		}
		for _, power := range g.powers(from) {
			g.use(power, p.kind, p.side, from, func(stops []int, to int, caps []int) {
				if power.Kind == variants.UniversalLeap && len(caps) > 0 && g.protected(from, to, nil) ||
					g.lionBarred(from, caps) {
					return
				}
				for _, m := range g.endings(move{from: from, stops: stops, to: to, caps: caps}) {
					m.text = g.spell(m)
					key := m.key()
					if old, ok := best[key]; !ok || shorter(m, old) {
						best[key] = m
					}
				}
			})
		}
	}
	var moves []move
	for _, m := range best {
		moves = append(moves, m)
	}
	moves = append(moves, g.drops()...)
	if g.sheet.KingSafety {
		moves = slices.DeleteFunc(moves, g.exposesRoyal)
	}
	return slices.DeleteFunc(moves, g.matesByPawn)
}

// shorter orders the texts of one move: the fewest squares, then ASCII.
func shorter(a, b move) bool {
	if len(a.stops) != len(b.stops) {
		return len(a.stops) < len(b.stops)
	}
	return a.text < b.text
}

// endings are the ways in which a move can end: as the piece that it was, as
// what that promotes to, or as what the piece captured makes of it.
func (g *Game) endings(m move) []move {
	mover := g.at[m.from]
	plain, turned := m, m
	plain.after = mover
	if to := g.caught(mover, m.caps); to != none {
		plain.after = piece{to, g.promoter(to), mover.side}
		plain.turns = plain.after != mover
		return []move{plain}
	}
	may, must := g.promotion(mover, m)
	turned.turns = true
	switch {
	case !may:
		return []move{plain}
	case g.flips():
		turned.after = piece{g.promotes[mover.kind], none, mover.side}
	default:
		turned.after = piece{g.promotes[mover.kind], mover.kind, mover.side}
	}
	if must {
		return []move{turned}
	}
	return []move{plain, turned}
}

// caught is the kind that mover becomes by contagion, the last of several
// deciding, or none. Royals are exempt.
func (g *Game) caught(mover piece, caps []int) int16 {
	becomes := int16(none)
	if g.royal[mover.kind] {
		return becomes
	}
	for _, sq := range caps {
		if to := g.contagion[g.at[sq].kind]; to != none {
			becomes = to
		}
	}
	return becomes
}

// promoter is the kind in whose name a piece reached by contagion is written.
func (r *rules) promoter(kind int16) int16 {
	was := int16(none)
	for k, to := range r.promotes {
		if to == kind && (was == none || "+"+r.sheet.Pieces[k].Abbrev == r.sheet.Pieces[kind].Abbrev) {
			was = int16(k)
		}
	}
	return was
}

// promotion says whether p may and whether it must promote with this move. A
// promoted piece never promotes again.
func (g *Game) promotion(p piece, m move) (may, must bool) {
	if g.promotes[p.kind] == none || p.was != none {
		return false, false
	}
	rule := g.sheet.Promotion
	captures := len(m.caps) > 0
	switch rule.Kind {
	case "capture", "flip_capture":
		return captures, captures
	case "flip_move":
		return true, true
	case "zone":
	default:
		return false, false
	}
	starts, ends := g.inZone(m.from, p.side), g.inZone(m.to, p.side)
	switch rule.On {
	case "any":
		may = starts || ends
	case "enter_or_capture":
		may = !starts && ends || captures && (starts || ends)
	case "enter":
		may = !starts && ends
	default:
		panic("reference: unknown promotion on " + rule.On)
	}
	may = may || g.second[p.kind] && g.onLastRank(m.to, p.side)
	must = may && (rule.Compulsory || rule.ForcedWhenStuck && g.stuck(p.kind, p.side, m.to))
	return may, must
}

// protected says whether the enemy could take the piece from from once it
// stands on the square sq of a piece that it took; gone are squares that it
// emptied on the way.
func (g *Game) protected(from, sq int, gone []int) bool {
	b := g.board.clone()
	mover := b.at[from]
	b.at[from] = piece{}
	for _, n := range gone {
		b.at[n] = piece{}
	}
	b.at[sq] = mover
	return b.attacked(sq, -mover.side)
}

// lionBarred says whether the rules of lion trading forbid these captures.
func (g *Game) lionBarred(from int, caps []int) bool {
	trading := g.sheet.LionTrading
	if trading == nil {
		return false
	}
	byLion := g.lion[g.at[from].kind]
	bridge := false // a lion has taken more than a pawn or go-between on the way
	for i, sq := range caps {
		kind := g.at[sq].kind
		if g.lion[kind] && !bridge {
			if byLion && g.distance(from, sq) > 1 && g.footed(from, sq, caps[:i]) {
				return true
			}
			if g.lionLost != none && g.counterStrike(from, sq, caps[:i]) {
				return true
			}
		}
		bridge = bridge || byLion && !g.noBridge[kind]
	}
	return false
}

// footed says whether the lion on sq is protected. A piece taken on the way
// still counts as a protector, and so does one to which its removal opens the
// line.
func (g *Game) footed(from, sq int, taken []int) bool {
	return g.protected(from, sq, nil) || len(taken) > 0 && g.protected(from, sq, taken)
}

// counterStrike says whether the lion on sq may not be taken because a piece
// that is no lion has just taken a lion.
func (g *Game) counterStrike(from, sq int, taken []int) bool {
	switch g.sheet.LionTrading.CounterStrike {
	case "non_lions":
		return !g.lion[g.at[from].kind] && sq != g.lionLost
	case "protected":
		return g.footed(from, sq, taken)
	}
	panic("reference: unknown counter_strike " + g.sheet.LionTrading.CounterStrike)
}

// drops are the drops that the rules for single squares and files allow.
func (g *Game) drops() []move {
	rule := g.sheet.Drops
	if rule == nil {
		return nil
	}
	var moves []move
	for hand, n := range g.hand(g.turn) {
		if n == 0 {
			continue
		}
		faces := []int16{int16(hand)}
		if other := g.promotes[hand]; rule.EitherSide && other != none {
			faces = append(faces, other)
		}
		for _, kind := range faces {
			token := strings.ToUpper(g.token(piece{kind, none, black}))
			for to, p := range g.at {
				if p.side == 0 && g.mayDrop(kind, to) {
					moves = append(moves, move{
						from: none, to: to, after: piece{kind, none, g.turn},
						text: token + "*" + g.name(to),
					})
				}
			}
		}
	}
	return moves
}

func (g *Game) mayDrop(kind int16, to int) bool {
	rule := g.sheet.Drops
	if rule.NoDeadDrop && g.stuck(kind, g.turn, to) {
		return false
	}
	if kind != g.pawn || !rule.Nifu && !rule.TwoAFile {
		return true
	}
	pawns := 0
	for sq := to % g.files; sq < len(g.at); sq += g.files {
		if p := g.at[sq]; p.side == g.turn && p.kind == kind && p.was == none {
			pawns++
		}
	}
	return pawns == 0 || !rule.Nifu && pawns == 1
}

func (g *Game) exposesRoyal(m move) bool {
	next := g.Copy()
	next.apply(m)
	return next.check(g.turn)
}

// matesByPawn says whether m drops a pawn before the enemy's royal and leaves
// no reply. It goes by the pawn's own move, not by one that it borrows.
func (g *Game) matesByPawn(m move) bool {
	if m.from != none || !g.sheet.Drops.Uchifuzume || m.after.kind != g.pawn {
		return false
	}
	before := false
	for _, power := range g.sheet.Pieces[g.pawn].Moves {
		g.use(power, g.pawn, g.turn, m.to, func(_ []int, to int, caps []int) {
			before = before || len(caps) > 0 && g.royal[g.at[to].kind]
		})
	}
	if !before {
		return false
	}
	next := g.Copy()
	next.apply(m)
	return len(next.legal()) == 0
}
