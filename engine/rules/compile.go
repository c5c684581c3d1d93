package rules

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"mujo/engine/bitboard"
	"mujo/variants"
)

// Load compiles the sheet of that name, with or without a rule set, as
// variants.Load finds it.
func Load(name string) (*Rules, error) {
	s, err := variants.Load(name)
	if err != nil {
		return nil, err
	}
	return Compile(s)
}

// Compile builds the tables of a sheet, which must be valid and resolved (as
// variants.Load returns it).
func Compile(s *variants.Sheet) (*Rules, error) {
	r := &Rules{
		Sheet: s, Name: s.Variant,
		Files: s.Files, Ranks: s.Ranks, Stride: s.Files + 1,
		NumSquares: (s.Ranks+2)*(s.Files+1) + 1,
		Movers:     new([MaxPieces]Mover),
		Reach:      new([MaxPieces][NumDirs]uint8),
		Traits:     new([MaxPieces]Trait),
		Dead:       new([MaxPieces]uint8),
		KingSafety: s.KingSafety,
		Borrow:     s.Borrowed != "",
		LowerOnly:  s.JumpCaptures == "lower",
		Lions:      s.LionTrading,
		tokens:     make(map[string]Kind),
	}
	if s.LionTrading != nil {
		r.Protected = s.LionTrading.CounterStrike == "protected"
	}
	r.compileBoard()
	r.compilePromotion()
	if err := r.compileKinds(); err != nil {
		return nil, fmt.Errorf("%s: %w", s.Variant, err)
	}
	if err := r.compileMovers(); err != nil {
		return nil, fmt.Errorf("%s: %w", s.Variant, err)
	}
	r.compileDrops()
	r.compileZones()
	r.compileKeys()
	return r, nil
}

// compileBoard numbers squares and lines.
func (r *Rules) compileBoard() {
	n := r.NumSquares
	r.Coords = make([][4]bitboard.Coord, n)
	r.Attr = make([]uint8, n)
	r.OnBoard = make([]uint64, n)
	r.Order = make([]uint16, n)
	r.grid, r.wide = make([]uint16, n), make([]uint16, n)
	for i := range r.within {
		r.within[i] = NumOffsets
	}
	r.columns, r.ranks = make([]int8, n), make([]int8, n)
	for sq := range n {
		r.columns[sq], r.ranks[sq] = int8(sq%r.Stride-1), int8(sq/r.Stride-1)
	}
	for d, step := range dirStep {
		r.Delta[d] = int16(step[1]*r.Stride + step[0])
	}
	for dy := -offsetReach; dy <= offsetReach; dy++ {
		for dx := -offsetReach; dx <= offsetReach; dx++ {
			r.Offsets[offset(dx, dy)] = int16(dy*r.Stride + dx)
			r.within[(dy+offsetReach)*wideSpan+dx+offsetReach] = uint8(offset(dx, dy))
		}
	}
	for w := range r.around {
		for d, step := range dirStep {
			if w>>(3*(step[1]+1)+step[0]+1)&1 != 0 {
				r.around[w] |= 1 << d
			}
		}
	}
	r.Board = bitboard.NewSets(1, n)[0]
	zone := r.Sheet.Promotion.ZoneRanks
	for y := range r.Ranks {
		for x := range r.Files {
			sq := r.At(x, y)
			r.Squares = append(r.Squares, sq)
			r.Board.Add(sq)
			r.grid[sq], r.wide[sq] = uint16(y*offsetSpan+x), uint16(y*wideSpan+x)
			// Lines: ranks, files, and the two families of diagonals; the
			// position on a line is where its ascending direction has got to.
			f, k := r.Files, r.Ranks
			r.Coords[sq] = [4]bitboard.Coord{
				East:      {Line: uint8(y), Pos: uint8(x + 1)},
				South:     {Line: uint8(k + x), Pos: uint8(y + 1)},
				SouthEast: {Line: uint8(k + f + x - y + k - 1), Pos: uint8(min(x, y) + 1)},
				SouthWest: {Line: uint8(k + f + f + k - 1 + x + y), Pos: uint8(min(f-1-x, y) + 1)},
			}
			for _, c := range r.Coords[sq] {
				r.Lengths[c.Line]++
			}
			for dy := -offsetReach; dy <= offsetReach; dy++ {
				for dx := -offsetReach; dx <= offsetReach; dx++ {
					if x+dx >= 0 && x+dx < f && y+dy >= 0 && y+dy < k {
						r.OnBoard[sq] |= OffsetBit(dx, dy)
					}
				}
			}
			var a uint8
			if y < zone {
				a |= ZoneBlack
			}
			if y >= k-zone {
				a |= ZoneWhite
			}
			if y == 0 {
				a |= LastBlack
			}
			if y == k-1 {
				a |= LastWhite
			}
			r.Attr[sq] = a
		}
	}
	byText := slices.Clone(r.Squares)
	sort.Slice(byText, func(i, j int) bool { return r.SquareText(byText[i]) < r.SquareText(byText[j]) })
	for i, sq := range byText {
		r.Order[sq] = uint16(i)
	}
}

