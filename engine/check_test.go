package engine

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mujo/engine/reference"
	"mujo/engine/rules"
	"mujo/variants"
)

// check recomputes from the board all that a position keeps as it goes.
func check(t testing.TB, p *Position) {
	t.Helper()
	q := empty(p.r)
	for sq, pc := range p.board {
		switch guard := q.board[sq] == rules.Guard; {
		case guard != (pc == rules.Guard):
			t.Fatalf("%s: square %d holds %#x", p.SFEN(), sq, pc)
		case !guard && pc != Empty:
			q.place(Square(sq), pc)
		}
	}
	for _, f := range []struct {
		name      string
		got, want any
	}{
		{"lines", p.lines, q.lines},
		{"owned", p.owned, q.owned},
		{"traits", p.traits, q.traits},
		{"traitCount", p.traitCount, q.traitCount},
		{"royalSum", p.royalSum, q.royalSum},
		{"pieces", p.pieces, q.pieces},
		{"key", p.key, p.computeKey()},
		{"score", p.score, p.sumScores()},
	} {
		if !reflect.DeepEqual(f.got, f.want) {
			t.Fatalf("%s after %s: %s is\n%v, want\n%v", p.SFEN(), p.MoveText(p.LastMove()), f.name, f.got, f.want)
		}
	}
}

// stock counts the pieces of each kind in hand and on the board together,
// which drops never change.
func stock(p *Position) []int {
	n := make([]int, len(p.r.HandKinds))
	for _, sq := range p.r.Squares {
		if hand := p.r.Kinds[p.board[sq].Kind()].Hand; hand != 0 {
			n[p.r.HandSlot[hand]]++
		}
	}
	for c := range p.hands {
		for slot, k := range p.hands[c] {
			n[slot] += int(k)
		}
	}
	return n
}

// same fails unless p is what it was when want was cloned from it, in every
// field but those that generation scribbles on.
func same(t testing.TB, p, want *Position) {
	t.Helper()
	plain := func(p *Position) *Position {
		q := *p
		q.targets, q.reached, q.around, q.pinned, q.scratch, q.movable, q.enemies, q.legality = nil, nil, nil, nil, nil, nil, nil, legality{}
		q.history = append([]state{}, p.history...)
		q.removed = append([]removal{}, p.removed...)
		return &q
	}
	a, b := plain(p), plain(want)
	if !reflect.DeepEqual(a, b) {
		t.Fatalf("not restored (-want +got):\n%s", cmp.Diff(b, a, cmp.AllowUnexported(Position{}, state{}, removal{}, legality{}),
			cmp.Comparer(func(a, b *rules.Rules) bool { return a == b }),
			cmp.Comparer(func(a, b *Scores) bool { return a == b })))
	}
}

// eachRules calls f in a subtest for every variant and each of its rule sets.
func eachRules(t *testing.T, f func(t *testing.T, r *rules.Rules)) {
	for _, name := range variants.Names() {
		s, err := variants.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		names := []string{name}
		for _, set := range s.RuleSets {
			names = append(names, name+"-"+set.Name)
		}
		for _, name := range names {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				f(t, load(t, name))
			})
		}
	}
}

func load(t testing.TB, name string) *rules.Rules {
	t.Helper()
	r, err := rules.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// seeded returns a source of random numbers that is the same in every run.
func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x6d756a6f)) }

