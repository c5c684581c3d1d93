package engine

import (
	"math/bits"

	"mujo/engine/rules"
)

// A Reason says what ended a game.
type Reason string

// The reasons.
const (
	RoyalCaptured     Reason = "last royal captured"
	Checkmate         Reason = "checkmate"
	Stalemate         Reason = "no legal move"
	BareKing          Reason = "bare king"
	LoneRoyals        Reason = "two lone royals"
	Repetition        Reason = "repetition"
	PerpetualCheck    Reason = "perpetual check"
	PerpetualAttack   Reason = "perpetual attack"
	PerpetualPass     Reason = "repeated passing"
	MoveLimit         Reason = "move limit"
	CheckWins         Reason = "check"
	TryWins           Reason = "royal on its last rank"
	IllegalRepetition Reason = "forbidden repetition"
)

// An Outcome is the state of a game: going on, drawn or won.
type Outcome struct {
	Over   bool
	Draw   bool
	Winner Color // if Over and not Draw
	Reason Reason
}

func won(c Color, why Reason) Outcome { return Outcome{Over: true, Winner: c, Reason: why} }
func drawn(why Reason) Outcome        { return Outcome{Over: true, Draw: true, Reason: why} }

// Outcome applies the variant's rules for the end of a game to the position
// and the moves that led to it. When one move ends the game twice over, the
// first test here decides: a capture counts before what burns, and a last
// royal before all else.
func (p *Position) Outcome() Outcome {
	if o := p.BoardOutcome(); o.Over {
		return o
	}
	if !p.HasLegalMove() || p.allForbidden() {
		return p.NoMoveOutcome()
	}
	if o := p.repetition(p.r.Sheet.Repetition.Times, 0); o.Over {
		return o
	}
	if o := p.loneRoyals(); o.Over {
		return o
	}
	if n := p.r.Sheet.MaxPlies; n > 0 && p.ply > n {
		return drawn(MoveLimit)
	}
	return Outcome{}
}

// BoardOutcome applies the rules that look at the board alone and need no
// list of moves.
func (p *Position) BoardOutcome() Outcome {
	them := p.side.Other()
	switch {
	case p.RoyalsLost(p.side):
		return won(them, RoyalCaptured)
	case p.RoyalsLost(them):
		return won(p.side, RoyalCaptured)
	}
	s := p.r.Sheet
	if s.WinByCheck && p.InCheck(p.side) {
		return won(them, CheckWins)
	}
	if s.TryRule {
		if o := p.tried(); o.Over {
			return o
		}
	}
	if s.BareKing != "" {
		return p.bareKing()
	}
	return Outcome{}
}

// finished reports whether a rule has ended the game after which nobody has a
// move: a last royal is gone, a check wins, or a royal has got home. A bare
// king leaves moves, and so do ends that the game's history decides.
func (p *Position) finished() bool {
	s := p.r.Sheet
	return p.RoyalsLost(Black) || p.RoyalsLost(White) || s.WinByCheck && p.InCheck(p.side) || s.TryRule && p.tried().Over
}

// NoMoveOutcome is the outcome when the side to move has no legal move.
func (p *Position) NoMoveOutcome() Outcome {
	them := p.side.Other()
	switch {
	case p.InCheck(p.side):
		return won(them, Checkmate)
	case p.r.Sheet.Stalemate == "draw":
		return drawn(Stalemate)
	default:
		return won(them, Stalemate)
	}
}

// tried applies the rule that a royal on its last rank wins if it is not
// attacked.
func (p *Position) tried() Outcome {
	var safe [2]bool
	for c := range safe {
		p.each(p.traits[rules.RoyalIndex][c], func(sq Square) {
			safe[c] = safe[c] || p.onLastRank(sq, Color(c)) && !p.Attacked(sq, Color(c).Other())
		})
	}
	switch {
	case safe[0] && safe[1]:
		return drawn(TryWins)
	case safe[0]:
		return won(Black, TryWins)
	case safe[1]:
		return won(White, TryWins)
	}
	return Outcome{}
}

// bare reports whether c has nothing but one royal, its stuck pieces aside.
func (p *Position) bare(c Color) bool {
	if p.Royals(c) != 1 {
		return false
	}
	if p.pieces[c] == 1 {
		return true
	}
	bare := true
	p.each(p.owned[c], func(sq Square) {
		pc := p.board[sq]
		if p.r.Traits[pc.Index()]&rules.Royal == 0 && !p.dead(pc, sq) {
			bare = false
		}
	})
	return bare
}

// mayBeBare bounds the pieces a bare side can have: one royal, and stuck
// pieces on one rank.
func (p *Position) mayBeBare(c Color) bool { return int(p.pieces[c]) <= 1+p.r.Files }

// weight counts c's pieces that matter against a bare royal: neither petty
// nor stuck. It also reports whether one of these stands beside sq.
func (p *Position) weight(c Color, sq Square) (n int, beside bool) {
	p.each(p.owned[c], func(at Square) {
		pc := p.board[at]
		if p.r.Kinds[pc.Kind()].WeakBridge || p.dead(pc, at) {
			return
		}
		n++
		beside = beside || p.near(at, sq, 1)
	})
	return n, beside
}