// SquareText returns the USI name of sq: the file's number and the rank's
// letters, a to z, then aa, ab and so on.
func (r *Rules) SquareText(sq Square) string {
	return strconv.Itoa(r.Files-r.Column(sq)) + rankText(r.Rank(sq))
}

func rankText(rank int) string {
	if rank < 26 {
		return string(rune('a' + rank))
	}
	return "a" + string(rune('a'+rank-26))
}

func (r *Rules) compilePromotion() {
	p := r.Sheet.Promotion
	rule := PromotionRule{
		Compulsory: p.Compulsory,
		Forced:     p.ForcedWhenStuck,
		Second:     len(p.SecondChance) > 0,
		Flips:      r.flips(),
	}
	switch p.Kind {
	case "zone":
		rule.Zone = true
		rule.OnAny = p.On == "any"
		rule.OnCapture = p.On != "enter"
	case "capture", "flip_capture":
		rule.ByCapture = true
	case "flip_move":
		rule.ByMove = true
	}
	r.Promotion = rule
}

// flips reports whether pieces turn over and back, so that both sides of a
// piece are kinds of their own.
func (r *Rules) flips() bool { return strings.HasPrefix(r.Sheet.Promotion.Kind, "flip") }

// compileKinds lists the kinds: each piece of the sheet that has a token of
// its own, then what each becomes by promotion.
func (r *Rules) compileKinds() error {
	s := r.Sheet
	values, err := pieceValues(s)
	if err != nil {
		return err
	}
	pieces := make(map[string]*variants.Piece)
	token := make(map[string]string) // id -> token
	for i := range s.Pieces {
		p := &s.Pieces[i]
		pieces[p.ID] = p
		if !r.Letters() && !strings.HasPrefix(p.Abbrev, "+") {
			token[p.ID] = strings.ToUpper(p.Abbrev)
		}
	}
	for letter, id := range s.SFEN.Letters {
		if !strings.HasPrefix(letter, "+") || r.flips() {
			token[id] = strings.ToUpper(letter)
		}
	}
	r.Kinds = []KindInfo{{}}
	base := make(map[string]Kind)
	for i := range s.Pieces {
		p := &s.Pieces[i]
		if t, ok := token[p.ID]; ok {
			k := Kind(len(r.Kinds))
			base[p.ID] = k
			info := r.newKind(p, values)
			info.Base, info.Token = k, t
			info.SecondChance = slices.Contains(s.Promotion.SecondChance, p.ID)
			r.Kinds = append(r.Kinds, info)
		}
	}
	for i := range s.Pieces {
		id := s.Pieces[i].ID
		to, ok := s.Promotes[id]
		from := base[id]
		if !ok || from == 0 {
			continue
		}
		if r.flips() {
			r.Kinds[from].Promotes = base[to]
			continue
		}
		r.Kinds[from].Promotes = Kind(len(r.Kinds))
		info := r.newKind(pieces[to], values)
		info.Base, info.Promoted, info.Token = from, true, "+"+r.Kinds[from].Token
		r.Kinds = append(r.Kinds, info)
	}
	if len(r.Kinds) > MaxPieces/2 {
		return fmt.Errorf("%d kinds of pieces with their promotions, at most %d are possible", len(r.Kinds)-1, MaxPieces/2-1)
	}
	for k := 1; k < len(r.Kinds); k++ {
		r.tokens[r.Kinds[k].Token] = Kind(k)
	}
	for alias, letter := range s.SFEN.Aliases {
		if k, ok := r.tokens[strings.ToUpper(letter)]; ok {
			r.tokens[strings.ToUpper(alias)] = k
		}
	}
	r.HasContagion = len(s.Contagion) > 0
	for k := range r.Kinds[1:] {
		info := &r.Kinds[k+1]
		becomes, ok := s.Contagion[info.Sheet.ID]
		if !ok {
			continue
		}
		i := slices.IndexFunc(r.Kinds, func(o KindInfo) bool { return o.Promoted && o.Sheet.ID == becomes })
		if i < 0 {
			return fmt.Errorf("contagion: no piece promotes to %s", becomes)
		}
		info.Contagion = Kind(i)
	}
	return nil
}

