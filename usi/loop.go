package usi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"mujo/engine"
	"mujo/engine/rules"
	"mujo/eval"
	"mujo/search"
	"mujo/variants"
)

// A Searcher thinks about positions of one variant. The loop calls one method
// at a time.
type Searcher interface {
	// SetOptions changes memory, threads and the number of lines.
	SetOptions(search.Options)
	// NewGame forgets what was learnt from the last game.
	NewGame()
	// Go searches p, which it leaves alone, until c says so. It calls report
	// now and then, from the goroutine that called it.
	Go(p *engine.Position, c *search.Control, report func(search.Info)) search.Result
}

// A Config is what the loop needs from the program around it.
type Config struct {
	Name   string // with the version, ASCII
	Author string
	// NewSearcher makes the searcher of a variant.
	NewSearcher func(*rules.Rules, *eval.Evaluator, search.Options) Searcher
	// FreeMemoryMB is how many MiB the system could still give, or false where
	// that is not known; nil: it is not known.
	FreeMemoryMB func() (int, bool)
	// Bench runs the debug command of that name with its words and writes what
	// it has to say; nil: there is none.
	Bench func(ctx context.Context, args []string, w io.Writer) error
}

// Run obeys the commands of in until quit, its end, or ctx is done. It may
// return while a read of in is still waiting.
func Run(ctx context.Context, in io.Reader, out io.Writer, c Config) error {
	l := newLoop(out, c)
	left := make(chan error, 1)
	go func() { left <- l.obey(in) }()
	var err error
	select {
	case err = <-left:
	case <-ctx.Done():
	}
	l.leave()
	return err
}

// A loop is the state of a conversation.
type loop struct {
	// Fixed.
	config  Config
	out     *output
	options []option

	// What the host has set.
	settings settings
	variant  string          // as asked for
	own      *variants.Sheet // the user's own, from VariantPath
	game     *game           // nil until it is needed

	// The searcher, what it was made for and what it was told.
	searcher Searcher
	rules    *rules.Rules
	evalFile string
	told     search.Options // as the settings had it
	tableMB  int            // what there was memory for

	// job is what runs in the background. Only the reading goroutine sets it.
	job atomic.Pointer[job]
}

func newLoop(out io.Writer, c Config) *loop {
	return &loop{
		config: c, out: &output{w: out}, options: optionTable(variants.Names()),
		settings: defaultSettings(), variant: variants.Default,
	}
}

// obey reads and executes commands. There is no queue between the two: a
// command costs microseconds, and while all processors search each change of
// goroutine might wait for a time slice.
func (l *loop) obey(in io.Reader) error {
	lines := newLineReader(in)
	for first := true; ; first = false {
		line, err := lines.next()
		switch {
		case err == io.EOF:
			return nil
		case errors.Is(err, errTooLong):
			l.out.errorf("a line of more than %d bytes was dropped, expected a shorter one", maxInput)
			continue
		case err != nil:
			return fmt.Errorf("reading commands: %w", err)
		}
		if first { // some shells put a byte order mark into a pipe
			line = strings.TrimPrefix(line, "\ufeff")
		}
		if !l.execute(line) {
			return nil
		}
	}
}

// How long a command waits for what it has stopped. The answer to stop belongs
// before that of the next command; hosts kill what has not gone 50 ms after
// quit.
const (
	stopTime = 50 * time.Millisecond
	quitTime = 25 * time.Millisecond
)

// leave ends what runs, without waiting long for it.
func (l *loop) leave() {
	if j := l.job.Load(); j != nil {
		j.stop()
		j.wait(quitTime)
	}
	l.out.close()
}

// commands are the words that begin a line, for errors.
const commands = "usi, isready, setoption, usinewgame, position, go, stop, ponderhit, gameover, quit, d, moves, perft, eval or bench"

