package bitboard

import "testing"

func TestSet(t *testing.T) {
	s := NewSets(2, 130)
	if len(s[0]) != 3 {
		t.Fatalf("130 squares take %d words, want 3", len(s[0]))
	}
	for _, sq := range []uint16{0, 63, 64, 129} {
		s[0].Add(sq)
		if !s[0].Has(sq) || s[1].Has(sq) {
			t.Errorf("square %d: Has is %v in its set, %v in the other", sq, s[0].Has(sq), s[1].Has(sq))
		}
	}
	s[0].Flip(0)
	if s[0].Has(0) || !s[0].Has(63) {
		t.Error("Flip(0) does not take 0 alone out of the set")
	}
	s[0].Clear()
	if s[0].Has(63) || s[0].Has(64) || s[0].Has(129) {
		t.Error("Clear leaves squares in the set")
	}
}

// TestSpread spreads each square of boards of one and of several words.
func TestSpread(t *testing.T) {
	for _, stride := range []int{5, 13, 37} {
		n := stride * stride
		s := NewSets(2, n)
		for sq := 1; sq < n-1; sq++ {
			s[0].Clear()
			s[0].Add(uint16(sq))
			s[0].Spread(s[1], stride)
			for at := range n {
				near := false
				for _, d := range []int{0, 1, stride - 1, stride, stride + 1} {
					near = near || at-sq == d || sq-at == d
				}
				if s[1].Has(uint16(at)) != near {
					t.Fatalf("stride %d, square %d: Has(%d) is %v", stride, sq, at, !near)
				}
			}
		}
	}
}

// Every look along a line is compared with a walk over the squares.
func TestThree(t *testing.T) {
	s := NewSets(1, 200)[0]
	for _, sq := range []uint16{0, 2, 62, 63, 65, 127, 129, 199} {
		s.Add(sq)
	}
	for sq := range 198 {
		want := uint64(0)
		for k := range 3 {
			if s.Has(uint16(sq + k)) {
				want |= 1 << k
			}
		}
		if got := s.Three(sq); got != want {
			t.Errorf("from %d: %03b, want %03b", sq, got, want)
		}
	}
}

func TestLines(t *testing.T) {
	const n = 9
	for occ := range uint64(1) << n {
		var l Lines
		l[3] = occ<<1 | 1 | 1<<(n+1)
		taken := func(pos int) bool { return l[3]>>pos&1 != 0 }
		for pos := 1; pos <= n; pos++ {
			c := Coord{Line: 3, Pos: uint8(pos)}
			up, down := 0, 0
			for !taken(pos + up + 1) {
				up++
			}
			for !taken(pos - down - 1) {
				down++
			}
			if l.Up(c) != up || l.Down(c) != down {
				t.Fatalf("line %b at %d: up %d down %d, want %d %d", l[3], pos, l.Up(c), l.Down(c), up, down)
			}
			up2, down2 := up+1, down+1
			for pos+up2 <= n && !taken(pos+up2+1) {
				up2++
			}
			for pos-down2 > 0 && !taken(pos-down2-1) {
				down2++
			}
			if pos+up == n {
				up2 = 64
			}
			if pos-down == 1 {
				down2 = 64
			}
			if a, b := l.UpTwo(c); a != up || b != up2 {
				t.Fatalf("line %b at %d: two up %d and %d, want %d and %d", l[3], pos, a, b, up, up2)
			}
			if a, b := l.DownTwo(c); a != down || b != down2 {
				t.Fatalf("line %b at %d: two down %d and %d, want %d and %d", l[3], pos, a, b, down, down2)
			}
			for k := 1; pos+k <= n+1; k++ {
				if l.RayUp(c)>>k&1 != 0 != taken(pos+k) {
					t.Fatalf("line %b at %d: RayUp %b", l[3], pos, l.RayUp(c))
				}
			}
			for k := 1; pos-k >= 0; k++ {
				if l.RayDown(c)>>k&1 != 0 != taken(pos-k) {
					t.Fatalf("line %b at %d: RayDown %b", l[3], pos, l.RayDown(c))
				}
			}
		}
	}
}