// newKind returns what depends on the sheet's piece alone.
func (r *Rules) newKind(p *variants.Piece, values map[string]float64) KindInfo {
	info := KindInfo{Sheet: p, Value: values[p.ID]}
	if slices.Contains(r.Sheet.Royals, p.ID) {
		info.Traits |= Royal
	}
	if l := r.Sheet.LionTrading; l != nil {
		if slices.Contains(l.Lions, p.ID) {
			info.Traits |= TradedLion
		}
		info.WeakBridge = slices.Contains(l.Bridge, p.ID)
	}
	info.Irreversible = slices.Contains(r.Sheet.Repetition.Irreversible, p.ID)
	return info
}

// pieceValues returns the value of each piece in pawns, 0 where the sheet has
// none.
func pieceValues(s *variants.Sheet) (map[string]float64, error) {
	v := make(map[string]float64)
	for _, p := range s.Pieces {
		v[p.ID] = p.Value
	}
	if s.Values.Table == "" {
		return v, nil
	}
	for _, t := range s.Tables {
		if t.Rule == s.Values.Table {
			for id, x := range t.Values {
				if v[id] == 0 {
					v[id] = x
				}
			}
			for _, id := range s.Royals {
				v[id] = 0 // tables put no price on what loses the game
			}
			return v, nil
		}
	}
	return nil, fmt.Errorf("values: no table %q", s.Values.Table)
}

// dirNames are the sheet's directions as Black sees the board; White's are
// the opposites.
var dirNames = map[string]Dir{
	"F": North, "B": South, "L": West, "R": East,
	"FL": NorthWest, "FR": NorthEast, "BL": SouthWest, "BR": SouthEast,
}

func dirSet(names []string, c Color) DirSet {
	var s DirSet
	for _, n := range names {
		s |= 1 << (dirNames[n] ^ Dir(c)<<2)
	}
	return s
}

func (r *Rules) compileMovers() error {
	r.Pins = r.KingSafety && !r.Borrow
	for k := 1; k < len(r.Kinds); k++ {
		info := &r.Kinds[k]
		for _, c := range []Color{Black, White} {
			pc := MakePiece(Kind(k), c)
			m, err := r.compileMover(info.Sheet, c, r.Reach[pc.Index()][:])
			if err != nil {
				return fmt.Errorf("%s: %w", info.Sheet.ID, err)
			}
			m.Rank = uint8(r.Sheet.JumpRanks[info.Sheet.ID])
			m.Promotes = info.Promotes
			if m.Promotes != 0 {
				m.PromotesTo = MakePiece(m.Promotes, c)
			}
			t := info.Traits
			if m.Jumps != 0 {
				t |= Jumper
			}
			if m.Far != 0 {
				t |= Slider
			}
			if slices.ContainsFunc(m.Rays, func(y Ray) bool { return y.passes() }) {
				t |= Passer
			}
			if m.Hook != 0 || m.Area > 0 || m.OnlyFrom != nil || m.Igui != 0 || m.Double != 0 {
				t |= Roamer
			}
			if m.Burns {
				t |= Burner
				r.HasBurn = true
			}
			if m.Promotes != 0 && slices.ContainsFunc(r.Kinds[m.Promotes].Sheet.Moves, isBurn) {
				t |= Kindler
			}
			if m.Universal {
				t |= Universal
			}
			m.RangeCapture = slices.ContainsFunc(m.Rays, func(y Ray) bool { return y.RangeCapture })
			r.HasRangeCapture = r.HasRangeCapture || m.RangeCapture
			if t&(Passer|Roamer|Burner|Universal) != 0 || m.Lion || m.LineDirs != 0 {
				r.Pins = false
			}
			r.Traits[pc.Index()] = t
			r.Movers[pc.Index()] = m
			r.Dead[pc.Index()] = deadRanks(info.Sheet, r.Ranks)
		}
	}
	return nil
}