// execute obeys one line and reports whether to go on. A panic costs the
// command, not the game.
func (l *loop) execute(line string) (more bool) {
	word, rest := cutWord(line)
	defer func() {
		if x := recover(); x != nil {
			l.out.errorf("%s: internal fault: %v", clip(word), x)
			more = true
		}
	}()
	switch word {
	case "":
	case "usi":
		l.identify()
	case "isready":
		l.ready()
	case "setoption":
		l.setOption(rest)
	case "usinewgame", "ucinewgame":
		l.newGame()
	case "position":
		l.setPosition(rest)
	case "go":
		l.think(fields(rest))
	case "stop", "gameover":
		if j := l.running(); j != nil {
			j.stop()
			j.wait(stopTime)
		}
	case "ponderhit":
		l.ponderHit(fields(rest))
	case "quit":
		return false
	case "d":
		l.show()
	case "moves":
		l.listMoves()
	case "eval":
		l.evaluate()
	case "perft":
		l.perft(fields(rest))
	case "bench":
		l.bench(fields(rest))
	default:
		l.out.errorf("unknown command %q, expected %s", clip(word), commands)
	}
	return true
}

// identify answers usi. It must come at once: no sheet is parsed for it.
func (l *loop) identify() {
	lines := []string{"id name " + plain(l.config.Name), "id author " + plain(l.config.Author)}
	for i := range l.options {
		lines = append(lines, l.options[i].declaration())
	}
	l.out.lines(append(lines, "usiok")...)
}

// ready answers isready, after the tables are built and the memory is taken.
// While they are not, an empty line now and then shows that the engine lives.
func (l *loop) ready() {
	if l.running() == nil {
		done := make(chan any, 1)
		go func() {
			defer func() { done <- recover() }()
			l.prepare()
		}()
		tick := time.NewTicker(3 * time.Second)
		defer tick.Stop()
		for waiting := true; waiting; {
			select {
			case fault := <-done:
				if fault != nil {
					l.out.errorf("isready: internal fault: %v", fault)
				}
				waiting = false
			case <-tick.C:
				l.out.lines("")
			}
		}
	}
	l.out.lines("readyok")
}

// newGame forgets the last game.
func (l *loop) newGame() {
	l.finish()
	if l.searcher != nil {
		l.searcher.NewGame()
	}
	if l.game != nil {
		if err := l.game.setUp(startpos); err != nil {
			panic(err) // it could be set up before
		}
	}
}

// prepare makes the searcher fit the variant and the options. Nothing may be
// running.
func (l *loop) prepare() {
	g := l.current()
	want := l.settings.search()
	keepFree(want.Threads)
	fits := l.searcher != nil && l.rules == g.rules && l.evalFile == l.settings.evalFile
	if fits && l.told == want {
		return
	}
	l.told = want
	if !fits {
		l.searcher, l.tableMB = nil, 0 // let its memory go first
	}
	l.tableMB = l.affordable(want.HashMB)
	want.HashMB = l.tableMB
	if fits {
		l.searcher.SetOptions(want)
	} else {
		l.searcher = l.config.NewSearcher(g.rules, l.evaluator(g.rules), want)
		l.rules, l.evalFile = g.rules, l.settings.evalFile
	}
}

// affordable is how much of so many MiB the system has, a tenth of it left
// free: a process that takes more is killed.
func (l *loop) affordable(mb int) int {
	if l.config.FreeMemoryMB == nil {
		return mb
	}
	available, ok := l.config.FreeMemoryMB()
	if !ok {
		return mb
	}
	if most := max((available+l.tableMB)/10*9, 1); mb > most {
		l.out.info("USI_Hash: %d MiB are more than there is free; %d are taken", mb, most)
		return most
	}
	return mb
}

// evaluator returns what EvalFile asks for, the built-in evaluation if that
// does not suit the variant.
func (l *loop) evaluator(r *rules.Rules) *eval.Evaluator {
	e, err := eval.Load(r, l.settings.evalFile)
	if err != nil {
		l.out.errorf("option EvalFile: %v; the built-in evaluation is used", err)
		return eval.New(r)
	}
	return e
}

// keepFree sees to it that a search with so many threads leaves the runtime
// a processor for the loop. Where they are all taken a line that has come in
// waits for a time slice of the scheduler, 10 ms and more: with as many threads
// as processors isready took 10.7 ms on average, and 3.9 ms with this.
func keepFree(threads int) {
	if runtime.GOMAXPROCS(0) <= threads {
		runtime.GOMAXPROCS(threads + 1)
	}
}

// running returns what runs in the background, nil if nothing does.
func (l *loop) running() *job {
	j := l.job.Load()
	if j == nil {
		return nil
	}
	if j.last.Load() {
		<-j.done
	}
	select {
	case <-j.done:
		l.retire(j)
		return nil
	default:
		return j
	}
}

