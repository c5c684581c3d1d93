package rules

import (
	"strings"
	"testing"

	"mujo/engine/bitboard"
	"mujo/variants"
)

// eachRules calls f in a subtest for every variant and each of its rule sets,
// of which -short leaves out the latter.
func eachRules(t *testing.T, f func(t *testing.T, r *Rules)) {
	for _, name := range variants.Names() {
		s, err := variants.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		names := []string{name}
		for _, set := range s.RuleSets {
			if testing.Short() {
				break
			}
			names = append(names, name+"-"+set.Name)
		}
		for _, name := range names {
			t.Run(name, func(t *testing.T) {
				s, err := variants.Load(name)
				if err != nil {
					t.Fatal(err)
				}
				r, err := Compile(s)
				if err != nil {
					t.Fatal(err)
				}
				f(t, r)
			})
		}
	}
}

// TestBoard checks the numbering of squares and lines against columns and
// ranks.
func TestBoard(t *testing.T) {
	eachRules(t, func(t *testing.T, r *Rules) {
		if len(r.Squares) != r.Files*r.Ranks {
			t.Fatalf("%d squares", len(r.Squares))
		}
		texts := map[string]bool{}
		for _, sq := range r.Squares {
			x, y := r.Column(sq), r.Rank(sq)
			if r.At(x, y) != sq || int(sq) >= r.NumSquares {
				t.Fatalf("square %d is column %d, rank %d", sq, x, y)
			}
			texts[r.SquareText(sq)] = true
			for d := range NumDirs {
				dx, dy := dirStep[d][0], dirStep[d][1]
				n := 0
				for on(r, x+(n+1)*dx, y+(n+1)*dy) {
					n++
				}
				if got := r.RayLength(sq, Dir(d)); got != n {
					t.Fatalf("%s: %d squares in direction %d, want %d", r.SquareText(sq), got, d, n)
				}
				if n == 0 {
					continue
				}
				next := Square(int(sq) + int(r.Delta[d]))
				if next != r.At(x+dx, y+dy) {
					t.Fatalf("%s: direction %d leads to %s", r.SquareText(sq), d, r.SquareText(next))
				}
				a, b := r.Coords[sq][d&3], r.Coords[next][d&3]
				if step := 1 - d>>2*2; a.Line != b.Line || int(b.Pos)-int(a.Pos) != step {
					t.Fatalf("%s: from %v to %v in direction %d", r.SquareText(sq), a, b, d)
				}
			}
			for o := range NumOffsets {
				dx, dy := o%offsetSpan-offsetReach, o/offsetSpan-offsetReach
				if r.OnBoard[sq]>>o&1 != 0 != on(r, x+dx, y+dy) {
					t.Fatalf("%s: jump %d,%d", r.SquareText(sq), dx, dy)
				}
				if on(r, x+dx, y+dy) && r.OffsetBetween(sq, r.At(x+dx, y+dy)) != o {
					t.Fatalf("%s: jump %d,%d is not numbered %d", r.SquareText(sq), dx, dy, o)
				}
			}
			for _, to := range r.Squares {
				dx, dy := r.Column(to)-x, r.Rank(to)-y
				near := max(dx, -dx, dy, -dy) <= offsetReach
				if o, ok := r.Offset(sq, to); ok != near || ok && o != r.OffsetBetween(sq, to) {
					t.Fatalf("%s to %s: jump %d, %v", r.SquareText(sq), r.SquareText(to), o, ok)
				}
			}
		}
		if len(texts) != len(r.Squares) {
			t.Errorf("%d names for %d squares", len(texts), len(r.Squares))
		}
	})
}

func on(r *Rules, x, y int) bool { return x >= 0 && x < r.Files && y >= 0 && y < r.Ranks }