func isBurn(m variants.Move) bool { return m.Kind == variants.Burn }

// passes reports whether the ray reaches beyond pieces other than by a jump.
func (y *Ray) passes() bool {
	return len(y.Skips) > 0 || y.Hop > 0 || y.RangeJump || y.RangeCapture
}

// compileMover turns the powers of a piece of side c into directions of the
// board, and writes its plain slides to reach.
func (r *Rules) compileMover(p *variants.Piece, c Color, reach []uint8) (Mover, error) {
	var m Mover
	var rays [NumDirs]Ray
	for _, mv := range p.Moves {
		dirs := dirSet(mv.Dirs, c)
		switch mv.Kind {
		case variants.Slide:
			if mv.OnlyFrom != "" {
				m.OnlyFrom = append(m.OnlyFrom, r.steps(dirs, limit(mv.Max))...)
				break
			}
			for d := range reach {
				if dirs.Has(Dir(d)) {
					reach[d] = max(reach[d], limit(mv.Max))
				}
			}
		case variants.Jump:
			for _, to := range mv.To {
				m.Jumps |= jumpBit(to[0], to[1], c)
			}
		case variants.Lion:
			m.Lion = true
			for dy := -2; dy <= 2; dy++ {
				for dx := -2; dx <= 2; dx++ {
					if dx != 0 || dy != 0 {
						m.Jumps |= OffsetBit(dx, dy)
					}
				}
			}
			m.PassDirs = AllDirs
		case variants.LionLine:
			m.LineDirs |= dirs
			m.LineSteps = max(m.LineSteps, uint8(mv.Steps))
			m.PassDirs |= dirs
			for d := range NumDirs {
				for k := 1; k <= mv.Steps && dirs.Has(Dir(d)); k++ {
					m.Jumps |= OffsetBit(k*dirStep[d][0], k*dirStep[d][1])
				}
			}
		case variants.DoubleStep:
			m.Double |= dirs
			m.PassDirs |= dirs
			for d := range reach {
				if dirs.Has(Dir(d)) {
					reach[d] = max(reach[d], 1)
				}
			}
		case variants.Hook:
			m.Hook |= dirSet(mv.First, c)
		case variants.Area:
			m.Area = max(m.Area, uint8(mv.Steps))
			if mv.Pass {
				m.PassDirs = AllDirs
			}
		case variants.RangeJump, variants.RangeCapture:
			for d := range reach {
				if dirs.Has(Dir(d)) {
					reach[d] = Unlimited
					rays[d].RangeJump = rays[d].RangeJump || mv.Kind == variants.RangeJump
					rays[d].RangeCapture = rays[d].RangeCapture || mv.Kind == variants.RangeCapture
				}
			}
		case variants.SkipSlide:
			for d := range rays {
				if dirs.Has(Dir(d)) {
					rays[d].Skips = append(rays[d].Skips, Skip{uint8(mv.From), limit(mv.Max)})
				}
			}
		case variants.HopSlide:
			for d := range reach {
				if dirs.Has(Dir(d)) {
					reach[d] = Unlimited
					rays[d].Hop = max(rays[d].Hop, limit(mv.Over))
				}
			}
		case variants.Igui:
			m.Igui |= dirs
		case variants.Burn:
			m.Burns = true
		case variants.UniversalLeap:
			m.Universal = true
		default:
			return m, fmt.Errorf("unknown kind of move %q", mv.Kind)
		}
	}
	if m.Universal && len(p.Moves) > 1 {
		return m, fmt.Errorf("%s stands with other moves; it must be alone", variants.UniversalLeap)
	}
	if m.LineDirs != 0 && m.LineDirs != AllDirs && m.Lion {
		return m, fmt.Errorf("%s beside %s must hold in all directions", variants.LionLine, variants.Lion)
	}
	// A hook's first legs are slides.
	for d := range reach {
		if m.Hook.Has(Dir(d)) {
			reach[d] = Unlimited
		}
	}
	m.Leaps = m.Jumps
	for d := range rays {
		y := &rays[d]
		y.Dir, y.Slide = Dir(d), reach[d]
		var onLine uint64
		for k := 1; k <= offsetReach; k++ {
			if bit := OffsetBit(k*dirStep[d][0], k*dirStep[d][1]); m.Jumps&bit != 0 {
				y.Jumps |= 1 << k
				onLine |= bit
			}
		}
		switch {
		case y.passes(), y.Jumps != 0 && y.Slide > 0:
			m.Rays = append(m.Rays, *y)
			m.Leaps &^= onLine
		case y.Slide > 0:
			m.Steps = append(m.Steps, Step{r.Delta[d], y.Slide, Dir(d)})
			m.Near |= 1 << d
			m.Limit[d] = y.Slide
			if y.Slide > 1 {
				m.Far |= 1 << d
			}
		}
	}
	m.SetBased = m.Hook != 0 || m.Area > 0 || m.doubleWalks(reach) || m.OnlyFrom != nil
	m.Simple = len(m.Rays) == 0 && !m.Lion && m.LineDirs == 0 && m.Double == 0 && m.Igui == 0 && m.PassDirs == 0 &&
		!m.SetBased && !m.Universal && !m.Burns
	return m, nil
}