// bareKing applies the sheet's bare king rule.
func (p *Position) bareKing() Outcome {
	for _, c := range [...]Color{Black, White} {
		if !p.mayBeBare(c) || p.HandSize(c) > 0 || !p.bare(c) {
			continue
		}
		rich := c.Other()
		royal, _ := p.Royal(c)
		var over bool
		switch p.r.Sheet.BareKing {
		case "lishogi":
			over = p.bareByServer(rich, royal)
		case "federation":
			over = p.bareByFederation(rich, royal)
		case "shogi_variants":
			// The bare side may draw by baring the other at once.
			if p.bare(rich) {
				return drawn(LoneRoyals)
			}
			over = p.side == rich || !p.canBare(rich)
		}
		if over {
			return won(rich, BareKing)
		}
	}
	return Outcome{}
}

// bareByServer is the rule as lishogi applies it: the richer side's royals
// are safe, and it has two pieces that matter besides a royal, or one that
// the bare royal is not next to.
func (p *Position) bareByServer(rich Color, royal Square) bool {
	if p.Royals(rich) == 0 {
		return false
	}
	safe := true
	p.each(p.traits[rules.RoyalIndex][rich], func(sq Square) {
		safe = safe && !p.reaches(sq, rich.Other())
	})
	n, beside := p.weight(rich, royal)
	return safe && n >= 2 && (n >= 3 || !beside)
}

// bareByFederation is the Japan Chu Shogi Federation's rule: a royal and one
// piece, neither pawn nor go-between, win against a royal when nothing else is
// on the board but stuck pieces, unless the bare side takes one of the two at
// once. Against more the game goes on.
func (p *Position) bareByFederation(rich Color, royal Square) bool {
	var other Piece
	n, beside := 0, false
	p.each(p.owned[rich], func(sq Square) {
		pc := p.board[sq]
		if p.dead(pc, sq) {
			return
		}
		n++
		beside = beside || p.near(sq, royal, 1)
		if p.r.Traits[pc.Index()]&rules.Royal == 0 {
			other = pc
		}
	})
	if p.Royals(rich) != 1 || n != 2 || p.r.Kinds[other.Kind()].WeakBridge {
		return false
	}
	return p.side == rich || !beside
}

// canBare reports whether the side to move can leave c with a royal alone.
func (p *Position) canBare(c Color) bool {
	if p.pieces[c] > 2 {
		return false
	}
	start := len(p.scratch)
	defer func() { p.scratch = p.scratch[:start] }()
	p.scratch = p.Generate(p.scratch, Captures)
	for _, m := range p.scratch[start:] {
		p.Make(m)
		bared := p.bare(c)
		p.Unmake()
		if bared {
			return true
		}
	}
	return false
}

// loneRoyals draws when both sides have but a royal, neither in check.
func (p *Position) loneRoyals() Outcome {
	if p.r.Sheet.BareKing == "" || !p.mayBeBare(Black) || !p.mayBeBare(White) || !p.bare(Black) || !p.bare(White) ||
		p.InCheck(Black) || p.InCheck(White) {
		return Outcome{}
	}
	return drawn(LoneRoyals)
}

// Forbidden reports whether a legal move may not be played because it would
// bring about a repetition that the rules forbid. Lists of moves do not ask:
// who plays such a move all the same has lost.
func (p *Position) Forbidden(m Move) bool {
	rule := &p.r.Sheet.Repetition
	if rule.Otherwise != "illegal" || int(p.reversible)+1 < 2*(rule.Times-1) {
		return false
	}
	p.Make(m)
	o := p.repetition(rule.Times, 0)
	p.Unmake()
	return o.Over && o.Reason == IllegalRepetition
}

// allForbidden reports whether there are legal moves but all are forbidden.
func (p *Position) allForbidden() bool {
	if p.r.Sheet.Repetition.Otherwise != "illegal" {
		return false
	}
	for _, m := range p.GenerateLegal(nil) {
		if !p.Forbidden(m) {
			return false
		}
	}
	return true
}

// Repeats reports how the game would end if the cycle that the last move
// closed went on for ever: the search need not wait for it to come round the
// full number of times. Only positions after the first since moves made are
// looked at, or all if the position has occurred before them already.
func (p *Position) Repeats(since int) Outcome {
	if p.reversible < 2 { // two passes are the shortest cycle
		return Outcome{}
	}
	return p.repetition(2, since)
}

