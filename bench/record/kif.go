package record

import (
	"bufio"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"mujo/engine"
	"mujo/engine/rules"
)

// A kifStyle is how KIF writes a game: shogi by one kanji a piece, chu shogi
// as lishogi does, by the names of pieces and with two lines for a move by
// steps.
type kifStyle struct {
	long  bool
	width int // of a square on the board
}

// kifShort are the pieces of shogi in moves, by id.
var kifShort = map[string]string{
	"pawn": "歩", "lance": "香", "knight": "桂", "silver_general": "銀", "gold_general": "金", "bishop": "角", "rook": "飛", "king": "玉",
	"tokin": "と", "promoted_lance": "成香", "promoted_knight": "成桂", "promoted_silver": "成銀", "dragon_horse": "馬", "dragon_king": "龍",
}

// kifOnBoard are those that have another sign on the board.
var kifOnBoard = map[string]string{"promoted_lance": "杏", "promoted_knight": "圭", "promoted_silver": "全"}

// kifChu are the pieces of chu shogi on the board.
var kifChu = map[string]string{
	"king": "玉", "crown_prince": "太", "lion": "獅", "free_king": "奔", "soaring_eagle": "鷲", "horned_falcon": "鷹", "flying_ox": "牛", "free_boar": "猪",
	"dragon_king": "龍", "dragon_horse": "馬", "rook": "飛", "bishop": "角", "white_horse": "駒", "whale": "鯨", "flying_stag": "鹿", "vertical_mover": "竪",
	"side_mover": "横", "reverse_chariot": "反", "lance": "香", "kirin": "麒", "phoenix": "鳳", "drunk_elephant": "象", "blind_tiger": "虎",
	"ferocious_leopard": "豹", "gold_general": "金", "silver_general": "銀", "copper_general": "銅", "go_between": "仲", "pawn": "歩",
}

// kifEnds are the words of KIF for the ends of games.
var kifEnds = map[string]string{
	"resignation": "投了", string(engine.Checkmate): "詰み", "time forfeit": "切れ負け", string(engine.Repetition): "千日手",
	"illegal move": "反則負け", "entering king": "入玉勝ち", string(engine.MoveLimit): "持将棋", "ply limit": "持将棋", "adjudicated as even": "持将棋",
}

func kifStyleOf(r *rules.Rules) (kifStyle, error) {
	switch {
	case r.Files == 9 && checkCSA(r) == nil:
		return kifStyle{width: 2}, nil
	case r.Lions != nil && r.Letters() && !r.HasDrops && r.Files == 12 && r.Ranks == 12 && isChu(r):
		return kifStyle{long: true, width: 3}, nil
	}
	return kifStyle{}, fmt.Errorf("KIF is for shogi and chu shogi, not for %s", r.Name)
}

func isChu(r *rules.Rules) bool {
	for _, k := range r.Kinds[1:] {
		if kifChu[k.Sheet.ID] == "" {
			return false
		}
	}
	return true
}

const kanjiDigits = "一二三四五六七八九"

func kanjiNumber(n int) string {
	text := ""
	if n >= 10 {
		if n >= 20 {
			text = string([]rune(kanjiDigits)[n/10-1])
		}
		text += "十"
		n %= 10
	}
	if n > 0 {
		text += string([]rune(kanjiDigits)[n-1])
	}
	return text
}

func parseKanjiNumber(s string) (int, bool) {
	n := 0
	for _, c := range s {
		if c == '十' {
			n = max(n, 1) * 10
			continue
		}
		i := strings.IndexRune(kanjiDigits, c)
		if i < 0 {
			return 0, false
		}
		n += i/3 + 1
	}
	return n, n > 0
}

// square is a square of a move: full-width digits in shogi, plain in chu.
func (k kifStyle) square(r *rules.Rules, sq engine.Square) string {
	file := strconv.Itoa(r.Files - r.Column(sq))
	if !k.long {
		file = string(rune('０' + r.Files - r.Column(sq)))
	}
	return file + kanjiNumber(r.Rank(sq)+1)
}