// doubleWalks reports whether two steps over a free square reach squares that
// no jump or slide does.
func (m *Mover) doubleWalks(reach []uint8) bool {
	for a := range NumDirs {
		for b := range NumDirs {
			if !m.Double.Has(Dir(a)) || !m.Double.Has(Dir(b)) || a == b^4 {
				continue
			}
			bit := OffsetBit(dirStep[a][0]+dirStep[b][0], dirStep[a][1]+dirStep[b][1])
			if m.Jumps&bit == 0 && !(a == b && reach[a] >= 2) {
				return true
			}
		}
	}
	return false
}

func (r *Rules) steps(dirs DirSet, n uint8) []Step {
	var out []Step
	for d := range NumDirs {
		if dirs.Has(Dir(d)) {
			out = append(out, Step{r.Delta[d], n, Dir(d)})
		}
	}
	return out
}

func limit(n int) uint8 {
	if n == 0 {
		return Unlimited
	}
	return uint8(n)
}

// jumpBit is the offset on the board of a jump dx to the right, dy forward.
func jumpBit(dx, dy int, c Color) uint64 {
	if c == White {
		return OffsetBit(-dx, dy)
	}
	return OffsetBit(dx, -dy)
}

// deadRanks counts the ranks, from the side's last, on which the piece could
// never move again, on however empty a board.
func deadRanks(p *variants.Piece, ranks int) uint8 {
	need := ranks // the least that any move goes forward
	forward := func(names []string, k int) {
		for _, n := range names {
			switch n[0] {
			case 'F':
				need = min(need, k)
			default:
				need = 0
			}
		}
	}
	for _, mv := range p.Moves {
		switch mv.Kind {
		case variants.Slide:
			if mv.OnlyFrom == "" {
				forward(mv.Dirs, 1)
			}
		case variants.Jump:
			for _, to := range mv.To {
				need = min(need, max(to[1], 0))
			}
		case variants.SkipSlide:
			forward(mv.Dirs, mv.From)
		case variants.Hook:
			forward(mv.First, 1)
		case variants.Lion, variants.Area, variants.UniversalLeap:
			need = 0
		case variants.LionLine, variants.DoubleStep, variants.RangeJump, variants.RangeCapture, variants.HopSlide:
			forward(mv.Dirs, 1)
		}
	}
	return uint8(need)
}