// TakeBack returns the move by which the side to move puts back what it moved
// last, or passes again, if the position that results has occurred since the
// last irreversible move, and NoMove otherwise. It is the usual way to repeat.
func (p *Position) TakeBack() Move {
	n := len(p.history)
	if p.reversible < 3 {
		return NoMove
	}
	m := p.history[n-2].move
	if m == NoMove || m.IsDrop() || p.board[m.To()]&p.side.Flag() == 0 { // taken since, where there are drops
		return NoMove
	}
	key := p.key ^ p.r.SideKey
	if m.From() != m.To() {
		if m.HasStops() {
			return NoMove
		}
		m = newMove(m.To(), m.From())
		key = p.KeyAfter(m)
	}
	if *p.seenAt(key) == 0 {
		return NoMove
	}
	for i := n - 3; i >= n-int(p.reversible); i -= 2 {
		if p.history[i].key == key {
			if p.IsLegal(m) {
				return m
			}
			break
		}
	}
	return NoMove
}

// repetition looks for the given number of occurrences of the position, and
// judges the moves since the first of them. An occurrence before the move
// numbered since counts only as the third or later.
func (p *Position) repetition(times, since int) Outcome {
	if int(*p.seenAt(p.key)) < times-1 {
		return Outcome{}
	}
	rule := &p.r.Sheet.Repetition
	n := len(p.history)
	oldest := n - int(p.reversible)
	seen, first := 1, -1
	for i := n - 2; i >= oldest; i -= 2 {
		if p.history[i].key != p.key {
			continue
		}
		seen++
		first = i
		if seen >= times && (i >= since || seen > 2) {
			break
		}
	}
	if first < 0 || seen < times || first < since && seen <= 2 {
		return Outcome{}
	}
	if times == rule.Times && int(p.reversible) < rule.MinPlies {
		return Outcome{}
	}
	return p.judgeCycle(first)
}

// judgeCycle says how a repetition since the move numbered first is decided.
func (p *Position) judgeCycle(first int) Outcome {
	rule := &p.r.Sheet.Repetition
	if rule.Checker || rule.Attacker != "" || rule.Passer {
		checks, attacks, passes := p.inspect(first, rule.Attacker)
		if rule.Checker && checks[0] != checks[1] {
			return lost(checks, PerpetualCheck)
		}
		if rule.Attacker != "" && attacks[0] != attacks[1] {
			return lost(attacks, PerpetualAttack)
		}
		if rule.Passer && passes {
			return won(p.firstPasser(first).Other(), PerpetualPass)
		}
	}
	switch rule.Otherwise {
	case "black_loses":
		return won(White, Repetition)
	case "mover_loses":
		return won(p.side, Repetition)
	case "illegal":
		return won(p.side, IllegalRepetition)
	}
	return drawn(Repetition)
}

// firstPasser returns who began the run of passes that the moves from the one
// numbered first on belong to. They may begin with the other side's answer.
func (p *Position) firstPasser(first int) Color {
	for first > 0 && p.passed(first-1) {
		first--
	}
	if (len(p.history)-first)%2 == 0 {
		return p.side
	}
	return p.side.Other()
}

// passed reports whether the move numbered i left all as it was.
func (p *Position) passed(i int) bool {
	m, removed := p.history[i].move, len(p.removed)
	if i+1 < len(p.history) {
		removed = int(p.history[i+1].removed)
	}
	return m != NoMove && !m.IsDrop() && m.From() == m.To() && removed == int(p.history[i].removed)
}

// lost is a win for the side that did not do what the other did all along.
func lost(did [2]bool, why Reason) Outcome {
	if did[Black] {
		return won(White, why)
	}
	return won(Black, why)
}

// inspect takes the moves since the one numbered first back and plays them
// again, and reports for each side whether all its moves gave check and
// whether all of them attacked, and whether all moves passed. The scores are
// put back as they were: moves made before they were attached have not kept
// the sum.
func (p *Position) inspect(first int, attacker string) (checks, attacks [2]bool, passes bool) {
	checks, attacks, passes = [2]bool{true, true}, [2]bool{true, true}, true
	type played struct {
		move  Move
		score int32 // after it
	}
	var buf [64]played
	moves := buf[:0]
	for len(p.history) > first {
		st := &p.history[len(p.history)-1]
		m, mover := st.move, p.side.Other()
		pass := p.passed(len(p.history) - 1)
		passes = passes && pass
		if checks[mover] || attacks[mover] {
			check := p.InCheck(p.side)
			checks[mover] = checks[mover] && check
			attack := m != NoMove && !pass && p.attacksAny(m.To())
			attacks[mover] = attacks[mover] && (attack || check && attacker == "check_or_attack")
		}
		moves = append(moves, played{m, p.score})
		p.Unmake()
	}
	for i := len(moves) - 1; i >= 0; i-- {
		if m := moves[i].move; m == NoMove {
			p.MakeNull()
		} else {
			p.Make(m)
		}
		p.score = moves[i].score
	}
	return checks, attacks, passes
}

// attacksAny reports whether the piece on sq could capture any enemy piece by
// its bare move.
func (p *Position) attacksAny(sq Square) bool {
	pc := p.board[sq]
	if pc == Empty {
		return false
	}
	for i, w := range p.owned[pc.Color().Other()] {
		for ; w != 0; w &= w - 1 {
			if p.pieceReaches(sq, Square(i<<6+bits.TrailingZeros64(w))) {
				return true
			}
		}
	}
	return false
}