// name is a piece in a move.
func (k kifStyle) name(r *rules.Rules, kind engine.Kind) string {
	if !k.long {
		return kifShort[r.Kinds[kind].Sheet.ID]
	}
	name, _, _ := strings.Cut(r.Kinds[kind].Sheet.Kanji, "/")
	return name
}

// onBoard is a piece on the board. In chu a promoted piece whose kind occurs
// unpromoted too has a mark.
func (k kifStyle) onBoard(r *rules.Rules, kind engine.Kind) string {
	info := &r.Kinds[kind]
	if !k.long {
		if t := kifOnBoard[info.Sheet.ID]; t != "" {
			return t
		}
		return kifShort[info.Sheet.ID]
	}
	text := kifChu[info.Sheet.ID]
	if !info.Promoted {
		return text
	}
	for i := range r.Kinds[1:] {
		if o := &r.Kinds[i+1]; !o.Promoted && o.Sheet.ID == info.Sheet.ID {
			if base := &r.Kinds[info.Base]; base.Sheet.ID == "pawn" {
				text = kifChu[base.Sheet.ID]
			}
			return "成" + text
		}
	}
	return text
}

func writeKIF(w *bufio.Writer, r *rules.Rules, g *Game) error {
	k, err := kifStyleOf(r)
	if err != nil {
		return err
	}
	w.WriteString("# KIF version=2.0 encoding=UTF-8\n")
	if !g.Started.IsZero() {
		fmt.Fprintf(w, "開始日時：%s\n", g.Started.Format("2006/01/02 15:04:05"))
	}
	p, err := start(r, g)
	if err != nil {
		return err
	}
	switch {
	case g.Opening.SFEN != "":
		k.writeBoard(w, p)
	case !k.long:
		w.WriteString("手合割：平手\n")
	default:
		w.WriteString("手合割：\n")
	}
	fmt.Fprintf(w, "先手：%s\n後手：%s\n", oneLine(g.Black), oneLine(g.White))
	w.WriteString("手数----指手---------消費時間--\n")
	var used [2]float64
	var before engine.Square
	n := 0
	_, err = Replay(r, g, func(p *engine.Position, m engine.Move, i int) error {
		n = i + 1
		spent := ""
		if ply := g.Ply(i); ply != nil {
			c := p.Side()
			used[c] += ply.Time / 1000
			spent = fmt.Sprintf(" (%s/%s)", kifTime(ply.Time/1000, false), kifTime(used[c], true))
		}
		for _, text := range k.move(p, m, before) {
			fmt.Fprintf(w, "%4d %s%s\n", n, text, spent)
			spent = ""
		}
		if c := g.Ply(i).comment(); c != "" {
			fmt.Fprintf(w, "*%s\n", c)
		}
		before = m.To()
		return nil
	})
	if err != nil {
		return err
	}
	if g.Reason != "" {
		end := kifEnds[g.Reason]
		if end == "" {
			end = "中断"
		}
		fmt.Fprintf(w, "%4d %s\n", n+1, end)
		fmt.Fprintf(w, "*%s %s\n", oneLine(g.Reason), g.Result)
	}
	return nil
}

