package record

import (
	"bufio"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"mujo/engine"
	"mujo/engine/rules"
)

// csaNames are CSA's names of pieces, by id.
var csaNames = map[string]string{
	"pawn": "FU", "lance": "KY", "knight": "KE", "silver_general": "GI", "gold_general": "KI", "bishop": "KA", "rook": "HI", "king": "OU",
	"tokin": "TO", "promoted_lance": "NY", "promoted_knight": "NK", "promoted_silver": "NG", "dragon_horse": "UM", "dragon_king": "RY",
}

// csaEnds are the special moves of CSA for the ends of games. A game that ends
// otherwise is marked as broken off, its reason in a comment.
var csaEnds = map[string]string{
	"resignation": "%TORYO", string(engine.Checkmate): "%TSUMI", "time forfeit": "%TIME_UP", string(engine.Repetition): "%SENNICHITE",
	"illegal move": "%ILLEGAL_MOVE", "entering king": "%KACHI", string(engine.MoveLimit): "%JISHOGI", "ply limit": "%JISHOGI", "adjudicated as even": "%JISHOGI",
}

// checkCSA reports whether CSA can hold games by the rules.
func checkCSA(r *rules.Rules) error {
	ok := r.Files == 9 && r.Ranks == 9 && r.HasDrops && !r.Borrow && !r.Sheet.WinByCheck
	for _, k := range r.Kinds[1:] {
		ok = ok && csaNames[k.Sheet.ID] != ""
	}
	if !ok {
		return fmt.Errorf("CSA is for shogi, not for %s", r.Name)
	}
	return nil
}

func csaSquare(r *rules.Rules, sq engine.Square) string {
	return strconv.Itoa(r.Files-r.Column(sq)) + strconv.Itoa(r.Rank(sq)+1)
}

func csaColor(c engine.Color) string {
	if c == engine.Black {
		return "+"
	}
	return "-"
}

