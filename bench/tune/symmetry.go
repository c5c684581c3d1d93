package tune

import (
	"slices"

	"mujo/engine/rules"
)

// symmetric reports whether all pieces of a game move alike to the left and
// to the right, so that a mirrored position is worth the same.
func symmetric(r *rules.Rules) bool {
	for k := 1; k < len(r.Kinds); k++ {
		pc := rules.MakePiece(rules.Kind(k), rules.Black)
		if !mirrored(&r.Movers[pc.Index()]) || !evenReach(&r.Reach[pc.Index()]) {
			return false
		}
	}
	return true
}

// opposite returns the direction with left and right exchanged.
func opposite(d rules.Dir) rules.Dir {
	pairs := [rules.NumDirs]rules.Dir{
		rules.East: rules.West, rules.West: rules.East, rules.North: rules.North, rules.South: rules.South,
		rules.SouthEast: rules.SouthWest, rules.SouthWest: rules.SouthEast,
		rules.NorthEast: rules.NorthWest, rules.NorthWest: rules.NorthEast,
	}
	return pairs[d]
}

func evenReach(reach *[rules.NumDirs]uint8) bool {
	for d := range rules.NumDirs {
		if reach[d] != reach[opposite(rules.Dir(d))] {
			return false
		}
	}
	return true
}

func mirrored(m *rules.Mover) bool {
	for _, set := range []rules.DirSet{m.LineDirs, m.Double, m.Igui, m.PassDirs, m.Hook} {
		for d := range rules.NumDirs {
			if set.Has(rules.Dir(d)) != set.Has(opposite(rules.Dir(d))) {
				return false
			}
		}
	}
	for o := range rules.NumOffsets {
		if m.Jumps>>o&1 != m.Jumps>>rules.MirrorOffset(o)&1 {
			return false
		}
	}
	for _, only := range m.OnlyFrom {
		if only.Dir != opposite(only.Dir) {
			return false
		}
	}
	for i := range m.Rays {
		if !slices.ContainsFunc(m.Rays, func(y rules.Ray) bool { return sameRay(&y, &m.Rays[i]) }) {
			return false
		}
	}
	return true
}

// sameRay reports whether two rays are each other's mirror images.
func sameRay(a, b *rules.Ray) bool {
	return a.Dir == opposite(b.Dir) && a.Slide == b.Slide && a.Jumps == b.Jumps && slices.Equal(a.Skips, b.Skips) &&
		a.Hop == b.Hop && a.RangeJump == b.RangeJump && a.RangeCapture == b.RangeCapture
}