func kifTime(seconds float64, hours bool) string {
	s := int(seconds)
	if hours {
		return fmt.Sprintf("%02d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%2d:%02d", s/60, s%60)
}

// move writes a move; before is where the last one ended.
func (k kifStyle) move(p *engine.Position, m engine.Move, before engine.Square) []string {
	r := p.Rules()
	to := k.square(r, m.To())
	if m.IsDrop() {
		return []string{to + k.name(r, m.Dropped()) + "打"}
	}
	name, promotes := k.name(r, p.At(m.From()).Kind()), ""
	if m.Promotes() {
		promotes = "成"
	}
	if !k.long {
		if m.To() == before && before != 0 {
			to = "同　"
		}
		return []string{to + name + promotes + "(" + csaSquare(r, m.From()) + ")"}
	}
	from := func(sq engine.Square) string { return " （←" + k.square(r, sq) + "）" }
	mid, _ := p.Stops(m)
	if mid == 0 {
		return []string{to + name + promotes + from(m.From())}
	}
	how := ""
	if m.From() == m.To() {
		// A pass is "(じっと)" on lishogi's pages, which its reader rejects.
		if p.At(mid) != engine.Empty {
			how = "（居食い）"
		}
	}
	return []string{"一歩目 " + k.square(r, mid) + name + from(m.From()), "二歩目 " + to + name + promotes + how + from(mid)}
}

// writeBoard draws a position.
func (k kifStyle) writeBoard(w *bufio.Writer, p *engine.Position) {
	r := p.Rules()
	hand := func(c engine.Color, who string) {
		if !r.HasDrops {
			return
		}
		var held []string
		for slot, kind := range r.HandKinds {
			switch n := p.Hand(c, slot); {
			case n == 1:
				held = append(held, k.onBoard(r, kind))
			case n > 1:
				held = append(held, k.onBoard(r, kind)+kanjiNumber(n))
			}
		}
		text := strings.Join(held, "　")
		if text == "" {
			text = "なし"
		}
		fmt.Fprintf(w, "%sの持駒：%s\n", who, text)
	}
	hand(engine.White, "後手")
	for x := range r.Files {
		if file := r.Files - x; k.long {
			fmt.Fprintf(w, "%*d", k.width+1, file)
		} else {
			w.WriteString(" " + string(rune('０'+file)))
		}
	}
	bar := "+" + strings.Repeat("-", r.Files*(k.width+1)) + "+\n"
	w.WriteString("\n" + bar)
	for y := range r.Ranks {
		w.WriteByte('|')
		for x := range r.Files {
			text := "・"
			if pc := p.At(r.At(x, y)); pc != engine.Empty {
				text = k.onBoard(r, pc.Kind())
				if pc.Color() == engine.White {
					text = "v" + text
				}
			}
			w.WriteString(strings.Repeat(" ", max(k.width-utf8.RuneCountInString(text), 0)) + text)
		}
		w.WriteString("|" + kanjiNumber(y+1) + "\n")
	}
	w.WriteString(bar)
	hand(engine.Black, "先手")
	if p.Side() == engine.White {
		w.WriteString("後手番\n")
	}
}

// A kifReader reads one game.
type kifReader struct {
	r       *rules.Rules
	k       kifStyle
	g       Game
	ranks   []string
	hands   [2]string // "なし" where there is none
	white   bool      // White moves first
	p       *engine.Position
	before  engine.Square
	first   [2]engine.Square // of a move by steps whose second line is to come
	halfway bool
}

func readKIF(s *script, r *rules.Rules) ([]Game, error) {
	if r == nil {
		return nil, errors.New("KIF needs to be told its variant")
	}
	k, err := kifStyleOf(r)
	if err != nil {
		return nil, err
	}
	f := kifReader{r: r, k: k, g: Game{Variant: r.Name}}
	for s.next() {
		if err := f.line(s.text); err != nil {
			return nil, err
		}
	}
	if f.halfway {
		return nil, errors.New("the second line of a move by steps is missing")
	}
	if f.p == nil {
		if err := f.begin(); err != nil {
			return nil, err
		}
	}
	f.g.SFEN = f.p.SFEN()
	return []Game{f.g}, nil
}

var kifNumber = regexp.MustCompile(`^\s*(\d+)\s+(.*)$`)

func (f *kifReader) line(text string) error {
	trimmed := strings.TrimSpace(strings.ReplaceAll(text, "　", " "))
	switch {
	case trimmed == "", strings.HasPrefix(trimmed, "#"), strings.HasPrefix(trimmed, "*"), strings.HasPrefix(trimmed, "手数--"):
		return nil
	case strings.HasPrefix(trimmed, "|"):
		f.ranks = append(f.ranks, trimmed)
		return nil
	case strings.HasPrefix(trimmed, "変化"):
		return errors.New("variations are not read")
	case strings.HasPrefix(trimmed, "後手番"), strings.HasPrefix(trimmed, "上手番"):
		f.white = true
		return nil
	}
	if m := kifNumber.FindStringSubmatch(text); m != nil && !strings.HasPrefix(text, " ９") && f.isMove(m[2]) {
		if f.p == nil {
			if err := f.begin(); err != nil {
				return err
			}
		}
		return f.move(m[2])
	}
	f.header(strings.Replace(trimmed, "：", ":", 1))
	return nil
}

func (f *kifReader) header(text string) {
	name, value, ok := strings.Cut(text, ":")
	if !ok {
		return
	}
	switch strings.TrimSpace(name) {
	case "先手", "下手":
		f.g.Black = strings.TrimSpace(value)
	case "後手", "上手":
		f.g.White = strings.TrimSpace(value)
	case "先手の持駒", "下手の持駒":
		f.hands[0] = value
	case "後手の持駒", "上手の持駒":
		f.hands[1] = value
	}
}

func (f *kifReader) isMove(text string) bool {
	return kifMoveRE.MatchString(text) || kifEnd(text) != ""
}

// kifEnd returns the word that ends the game, if text is one.
func kifEnd(text string) string {
	word, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	for _, w := range []string{"投了", "詰み", "切れ負け", "千日手", "反則負け", "反則勝ち", "入玉勝ち", "持将棋", "中断", "封じ手"} {
		if word == w {
			return w
		}
	}
	return ""
}

// kifMoveRE: step, square, piece, what it does, start.
var kifMoveRE = regexp.MustCompile(`^(?:(一歩目|二歩目)\s*)?((?:[１-９]{1,2}|\d\d?)(?:十?[一二三四五六七八九]|十)|同|仝)[\s　]*([^\s（(打]+?)(不成|成)?(打)?(?:[（(](居食い|じっと)[）)])?` +
	`(?:[\s　]*[（(]\s*←?\s*((?:[１-９]{1,2}|\d\d?)(?:十?[一二三四五六七八九]|十)|\d\d)\s*[）)])?(?:\s|$|[（(])`)

func (f *kifReader) move(text string) error {
	if end := kifEnd(text); end != "" {
		f.end(end)
		return nil
	}
	m := kifMoveRE.FindStringSubmatch(text)
	if m == nil {
		return fmt.Errorf("%q: not a move", text)
	}
	to, err := f.square(m[2])
	if err != nil {
		return err
	}
	if m[5] != "" || m[7] == "" {
		return f.drop(to, m[3])
	}
	from, err := f.square(m[7])
	if err != nil {
		return err
	}
	usi := f.r.SquareText(from) + f.r.SquareText(to)
	switch m[1] {
	case "一歩目":
		f.first, f.halfway = [2]engine.Square{from, to}, true
		return nil
	case "二歩目":
		if !f.halfway || f.first[1] != from {
			return fmt.Errorf("%q: a second step without its first", text)
		}
		f.halfway = false
		usi = f.r.SquareText(f.first[0]) + usi
	}
	if m[4] == "成" {
		usi += "+"
	}
	return f.play(usi)
}

func (f *kifReader) drop(to engine.Square, piece string) error {
	for _, kind := range f.r.HandKinds {
		if f.k.name(f.r, kind) == piece {
			return f.play(engine.PieceText(f.r, rules.MakePiece(kind, engine.Black)) + "*" + f.r.SquareText(to))
		}
	}
	return fmt.Errorf("%q: no piece to drop", piece)
}

func (f *kifReader) play(usi string) error {
	m, err := f.p.ParseMove(usi)
	if err != nil {
		return err
	}
	f.before = m.To()
	f.g.play(f.p, m)
	return nil
}

// square reads a square: digits and a kanji number, two digits, or the sign
// for the same as before.
func (f *kifReader) square(text string) (engine.Square, error) {
	if text == "同" || text == "仝" {
		if f.before == 0 {
			return 0, fmt.Errorf("%q without a move before", text)
		}
		return f.before, nil
	}
	digits, rest := "", text
	for rest != "" {
		c, n := utf8.DecodeRuneInString(rest)
		if c >= '０' && c <= '９' {
			c = c - '０' + '0'
		}
		if c < '0' || c > '9' {
			break
		}
		digits, rest = digits+string(c), rest[n:]
	}
	var file, rank int
	if rest == "" && len(digits) == 2 {
		file, rank = int(digits[0]-'0'), int(digits[1]-'0')
	} else {
		file, _ = strconv.Atoi(digits)
		rank, _ = parseKanjiNumber(rest)
	}
	if file < 1 || file > f.r.Files || rank < 1 || rank > f.r.Ranks {
		return 0, fmt.Errorf("%q: not a square", text)
	}
	return f.r.At(f.r.Files-file, rank-1), nil
}

func (f *kifReader) end(word string) {
	us := f.p.Side()
	lost := ResultOf(engine.Outcome{Over: true, Winner: us.Other()})
	switch word {
	case "投了", "詰み", "切れ負け", "反則負け":
		f.g.Result = lost
	case "反則勝ち", "入玉勝ち":
		f.g.Result = ResultOf(engine.Outcome{Over: true, Winner: us})
	case "千日手", "持将棋":
		f.g.Result = Draw
	}
	for reason, w := range kifEnds {
		if w == word && (f.g.Reason == "" || reason < f.g.Reason) {
			f.g.Reason = reason
		}
	}
}

// begin sets up the position.
func (f *kifReader) begin() error {
	if f.ranks == nil {
		f.p = engine.New(f.r)
		return nil
	}
	sfen, err := f.sfen()
	if err != nil {
		return err
	}
	if f.p, err = engine.ParseSFEN(f.r, sfen); err != nil {
		return err
	}
	if sfen = f.p.SFEN(); sfen != f.r.Sheet.StartSFEN() {
		f.g.Opening.SFEN = sfen
	}
	return nil
}

// pieces maps signs on the board to kinds.
func (f *kifReader) pieces() map[string]engine.Kind {
	signs := map[string]engine.Kind{}
	for i := range f.r.Kinds[1:] {
		kind := engine.Kind(i + 1)
		signs[f.k.onBoard(f.r, kind)] = kind
	}
	for other, sign := range map[string]string{"王": "玉", "竜": "龍"} {
		if kind, ok := signs[sign]; ok {
			signs[other] = kind
		}
	}
	return signs
}

func (f *kifReader) sfen() (string, error) {
	signs := f.pieces()
	var b strings.Builder
	for y, text := range f.ranks {
		if y > 0 {
			b.WriteByte('/')
		}
		inside, _, _ := strings.Cut(strings.TrimPrefix(text, "|"), "|")
		color, mark := engine.Black, ""
		for _, c := range inside {
			switch c {
			case ' ':
			case '・':
				b.WriteByte('1')
			case 'v':
				color = engine.White
			case '成':
				mark = "成"
			default:
				kind, ok := signs[mark+string(c)]
				if !ok {
					return "", fmt.Errorf("%q: no piece on rank %d", mark+string(c), y+1)
				}
				b.WriteString(engine.PieceText(f.r, rules.MakePiece(kind, color)))
				color, mark = engine.Black, ""
			}
		}
	}
	hand := ""
	for c, text := range f.hands {
		h, err := f.hand(text, engine.Color(c), signs)
		if err != nil {
			return "", err
		}
		hand += h
	}
	if hand == "" {
		hand = "-"
	}
	turn := " b "
	if f.white {
		turn = " w "
	}
	return joinRuns(b.String()) + turn + hand + " 1", nil
}

func (f *kifReader) hand(text string, c engine.Color, signs map[string]engine.Kind) (string, error) {
	if strings.TrimSpace(text) == "なし" {
		return "", nil
	}
	out := ""
	for word := range strings.FieldsSeq(strings.ReplaceAll(text, "　", " ")) {
		sign, n := utf8.DecodeRuneInString(word)
		kind, ok := signs[string(sign)]
		count := 1
		if rest := word[n:]; rest != "" && ok {
			count, ok = parseKanjiNumber(rest)
		}
		if !ok {
			return "", fmt.Errorf("%q: not a piece in hand", word)
		}
		out += strconv.Itoa(count) + engine.PieceText(f.r, rules.MakePiece(kind, c))
	}
	return out, nil
}
