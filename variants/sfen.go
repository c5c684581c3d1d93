package variants

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Piece returns the kind of that id.
func (s *Sheet) Piece(id string) (*Piece, bool) {
	for i := range s.Pieces {
		if s.Pieces[i].ID == id {
			return &s.Pieces[i], true
		}
	}
	return nil, false
}

// StartSFEN returns the start position. Where the sheet does not spell it out
// it comes from Setup: Black's camp at the bottom, and the same turned by 180
// degrees for White. Without letters of its own a piece is its abbreviation,
// in capitals for Black and small letters for White, in braces if longer than
// one letter.
func (s *Sheet) StartSFEN() string {
	if s.SFEN.Initial != "" {
		return s.SFEN.Initial
	}
	sfen, err := s.derive(s.Setup, s.Files)
	if err != nil {
		return "" // Decode has refused such a sheet
	}
	return sfen
}

// derive writes the position that a camp sets up.
func (s *Sheet) derive(camp [][]string, files int) (string, error) {
	if len(camp) > s.Ranks {
		return "", fmt.Errorf("got %d ranks, want at most %d", len(camp), s.Ranks)
	}
	letters := s.lettersByAbbrev()
	board := make([][]string, s.Ranks)
	for i := range board {
		board[i] = make([]string, files)
	}
	for i, row := range camp {
		if len(row) != files {
			return "", fmt.Errorf("row %d: got %d squares, want %d", i+1, len(row), files)
		}
		rank := s.Ranks - len(camp) + i
		for file, abbrev := range row {
			if abbrev == "" {
				continue
			}
			letter, ok := letters[abbrev]
			if !ok {
				return "", fmt.Errorf("row %d: no piece has the abbreviation %q", i+1, abbrev)
			}
			black := &board[rank][file]
			white := &board[s.Ranks-1-rank][files-1-file]
			if black == white || *black != "" || *white != "" {
				return "", fmt.Errorf("row %d, square %d: %s stands where the other camp does", i+1, file+1, abbrev)
			}
			*black, *white = strings.ToUpper(letter), strings.ToLower(letter)
		}
	}
	var b strings.Builder
	for i, row := range board {
		if i > 0 {
			b.WriteByte('/')
		}
		writeRank(&b, row)
	}
	return b.String() + " b - 1", nil
}

func writeRank(b *strings.Builder, row []string) {
	empty := 0
	flush := func() {
		if empty > 0 {
			b.WriteString(strconv.Itoa(empty))
			empty = 0
		}
	}
	for _, piece := range row {
		if piece == "" {
			empty++
			continue
		}
		flush()
		b.WriteString(piece)
	}
	flush()
}

// lettersByAbbrev says how positions write each kind.
func (s *Sheet) lettersByAbbrev() map[string]string {
	m := make(map[string]string, len(s.Pieces))
	for _, p := range s.Pieces {
		m[p.Abbrev] = braced(p.Abbrev)
	}
	if len(s.SFEN.Letters) == 0 {
		return m
	}
	byID := make(map[string]string, len(s.Pieces))
	for letter, id := range s.SFEN.Letters {
		// A kind may have a letter of its own and be another's promotion too:
		// the shorter one is its own.
		old, ok := byID[id]
		if !ok || len(letter) < len(old) || len(letter) == len(old) && letter < old {
			byID[id] = letter
		}
	}
	for _, p := range s.Pieces {
		m[p.Abbrev] = byID[p.ID]
	}
	return m
}

// braced writes an abbreviation as positions do, with the '+' outside.
func braced(abbrev string) string {
	base, promoted := strings.CutPrefix(abbrev, "+")
	if len(base) > 1 {
		base = "{" + base + "}"
	}
	if promoted {
		return "+" + base
	}
	return base
}