// scatter returns a position with pieces of all kinds anywhere, a royal a
// side among them: what no game reaches in a lifetime.
func scatter(r *rules.Rules, rng *rand.Rand) *Position {
	p := empty(r)
	squares := slices.Clone(r.Squares)
	rng.Shuffle(len(squares), func(i, j int) { squares[i], squares[j] = squares[j], squares[i] })
	var royals []Kind
	for k := 1; k < len(r.Kinds); k++ {
		if r.Kinds[k].Traits&rules.Royal != 0 {
			royals = append(royals, Kind(k))
		}
	}
	for c := range p.crowned {
		p.place(squares[c], rules.MakePiece(royals[rng.IntN(len(royals))], Color(c)))
		p.crowned[c] = true
	}
	n := 2 + rng.IntN(len(squares)/2)
	kinds := rng.Perm(len(r.Kinds) - 1)[:1+rng.IntN(len(r.Kinds)-1)] // few in some, all in others
	for _, sq := range squares[2:n] {
		k := Kind(1 + kinds[rng.IntN(len(kinds))])
		if r.KingSafety && r.Kinds[k].Traits&rules.Royal != 0 {
			continue // a second king only hides checks
		}
		p.place(sq, rules.MakePiece(k, Color(rng.IntN(2))))
	}
	for c := range p.hands {
		for slot := range p.hands[c] {
			p.hands[c][slot] = uint8(rng.IntN(3))
		}
	}
	p.side = Color(rng.IntN(2))
	p.key = p.computeKey()
	return p
}

// attachNoise attaches values that no two pieces and squares share.
func attachNoise(p *Position, rng *rand.Rand) {
	s := &Scores{
		Board: make([]int32, 2*len(p.r.Kinds)*p.r.NumSquares),
		Hand:  make([]int32, 2*len(p.r.Kinds)),
	}
	for _, values := range [...][]int32{s.Board, s.Hand} {
		for i := range values {
			values[i] = rng.Int32N(1 << 20)
		}
	}
	p.Attach(s)
}

// noise returns random values for exchanges.
func noise(rng *rand.Rand) *Values {
	v := &Values{Spare: rng.Int32N(1000)}
	for i := range v.Piece {
		v.Piece[i], v.Gain[i] = rng.Int32N(1000), rng.Int32N(1000)
	}
	return v
}

// TestPlayouts plays at random from the start and from scattered positions,
// and holds every position against itself and against the reference.
func TestPlayouts(t *testing.T) {
	eachRules(t, func(t *testing.T, r *rules.Rules) {
		games, plies := 6, 200
		if testing.Short() {
			games, plies = 2, 60
		}
		ref := reference.New(r.Sheet)
		for game := range games {
			rng := seeded(uint64(game))
			p := New(r)
			n := plies
			if game%2 == 1 {
				p, n = scatter(r, rng), plies/10
			}
			attachNoise(p, rng)
			playout(t, p, ref, rng, n)
		}
	})
}

// playout makes n random moves and takes them back.
func playout(t *testing.T, p *Position, ref *reference.Game, rng *rand.Rand, n int) {
	// The reference takes thousands of times as long on big boards.
	every := 1 + len(p.r.Squares)/50
	pieces := stock(p)
	values := noise(rng)
	var before []*Position
	var others []Move // of positions before, most of them legal no more
	for i := range n {
		check(t, p)
		if got := stock(p); !slices.Equal(got, pieces) {
			t.Fatalf("%s: %v pieces for the hand, %v at the start", p.SFEN(), got, pieces)
		}
		moves := p.GenerateLegal(nil)
		if i%every == 0 {
			compare(t, p, ref, moves, rng)
			testStages(t, p)
			testEach(t, p, moves, values, rng)
			testLegality(t, p, moves, others, rng)
			others = append(others[len(others)/2:], moves...)
		}
		if len(moves) == 0 {
			break
		}
		before = append(before, p.Clone())
		p.Make(moves[rng.IntN(len(moves))])
	}
	for len(before) > 0 {
		p.Unmake()
		same(t, p, before[len(before)-1])
		before = before[:len(before)-1]
	}
}

// compare sets the moves and what some of them lead to against the reference.
func compare(t *testing.T, p *Position, ref *reference.Game, moves []Move, rng *rand.Rand) {
	t.Helper()
	sfen := p.SFEN()
	if err := ref.SetSFEN(sfen); err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, m := range moves {
		texts = append(texts, p.MoveText(m))
	}
	slices.Sort(texts)
	if want := ref.Moves(); !slices.Equal(texts, want) {
		t.Fatalf("%s: moves (-want +got):\n%s", sfen, cmp.Diff(want, texts))
	}
	for range min(3, len(moves)) {
		m := moves[rng.IntN(len(moves))]
		next := ref.Copy()
		if err := next.Play(p.MoveText(m)); err != nil {
			t.Fatal(err)
		}
		p.Make(m)
		if got := p.SFEN(); got != next.SFEN() {
			t.Fatalf("%s after %s:\n%s, want\n%s", sfen, p.MoveText(m), got, next.SFEN())
		}
		p.Unmake()
	}
	q, err := ParseSFEN(p.r, sfen)
	if err != nil {
		t.Fatal(err)
	}
	if q.SFEN() != sfen || q.key != p.key {
		t.Fatalf("%s read back as %s", sfen, q.SFEN())
	}
}