func (r *Rules) compileDrops() {
	r.HandSlot = make([]int8, len(r.Kinds))
	for k := range r.HandSlot {
		r.HandSlot[k] = -1
	}
	d := r.Sheet.Drops
	if d == nil {
		return
	}
	r.HasDrops, r.Drops, r.EitherSide = true, *d, d.EitherSide
	byID := make(map[string]Kind)
	for k := len(r.Kinds) - 1; k > 0; k-- {
		if !r.Kinds[k].Promoted {
			byID[r.Kinds[k].Sheet.ID] = Kind(k)
		}
	}
	pawn := d.Pawn
	if pawn == "" {
		pawn = "pawn"
	}
	r.DropPawn = byID[pawn]
	for _, id := range r.handOrder() {
		r.HandSlot[byID[id]] = int8(len(r.HandKinds))
		r.HandKinds = append(r.HandKinds, byID[id])
	}
	for k := 1; k < len(r.Kinds); k++ {
		info := &r.Kinds[k]
		id := r.Kinds[info.Base].Sheet.ID
		if to, ok := d.HandBecomes[id]; ok {
			id = to
		}
		hand := byID[id]
		if r.HandSlot[hand] < 0 && r.EitherSide { // listed under its other side
			hand = r.Kinds[hand].Promotes
		}
		if hand != 0 && r.HandSlot[hand] >= 0 && info.Traits&Royal == 0 {
			info.Hand = hand
		}
	}
}

// handOrder is the sheet's, or else every piece that can be captured and
// dropped, dearest first.
func (r *Rules) handOrder() []string {
	if order := r.Sheet.SFEN.HandOrder; len(order) > 0 {
		return order
	}
	var kinds []Kind
	for k := 1; k < len(r.Kinds); k++ {
		if info := &r.Kinds[k]; !info.Promoted && info.Traits&Royal == 0 {
			kinds = append(kinds, Kind(k))
		}
	}
	sort.SliceStable(kinds, func(i, j int) bool { return r.Kinds[kinds[i]].Value > r.Kinds[kinds[j]].Value })
	ids := make([]string, len(kinds))
	for i, k := range kinds {
		ids[i] = r.Kinds[k].Sheet.ID
	}
	return ids
}

// compileZones finds, for each square, where jumps onto it may start and what
// is in line with it.
func (r *Rules) compileZones() {
	var jumps uint64
	for i := range r.Movers {
		jumps |= r.Movers[i].Jumps
	}
	r.JumpZone = make([]Zone, r.NumSquares)
	r.Aligned = bitboard.NewSets(r.NumSquares, r.NumSquares)
	set := bitboard.NewSets(1, r.NumSquares)[0]
	for _, sq := range r.Squares {
		set.Clear()
		for o := range NumOffsets {
			// A jump by the opposite offset comes from there.
			if r.OnBoard[sq]>>o&1 != 0 && jumps>>(NumOffsets-1-o)&1 != 0 {
				set.Add(Square(int(sq) + int(r.Offsets[o])))
			}
		}
		first, last := 0, len(set)
		for first < last && set[first] == 0 {
			first++
		}
		for first < last && set[last-1] == 0 {
			last--
		}
		r.JumpZone[sq] = Zone{uint8(first), slices.Clone(set[first:last])}
		for d := range NumDirs {
			for n, to := r.RayLength(sq, Dir(d)), sq; n > 0; n-- {
				to = Square(int(to) + int(r.Delta[d]))
				r.Aligned[sq].Add(to)
			}
		}
	}
}

// RayLength returns how many squares lie beyond sq in direction d.
func (r *Rules) RayLength(sq Square, d Dir) int {
	c := r.Coords[sq][d&3]
	if d < 4 {
		return int(r.Lengths[c.Line]) - int(c.Pos)
	}
	return int(c.Pos) - 1
}

// compileKeys draws the hash keys from a fixed sequence, so that equal sheets
// give equal keys in every run.
func (r *Rules) compileKeys() {
	state := uint64(0x6d756a6f)
	next := func() uint64 { // splitmix64 (S. Vigna)
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	r.SideKey = next()
	r.keys = make([]uint64, 2*len(r.Kinds)*r.NumSquares)
	for i := 2 * r.NumSquares; i < len(r.keys); i++ {
		r.keys[i] = next()
	}
	r.handKeys = make([]uint64, 2*len(r.HandKinds)*maxInHand)
	for i := range r.handKeys {
		r.handKeys[i] = next()
	}
	r.LionKeys = make([]uint64, r.NumSquares)
	if r.Lions != nil {
		for i := range r.LionKeys {
			r.LionKeys[i] = next()
		}
	}
}

// EmptyLines returns the lines of an empty board, with their sentinels.
func (r *Rules) EmptyLines() bitboard.Lines {
	var l bitboard.Lines
	for i, n := range r.Lengths {
		if n > 0 {
			l[i] = 1 | 1<<(n+1)
		}
	}
	return l
}