// retire forgets a job that is done, and a searcher that cannot be trusted any
// more with it.
func (l *loop) retire(j *job) {
	l.job.Store(nil)
	if j.search != nil && j.search.broken {
		l.searcher = nil
	}
}

// finish ends what runs and waits for its answer.
func (l *loop) finish() {
	if j := l.running(); j != nil {
		j.stop()
		<-j.done
		l.retire(j)
	}
}

// idle reports whether nothing runs; if something does it says that command
// cannot run beside it.
func (l *loop) idle(command string) bool {
	if l.running() == nil {
		return true
	}
	l.out.errorf("%s: another command is running, expected stop first", command)
	return false
}

// A game is the position the host has set up and how it came about.
type game struct {
	rules *rules.Rules
	pos   *engine.Position
	start string   // the words that name the position before the moves
	moves []string // as the host wrote them
}

// newGameOf compiles a sheet and sets up its start position.
func newGameOf(s *variants.Sheet) (g *game, err error) {
	defer func() { // a user's sheet may be valid and still make no sense
		if x := recover(); x != nil {
			g, err = nil, fmt.Errorf("%s: %v", s.Variant, x)
		}
	}()
	r, err := rules.Compile(s)
	if err != nil {
		return nil, err
	}
	g = &game{rules: r}
	if err := g.setUp(startpos); err != nil {
		return nil, fmt.Errorf("%s: start position: %w", s.Variant, err)
	}
	return g, nil
}

// setUp goes to a position without moves: startpos or an SFEN.
func (g *game) setUp(start string) error {
	sfen := start
	if start == startpos {
		sfen = g.rules.Sheet.StartSFEN()
	}
	p, err := engine.ParseSFEN(g.rules, sfen)
	if err != nil {
		return err
	}
	g.pos, g.start, g.moves = p, start, g.moves[:0]
	return nil
}

// current returns the game, which is made when it is first needed.
func (l *loop) current() *game {
	if l.game == nil {
		s, err := variants.Load(l.variant)
		if err == nil {
			l.game, err = newGameOf(s)
		}
		if err != nil {
			panic(err) // the default variant is embedded
		}
	}
	return l.game
}

// startpos is the word for the variant's start position.
const startpos = "startpos"

// setPosition obeys
//
//	position (startpos | [sfen] BOARD TURN [HAND] [NUMBER]) [moves M...]
//
// Moves that continue the list of the last time are played on from there. A
// bad position keeps the old one, a bad move the position before it.
func (l *loop) setPosition(rest string) {
	words := fields(rest)
	if len(words) == 0 {
		l.out.errorf("position: nothing after it, expected startpos or sfen BOARD TURN HAND NUMBER")
		return
	}
	setup, moves := words, []string(nil)
	if i := slices.Index(words, "moves"); i >= 0 {
		setup, moves = words[:i], words[i+1:]
	}
	g := l.current()
	start := startpos
	switch {
	case len(setup) > 0 && setup[0] == startpos:
		if len(setup) > 1 {
			l.out.errorf("position: %q after startpos ignored, expected moves", clip(setup[1]))
		}
	case len(setup) > 0 && (setup[0] == "sfen" || setup[0] == "fen"):
		start = strings.Join(setup[1:], " ")
	case len(setup) > 0 && strings.Contains(setup[0], "/"):
		start = strings.Join(setup, " ")
	default:
		l.out.errorf("position: got %q, expected startpos or sfen BOARD TURN HAND NUMBER", clip(words[0]))
		return
	}
	if start != g.start {
		if err := g.setUp(start); err != nil {
			l.out.errorf("position: %v; the position before it is kept", err)
			return
		}
	}
	if at, err := g.play(moves); err != nil {
		l.out.errorf("position: move %d: %v; expected a legal move, the position before it is kept", at, err)
	}
}

// play makes the game's moves those given. An error comes with the number of
// the move that is not legal, which is left out with all that follow.
func (g *game) play(moves []string) (int, error) {
	same := 0
	for same < min(len(moves), len(g.moves)) && moves[same] == g.moves[same] {
		same++
	}
	for range len(g.moves) - same {
		g.pos.Unmake()
	}
	g.moves = g.moves[:same]
	for i, text := range moves[same:] {
		m, err := g.pos.ParseMove(text)
		if err != nil {
			return same + i + 1, err
		}
		g.pos.Make(m)
		g.moves = append(g.moves, text)
	}
	return 0, nil
}