// testStages checks that the stages share all moves out between them, and
// that the captures are the moves that cost the enemy a piece.
func testStages(t *testing.T, p *Position) {
	t.Helper()
	captures := p.Generate(nil, Captures)
	parts := slices.Clone(captures)
	for _, s := range [...]Stage{Quiets, Leaps, Drops} {
		parts = p.Generate(parts, s)
	}
	all := p.Generate(nil, AllMoves)
	slices.Sort(all)
	slices.Sort(parts)
	if !slices.Equal(all, parts) {
		t.Fatalf("%s: the stages make %d moves, together %d", p.SFEN(), len(parts), len(all))
	}
	if n := len(slices.Compact(slices.Clone(all))); n != len(all) {
		t.Fatalf("%s: %d of %d moves come twice", p.SFEN(), len(all)-n, len(all))
	}
	slices.Sort(captures)
	them := p.side.Other()
	for _, m := range all {
		n := p.Pieces(them)
		p.Make(m)
		took := p.Pieces(them) < n
		p.Unmake()
		if _, listed := slices.BinarySearch(captures, m); listed != took || p.IsCapture(m) != took {
			t.Fatalf("%s: %s takes: %v, among the captures: %v, IsCapture: %v",
				p.SFEN(), p.MoveText(m), took, listed, p.IsCapture(m))
		}
	}
}

// testEach makes and takes back moves, and spells and weighs some.
func testEach(t *testing.T, p *Position, moves []Move, v *Values, rng *rand.Rand) {
	t.Helper()
	before := p.Clone()
	for _, m := range moves {
		p.Make(m)
		if p.key != p.computeKey() || p.score != p.sumScores() {
			t.Fatalf("%s: key or score kept is not that recomputed", p.SFEN())
		}
		p.Unmake()
		if p.key != before.key || p.score != before.score {
			t.Fatalf("%s: key or score not restored", p.SFEN())
		}
	}
	for range min(5, len(moves)) {
		m := moves[rng.IntN(len(moves))]
		p.Make(m)
		check(t, p)
		p.Unmake()
		same(t, p, before)
		if got, err := p.ParseMove(p.MoveText(m)); got != m {
			t.Fatalf("%s: %s read back as %s, %v", p.SFEN(), p.MoveText(m), p.MoveText(got), err)
		}
		p.Exchange(m, v)
		same(t, p, before)
	}
	p.MakeNull()
	check(t, p)
	p.Unmake()
	same(t, p, before)

}

// testLegality asks for the legality of moves out of order, of this position
// and of others.
func testLegality(t *testing.T, p *Position, moves, others []Move, rng *rand.Rand) {
	t.Helper()
	all := p.Generate(nil, AllMoves)
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	sorted := slices.Sorted(slices.Values(moves))
	for _, m := range append(others, Move(rng.Uint32())) {
		if _, want := slices.BinarySearch(sorted, m); p.IsLegal(m) != want {
			t.Fatalf("%s: IsLegal(%#x) is not %v", p.SFEN(), m, want)
		}
	}
	p.Prepare()
	all = slices.DeleteFunc(all, func(m Move) bool { return !p.Legal(m) })
	slices.Sort(all)
	if !slices.Equal(all, sorted) {
		t.Fatalf("%s: %d moves are legal asked one by one, %d listed", p.SFEN(), len(all), len(sorted))
	}
	if got := p.HasLegalMove(); got != (len(moves) > 0) {
		t.Fatalf("%s: HasLegalMove is %v, with %d moves", p.SFEN(), got, len(moves))
	}
}