// checkSFEN checks a position of the sheet as far as the sheet alone can: the
// board's size, the pieces, and the form of the other three fields.
func (s *Sheet) checkSFEN(sfen string) error {
	fields := strings.Split(sfen, " ")
	if len(fields) != 4 {
		return fmt.Errorf("got %d fields, want board, side, hands and number, with a blank between", len(fields))
	}
	known := s.tokens()
	ranks := strings.Split(fields[0], "/")
	if len(ranks) != s.Ranks {
		return fmt.Errorf("got %d ranks, want %d", len(ranks), s.Ranks)
	}
	for i, rank := range ranks {
		n, err := countSquares(rank, known)
		if err != nil {
			return fmt.Errorf("rank %d: %w", i+1, err)
		}
		if n != s.Files {
			return fmt.Errorf("rank %d: got %d squares, want %d", i+1, n, s.Files)
		}
	}
	if fields[1] != "b" && fields[1] != "w" {
		return fmt.Errorf("side: got %q, want b or w", fields[1])
	}
	if err := s.checkHands(fields[2], known); err != nil {
		return fmt.Errorf("hands: %w", err)
	}
	if n, err := strconv.Atoi(fields[3]); err != nil || n < 1 {
		return fmt.Errorf("number: got %q, want 1 or more", fields[3])
	}
	return nil
}

// tokens are the texts that stand for a piece in a position of the sheet, in
// capitals.
func (s *Sheet) tokens() map[string]bool {
	m := map[string]bool{}
	if len(s.SFEN.Letters) > 0 {
		for letter := range s.SFEN.Letters {
			m[strings.ToUpper(letter)] = true
		}
		return m
	}
	for _, p := range s.Pieces {
		m[strings.ToUpper(braced(p.Abbrev))] = true
		if _, ok := s.Promotes[p.ID]; ok {
			m["+"+strings.ToUpper(braced(p.Abbrev))] = true
		}
	}
	return m
}

func countSquares(rank string, known map[string]bool) (int, error) {
	squares := 0
	for rank != "" {
		if n := digits(rank); n > 0 {
			empty, err := strconv.Atoi(rank[:n])
			if err != nil || rank[0] == '0' || empty > maxSize {
				return 0, fmt.Errorf("a run of %s empty squares", rank[:n])
			}
			squares += empty
			rank = rank[n:]
			continue
		}
		token, err := nextToken(rank)
		if err != nil {
			return 0, err
		}
		if upper := strings.ToUpper(token); !known[upper] || token != upper && token != strings.ToLower(token) {
			return 0, fmt.Errorf("no piece is written %q", token)
		}
		squares++
		rank = rank[len(token):]
	}
	return squares, nil
}

func digits(s string) int {
	n := strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' })
	if n < 0 {
		return len(s)
	}
	return n
}

// nextToken cuts the piece at the front of a rank: '+' or not, a letter or an
// abbreviation in braces.
func nextToken(s string) (string, error) {
	i := 0
	if s[0] == '+' {
		i++
	}
	switch {
	case i == len(s):
		return "", errors.New("nothing behind the '+'")
	case s[i] != '{':
		return s[:i+1], nil
	}
	end := strings.IndexByte(s, '}')
	if end < 0 {
		return "", errors.New("a brace is not closed")
	}
	return s[:end+1], nil
}

// checkHands checks the pieces in hand. In games without hands the field is
// "-", or says where a lion was taken, which is a square.
func (s *Sheet) checkHands(hands string, known map[string]bool) error {
	if hands == "-" {
		return nil
	}
	if s.Drops == nil {
		if n := digits(hands); s.LionTrading != nil && n > 0 && n < len(hands) {
			return nil
		}
		return fmt.Errorf("got %q, but captured pieces leave the game", hands)
	}
	for hands != "" {
		hands = hands[digits(hands):]
		if hands == "" {
			return errors.New("a count without a piece")
		}
		token, err := nextToken(hands)
		if err != nil {
			return err
		}
		if !known[strings.ToUpper(token)] {
			return fmt.Errorf("no piece is written %q", token)
		}
		hands = hands[len(token):]
	}
	return nil
}