// TestColours checks that White's pieces move as Black's turned by half a
// circle.
func TestColours(t *testing.T) {
	eachRules(t, func(t *testing.T, r *Rules) {
		for k := 1; k < len(r.Kinds); k++ {
			b, w := MakePiece(Kind(k), Black), MakePiece(Kind(k), White)
			if b.Kind() != Kind(k) || w.Kind() != Kind(k) || b.Color() != Black || w.Color() != White {
				t.Fatalf("kind %d makes %#x and %#x", k, b, w)
			}
			for d := range NumDirs {
				if r.Reach[b.Index()][d] != r.Reach[w.Index()][d^4] {
					t.Errorf("%s slides %d and %d", r.Kinds[k].Sheet.ID, r.Reach[b.Index()], r.Reach[w.Index()])
				}
			}
			for o := range NumOffsets {
				if r.Movers[b.Index()].Jumps>>o&1 != r.Movers[w.Index()].Jumps>>(NumOffsets-1-o)&1 {
					t.Errorf("%s jumps %#x and %#x", r.Kinds[k].Sheet.ID, r.Movers[b.Index()].Jumps, r.Movers[w.Index()].Jumps)
				}
			}
			if r.Traits[b.Index()] != r.Traits[w.Index()] {
				t.Errorf("%s has traits %#x and %#x", r.Kinds[k].Sheet.ID, r.Traits[b.Index()], r.Traits[w.Index()])
			}
		}
	})
}

// TestKeys checks that no two hash keys are equal, and that equal sheets have
// equal ones.
func TestKeys(t *testing.T) {
	eachRules(t, func(t *testing.T, r *Rules) {
		seen := map[uint64]bool{r.SideKey: true}
		add := func(key uint64) {
			if seen[key] {
				t.Fatalf("key %#x occurs twice", key)
			}
			seen[key] = true
		}
		for k := 1; k < len(r.Kinds); k++ {
			for _, sq := range r.Squares {
				add(r.Key(MakePiece(Kind(k), Black), sq))
				add(r.Key(MakePiece(Kind(k), White), sq))
			}
		}
		for slot := range r.HandKinds {
			for n := range maxInHand {
				add(r.HandKey(Black, slot, n))
				add(r.HandKey(White, slot, n))
			}
		}
		again, err := Compile(r.Sheet)
		if err != nil {
			t.Fatal(err)
		}
		pc, sq := MakePiece(1, White), r.Squares[0]
		if again.Key(pc, sq) != r.Key(pc, sq) || again.SideKey != r.SideKey {
			t.Error("the same sheet has other keys")
		}
	})
}

// TestCompileErrors has sheets that are valid but cannot be played.
func TestCompileErrors(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(s *variants.Sheet)
		want   string
	}{
		{"an emperor that also steps", func(s *variants.Sheet) {
			s.Pieces[0].Moves = append(s.Pieces[0].Moves, variants.Move{Kind: variants.UniversalLeap})
		}, "must be alone"},
		{"infection by what nothing promotes to", func(s *variants.Sheet) {
			s.Contagion = map[string]string{"pawn": "emperor"}
		}, "no piece promotes to emperor"},
		{"values from nowhere", func(s *variants.Sheet) { s.Values.Table = "nobody" }, `no table "nobody"`},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			s, err := variants.Load("taishogi")
			if err != nil {
				t.Fatal(err)
			}
			c.change(s)
			if _, err := Compile(s); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

// TestAround checks the directions of squares beside one on the edge and one
// in the middle.
func TestAround(t *testing.T) {
	r, err := Load("chushogi")
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range [][2]int{{0, 0}, {11, 11}, {5, 0}, {6, 7}} {
		sq := r.At(at[0], at[1])
		for d, step := range dirStep {
			x, y := at[0]+step[0], at[1]+step[1]
			inside := x >= 0 && x < r.Files && y >= 0 && y < r.Ranks
			if r.Around(r.Board, sq).Has(Dir(d)) != inside {
				t.Errorf("%s, direction %d: on the board is %v, want %v", r.SquareText(sq), d, !inside, inside)
			}
			if !inside {
				continue
			}
			s := bitboard.NewSets(1, r.NumSquares)[0]
			s.Add(r.At(x, y))
			if got := r.Around(s, sq); got != 1<<d {
				t.Errorf("%s, direction %d: %08b", r.SquareText(sq), d, got)
			}
		}
	}
}