func writeCSA(w *bufio.Writer, r *rules.Rules, g *Game) error {
	if err := checkCSA(r); err != nil {
		return err
	}
	w.WriteString("V2.2\n")
	fmt.Fprintf(w, "N+%s\nN-%s\n", oneLine(g.Black), oneLine(g.White))
	if !g.Started.IsZero() {
		fmt.Fprintf(w, "$START_TIME:%s\n", g.Started.Format("2006/01/02 15:04:05"))
	}
	p, err := start(r, g)
	if err != nil {
		return err
	}
	writeCSABoard(w, p)
	last, err := Replay(r, g, func(p *engine.Position, m engine.Move, i int) error {
		from, kind := "00", m.Dropped()
		if !m.IsDrop() {
			from, kind = csaSquare(r, m.From()), p.At(m.From()).Kind()
			if m.Promotes() {
				kind = r.Kinds[kind].Promotes
			}
		}
		fmt.Fprintf(w, "%s%s%s%s\n", csaColor(p.Side()), from, csaSquare(r, m.To()), csaNames[r.Kinds[kind].Sheet.ID])
		if ply := g.Ply(i); ply != nil {
			fmt.Fprintf(w, "T%d\n", int(ply.Time/1000))
			if c := ply.comment(); c != "" {
				fmt.Fprintf(w, "'* %s\n", c)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if g.Reason != "" {
		fmt.Fprintf(w, "'* %s %s\n", oneLine(g.Reason), g.Result)
	}
	end := csaEnds[g.Reason]
	switch {
	case end == "%ILLEGAL_MOVE":
		end = "%" + csaColor(last.Side()) + "ILLEGAL_ACTION"
	case end == "":
		end = "%CHUDAN"
	}
	w.WriteString(end + "\n")
	return nil
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func writeCSABoard(w *bufio.Writer, p *engine.Position) {
	r := p.Rules()
	for y := range r.Ranks {
		fmt.Fprintf(w, "P%d", y+1)
		for x := range r.Files {
			pc := p.At(r.At(x, y))
			if pc == engine.Empty {
				w.WriteString(" * ")
				continue
			}
			w.WriteString(csaColor(pc.Color()) + csaNames[r.Kinds[pc.Kind()].Sheet.ID])
		}
		w.WriteByte('\n')
	}
	for _, c := range []engine.Color{engine.Black, engine.White} {
		var b strings.Builder
		for slot, k := range r.HandKinds {
			b.WriteString(strings.Repeat("00"+csaNames[r.Kinds[k].Sheet.ID], p.Hand(c, slot)))
		}
		if b.Len() > 0 {
			fmt.Fprintf(w, "P%s%s\n", csaColor(c), b.String())
		}
	}
	w.WriteString(csaColor(p.Side()) + "\n")
}

// readCSA reads games, with "/" lines between them.
func readCSA(s *script, r *rules.Rules) ([]Game, error) {
	if r == nil {
		return nil, errors.New("CSA does not name its variant")
	}
	if err := checkCSA(r); err != nil {
		return nil, err
	}
	var games []Game
	for {
		c := csaReader{r: r, g: Game{Variant: r.Name}}
		more := false
		for s.next() {
			if s.text == "/" {
				more = true
				break
			}
			for _, part := range csaStatements(s.text) {
				if err := c.statement(part); err != nil {
					return nil, err
				}
			}
		}
		if c.begun || c.board != nil {
			if err := c.finish(); err != nil {
				return nil, err
			}
			games = append(games, c.g)
		}
		if !more {
			return games, nil
		}
	}
}

// csaStatements splits a line at commas, but for comments and names.
func csaStatements(line string) []string {
	if line == "" || strings.ContainsRune("'N$V", rune(line[0])) {
		return []string{line}
	}
	return strings.Split(line, ",")
}

type csaReader struct {
	r     *rules.Rules
	g     Game
	board map[string]string // what stands where, by "76": "+FU"
	hands [2]map[string]int
	p     *engine.Position // once the moves begin
	begun bool
}

func (c *csaReader) statement(text string) error {
	switch {
	case text == "", text[0] == '\'', text[0] == 'V', text[0] == '$', text[0] == 'T':
	case strings.HasPrefix(text, "N+"):
		c.g.Black, c.begun = text[2:], true
	case strings.HasPrefix(text, "N-"):
		c.g.White, c.begun = text[2:], true
	case text[0] == 'P':
		return c.place(text)
	case text == "+", text == "-":
		return c.begin(text)
	case text[0] == '+', text[0] == '-':
		return c.move(text)
	case text[0] == '%':
		c.end(text)
	default:
		return fmt.Errorf("%q: not a line of CSA", text)
	}
	return nil
}

// place reads the lines that set up a position.
func (c *csaReader) place(text string) error {
	if c.p != nil {
		return fmt.Errorf("%q: pieces after the game has begun", text)
	}
	if c.board == nil {
		c.board, c.hands = map[string]string{}, [2]map[string]int{{}, {}}
	}
	bad := fmt.Errorf("%q: not a line of pieces", text)
	switch {
	case strings.HasPrefix(text, "PI"):
		start := engine.New(c.r)
		for _, sq := range c.r.Squares {
			if pc := start.At(sq); pc != engine.Empty {
				c.board[csaSquare(c.r, sq)] = csaColor(pc.Color()) + csaNames[c.r.Kinds[pc.Kind()].Sheet.ID]
			}
		}
		for rest := text[2:]; rest != ""; rest = rest[4:] {
			if len(rest) < 4 {
				return bad
			}
			delete(c.board, rest[:2])
		}
	case len(text) > 2 && (text[1] == '+' || text[1] == '-'):
		for rest := text[2:]; rest != ""; rest = rest[4:] {
			if len(rest) < 4 {
				return bad
			}
			if rest[:2] != "00" {
				c.board[rest[:2]] = text[1:2] + rest[2:4]
			} else if text[1] == '+' {
				c.hands[0][rest[2:4]]++
			} else {
				c.hands[1][rest[2:4]]++
			}
		}
	case len(text) > 2 && text[1] >= '1' && text[1] <= '9':
		rest := text[2:]
		for file := 9; file >= 1 && rest != ""; file-- {
			if len(rest) < 3 {
				rest += "  "
			}
			if rest[0] == '+' || rest[0] == '-' {
				c.board[strconv.Itoa(file)+text[1:2]] = rest[:3]
			}
			rest = rest[min(3, len(rest)):]
		}
		if strings.TrimSpace(rest) != "" {
			return bad
		}
	default:
		return bad
	}
	return nil
}

// begin makes the position of what was placed.
func (c *csaReader) begin(color string) error {
	if c.p != nil {
		return errors.New("a second game without / between")
	}
	c.begun = true
	if c.board == nil {
		c.p = engine.New(c.r)
		return nil
	}
	sfen, err := c.sfen(color)
	if err != nil {
		return err
	}
	p, err := engine.ParseSFEN(c.r, sfen)
	if err != nil {
		return err
	}
	if sfen = p.SFEN(); sfen != c.r.Sheet.StartSFEN() {
		c.g.Opening.SFEN = sfen
	}
	c.p = p
	return nil
}

func (c *csaReader) kind(name string) (engine.Kind, bool) {
	for k := range c.r.Kinds[1:] {
		if csaNames[c.r.Kinds[k+1].Sheet.ID] == name {
			return engine.Kind(k + 1), true
		}
	}
	return 0, false
}

func (c *csaReader) sfen(color string) (string, error) {
	token := func(signed string) (string, error) {
		k, ok := c.kind(signed[1:])
		if !ok {
			return "", fmt.Errorf("%q: no piece", signed)
		}
		owner := engine.Black
		if signed[0] == '-' {
			owner = engine.White
		}
		return engine.PieceText(c.r, rules.MakePiece(k, owner)), nil
	}
	var b strings.Builder
	for rank := 1; rank <= 9; rank++ {
		if rank > 1 {
			b.WriteByte('/')
		}
		for file := 9; file >= 1; file-- {
			signed, ok := c.board[strconv.Itoa(file)+strconv.Itoa(rank)]
			if !ok {
				b.WriteByte('1')
				continue
			}
			t, err := token(signed)
			if err != nil {
				return "", err
			}
			b.WriteString(t)
		}
	}
	hand := ""
	for i, sign := range []string{"+", "-"} {
		for name, n := range c.hands[i] {
			t, err := token(sign + name)
			if err != nil {
				return "", err
			}
			hand += strconv.Itoa(n) + t
		}
	}
	if hand == "" {
		hand = "-"
	}
	turn := " b "
	if color == "-" {
		turn = " w "
	}
	return joinRuns(b.String()) + turn + hand + " 1", nil
}

// joinRuns makes runs of free squares of single ones, which stand as 1.
func joinRuns(board string) string {
	return onesRE.ReplaceAllStringFunc(board, func(s string) string { return strconv.Itoa(len(s)) })
}

var onesRE = regexp.MustCompile(`1+`)

func (c *csaReader) move(text string) error {
	if c.p == nil {
		return fmt.Errorf("move %q before the game has begun", text)
	}
	if len(text) != 7 || text[:1] != csaColor(c.p.Side()) {
		return fmt.Errorf("move %q: expected %s, two squares and a piece", text, csaColor(c.p.Side()))
	}
	from, to, name := text[1:3], text[3:5], text[5:]
	for _, m := range c.p.GenerateLegal(nil) {
		if csaSquare(c.r, m.To()) != to || m.IsDrop() != (from == "00") {
			continue
		}
		kind := m.Dropped()
		if !m.IsDrop() {
			if csaSquare(c.r, m.From()) != from {
				continue
			}
			kind = c.p.At(m.From()).Kind()
			if m.Promotes() {
				kind = c.r.Kinds[kind].Promotes
			}
		}
		if csaNames[c.r.Kinds[kind].Sheet.ID] == name {
			c.g.play(c.p, m)
			return nil
		}
	}
	return fmt.Errorf("move %q is not legal in this position", text)
}

func (c *csaReader) end(text string) {
	if c.p == nil {
		return
	}
	us := c.p.Side()
	lost := ResultOf(engine.Outcome{Over: true, Winner: us.Other()})
	switch text {
	case "%TORYO", "%TSUMI", "%TIME_UP", "%ILLEGAL_MOVE", "%" + csaColor(us) + "ILLEGAL_ACTION":
		c.g.Result = lost
	case "%KACHI", "%" + csaColor(us.Other()) + "ILLEGAL_ACTION":
		c.g.Result = ResultOf(engine.Outcome{Over: true, Winner: us})
	case "%SENNICHITE", "%JISHOGI", "%HIKIWAKE":
		c.g.Result = Draw
	}
	for reason, end := range csaEnds {
		if end == text && (c.g.Reason == "" || reason < c.g.Reason) {
			c.g.Reason = reason
		}
	}
}

func (c *csaReader) finish() error {
	if c.p == nil {
		return errors.New("a game without its first player, + or -")
	}
	c.g.SFEN = c.p.SFEN()
	return nil
}
