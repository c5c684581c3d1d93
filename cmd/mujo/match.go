package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"mujo/bench/match"
	"mujo/bench/record"
	"mujo/bench/stats"
	"mujo/usi"
	"mujo/variants"
)

// A limitFlag is a limit with a flag of its own, as given.
type limitFlag struct{ flag, value string }

// matchFlags are the flags of mujo match.
type matchFlags struct {
	game     *gameFlags
	engines  *wordsFlag
	each     *wordsFlag
	openings *wordsFlag
	resign   *wordsFlag
	draw     *wordsFlag
	sprt     *wordsFlag

	limits      []limitFlag // for all players
	tournament  string
	games       *count
	rounds      *count
	concurrency *count
	maxPlies    *count
	seed        uint64
	shard       string
	out         string
	resume      bool
	log         string
}

func setupMatch(fs *flag.FlagSet) action {
	f := &matchFlags{game: variantFlags(fs, variants.Default)}
	f.engines = wordsVar(fs, "engine", "a player, by `words`: cmd= (mujo: this engine, in process), args=, name=, proto=usi|cecp|internal, dir=, option.X=, "+
		"memory= (MiB, CECP), quirks=swapclocks,byoyomi, and limits as below")
	f.each = wordsVar(fs, "each", "what holds for all players, by `words`: option.X= and limits: tc=[MOVES/][MINUTES:]SECONDS[+INCREMENT], byoyomi=SECONDS, "+
		"st=SECONDS, movetime=MS, depth=, nodes=, timemargin=MS")
	for _, l := range [...][2]string{
		{"tc", "`time` control for all, as 10+0.1 or 40/60"}, {"byoyomi", "`seconds` for each move once the time is used up"},
		{"movetime", "`time` for each move, in ms or as 1s"}, {"depth", "`plies` to search for each move"}, {"nodes", "`positions` to search for each move"},
		{"timemargin", "`time` a move may take too long, in ms or as 1s (default 100ms, and 1s for movetime)"},
	} {
		fs.Func(l[0], l[1], func(s string) error {
			f.limits = append(f.limits, limitFlag{l[0], s})
			return nil
		})
	}
	f.openings = wordsVar(fs, "openings", "where games begin, by `words`: file= (lines of USI, or .pgn, .kif, .csa) cut=MOVES order=sequential|random start=N, or random; plies=K random moves, "+
		"balance=CP keeps even ones, seed=N")
	f.resign = wordsVar(fs, "resign", "end lost games, by `words`: movecount= score= twosided=true|false")
	f.draw = wordsVar(fs, "draw", "end even games, by `words`: movenumber= movecount= score=")
	f.sprt = wordsVar(fs, "sprt", "stop when it is decided which hypothesis holds, by `words`: elo0= elo1= alpha= beta= model=normalized|logistic")
	f.games = countFlag(fs, "games", "`number` of games of each pairing in a round; two with swapped colours share an opening", 2, 1, 1<<30)
	f.rounds = countFlag(fs, "rounds", "`number` of rounds", 1, 1, 1<<30)
	f.concurrency = countFlag(fs, "concurrency", "`number` of games at a time", 1, 1, 1024)
	f.maxPlies = countFlag(fs, "maxplies", "draw a game after that `number` of moves of both sides", 2000, 1, 1<<30)
	fs.StringVar(&f.tournament, "tournament", match.RoundRobin, "`kind`: roundrobin, or gauntlet of the first engine against the others")
	fs.Uint64Var(&f.seed, "seed", 1, "`number` that random openings follow from")
	fs.StringVar(&f.shard, "shard", "", "play only part `I/N` of the match")
	fs.StringVar(&f.out, "out", "", "write a record of each game to `file`")
	fs.BoolVar(&f.resume, "resume", false, "go on with the match in the file of -out")
	fs.StringVar(&f.log, "log", "", "write all that is said to and by the engines to `file`")
	return func(ctx context.Context, args []string, out *bufio.Writer) error {
		if err := noArgs(args); err != nil {
			return err
		}
		return f.run(ctx, out)
	}
}

// config is what the flags ask for.
func (f *matchFlags) config() (match.Config, error) {
	c := match.Config{
		Tournament: f.tournament, Rounds: f.rounds.n, Games: f.games.n, Concurrency: f.concurrency.n, MaxPlies: f.maxPlies.n, Sheet: f.game.sheet, Declares: usi.Declares,
	}
	var err error
	if c.Rules, err = f.game.rules(); err != nil {
		return c, err
	}
	switch c.Tournament {
	case match.RoundRobin, match.Gauntlet:
	default:
		return c, fmt.Errorf("-tournament %s: expected roundrobin or gauntlet", c.Tournament)
	}
	if c.Entrants, err = f.entrants(); err != nil {
		return c, err
	}
	if c.Openings, err = f.openingChoice(); err != nil {
		return c, fmt.Errorf("-openings: %w", err)
	}
	if c.Resign, err = resignRule(f.resign.last()); err != nil {
		return c, fmt.Errorf("-resign: %w", err)
	}
	if c.Draw, err = drawRule(f.draw.last()); err != nil {
		return c, fmt.Errorf("-draw: %w", err)
	}
	if words := f.sprt.last(); words != nil {
		if c.SPRT, err = sprtTest(words); err != nil {
			return c, fmt.Errorf("-sprt: %w", err)
		}
	}
	if f.shard != "" {
		if c.Shard, c.Shards, err = parseShard(f.shard); err != nil {
			return c, err
		}
	}
	return c, nil
}

func parseShard(s string) (i, n int, err error) {
	a, b, ok := strings.Cut(s, "/")
	i, err1 := strconv.Atoi(a)
	n, err2 := strconv.Atoi(b)
	if !ok || err1 != nil || err2 != nil || i < 1 || n < 1 || i > n {
		return 0, 0, fmt.Errorf("-shard %s: expected I/N with I from 1 to N", s)
	}
	return i, n, nil
}

func (f *matchFlags) openingChoice() (match.Openings, error) {
	o := match.Openings{Seed: f.seed}
	err := pairs(f.openings.last(), []string{"random"}, func(key, value string) (err error) {
		switch key {
		case "file":
			o.File = value
		case "random":
			o.Plies = max(o.Plies, 8)
		case "order":
			switch value {
			case "random":
				o.Random = true
			case "sequential":
			default:
				return errors.New("expected sequential or random")
			}
		case "plies":
			o.Plies, err = number(value, 1, 1000)
		case "cut":
			o.Cut, err = number(value, 1, 1<<20)
		case "start":
			o.Start, err = number(value, 1, 1<<30)
		case "balance":
			o.Balance, err = number(value, 1, 100_000)
		case "seed":
			o.Seed, err = strconv.ParseUint(value, 10, 64)
		default:
			return errors.New("expected file, order, cut, random, plies, start, balance or seed")
		}
		return err
	})
	if err == nil && o.Balance > 0 && o.Plies == 0 {
		return o, errors.New("balance without random moves")
	}
	return o, err
}

func number(s string, least, most int) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("expected a whole number from %d to %d", least, most)
	}
	return n, nil
}

func resignRule(words []string) (match.Resign, error) {
	if words == nil {
		return match.Resign{}, nil
	}
	r := match.Resign{Moves: 3, Score: 1000}
	err := pairs(words, nil, func(key, value string) (err error) {
		switch key {
		case "movecount":
			r.Moves, err = number(value, 1, 1000)
		case "score":
			r.Score, err = number(value, 1, 1<<20)
		case "twosided":
			r.TwoSided, err = strconv.ParseBool(value)
		default:
			return errors.New("expected movecount, score or twosided")
		}
		return err
	})
	return r, err
}

func drawRule(words []string) (match.Draw, error) {
	if words == nil {
		return match.Draw{}, nil
	}
	d := match.Draw{From: 40, Moves: 8, Score: 20}
	err := pairs(words, nil, func(key, value string) (err error) {
		switch key {
		case "movenumber":
			d.From, err = number(value, 0, 1<<20)
		case "movecount":
			d.Moves, err = number(value, 1, 1000)
		case "score":
			d.Score, err = number(value, 0, 1<<20)
		default:
			return errors.New("expected movenumber, movecount or score")
		}
		return err
	})
	return d, err
}

func sprtTest(words []string) (*stats.Test, error) {
	t := &stats.Test{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05, Model: stats.Normalized}
	err := pairs(words, nil, func(key, value string) (err error) {
		switch key {
		case "elo0":
			t.Elo0, err = strconv.ParseFloat(value, 64)
		case "elo1":
			t.Elo1, err = strconv.ParseFloat(value, 64)
		case "alpha":
			t.Alpha, err = strconv.ParseFloat(value, 64)
		case "beta":
			t.Beta, err = strconv.ParseFloat(value, 64)
		case "model":
			t.Model, err = stats.ParseModel(value)
		default:
			return errors.New("expected elo0, elo1, alpha, beta or model")
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return t, t.Check()
}

// run plays the match.
func (f *matchFlags) run(ctx context.Context, out *bufio.Writer) error {
	if f.resume && f.out == "" {
		return errors.New("-resume: expected -out with the file to go on with")
	}
	c, err := f.config()
	if err != nil {
		return err
	}
	if f.log != "" {
		closeLog, err := logEngines(f.log, c.Entrants)
		if err != nil {
			return err
		}
		defer closeLog()
	}
	m, err := match.New(c)
	if err != nil {
		return err
	}
	h := m.Header()
	h.Host, _ = os.Hostname()
	s := &session{m: m, out: out, table: match.NewTable(entrantNames(c.Entrants)...), done: map[int]bool{}}
	// The engines are tried before the file is touched.
	if err := m.TryAll(ctx); err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	if err := s.open(f.out, f.resume, h); err != nil {
		return err
	}
	return s.play(ctx)
}

func entrantNames(all []match.Entrant) []string {
	var names []string
	for i := range all {
		names = append(names, all[i].Name)
	}
	return names
}

// A session is a match as it is played and shown.
type session struct {
	m      *match.Match
	out    *bufio.Writer
	table  *match.Table
	done   map[int]bool // games of an earlier session
	file   *record.Writer
	bar    *progress
	played int
}

// open opens the record file, and takes in what is there already.
func (s *session) open(path string, resume bool, h *record.Header) (err error) {
	if path == "" {
		return nil
	}
	if _, serr := os.Stat(path); !resume || errors.Is(serr, os.ErrNotExist) {
		s.file, err = record.Create(path, h)
		if errors.Is(err, record.ErrExists) {
			err = fmt.Errorf("%w; -resume goes on with it", err)
		}
		return err
	}
	var games []record.Game
	if s.file, games, err = record.Resume(path, h); err != nil {
		return err
	}
	for i := range games {
		s.done[games[i].Number] = true
		s.table.Add(&games[i])
	}
	fmt.Fprintf(s.out, "%s: %d games are there already\n", path, len(games))
	return nil
}

// play plays what is left, and prints the result.
func (s *session) play(ctx context.Context) error {
	if s.file != nil {
		defer s.file.Close()
	}
	fmt.Fprintf(s.out, "%s, %d games\n", s.m.Rules.Name, s.m.Len())
	s.out.Flush()
	s.bar = newProgress(s.m.Len(), len(s.done))
	err := error(nil)
	if !s.decided() {
		err = s.m.Run(ctx, s.done, s.finished)
	}
	s.bar.finish()
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		fmt.Fprintf(s.out, "interrupted after %d of %d games\n", s.table.Games(), s.m.Len())
	}
	fmt.Fprintln(s.out)
	s.table.Print(s.out, s.m.SPRT)
	return nil
}

func (s *session) decided() bool {
	names := s.table.Names()
	return s.m.SPRT != nil && s.m.SPRT.State(s.table.Meeting(names[0], names[1]).Pairs).Decided() != ""
}

// finished takes in a game, and reports whether the match is over.
func (s *session) finished(g *record.Game) (stop bool, err error) {
	if s.file != nil {
		if err := s.file.Write(g); err != nil {
			return true, err
		}
	}
	s.played++
	s.table.Add(g)
	line := s.table.Line(s.m.SPRT)
	if !s.bar.show(line) {
		fmt.Fprintf(s.out, "game %d of %d: %s - %s: %s, %s, %d plies, %s\n  %s\n", s.table.Games(), s.m.Len(), g.Black, g.White, resultWords(g),
			gameEnd(g), len(g.Plies)+len(g.Opening.Moves), (time.Duration(g.Seconds*1000) * time.Millisecond).Round(100*time.Millisecond), line)
		s.out.Flush()
	} else if match.IsFault(g.Reason) {
		s.bar.note(fmt.Sprintf("%s - %s: %s, %s", g.Black, g.White, resultWords(g), gameEnd(g)))
	}
	return s.decided(), nil
}

func resultWords(g *record.Game) string {
	switch g.Result {
	case record.BlackWins:
		return g.Black + " won"
	case record.WhiteWins:
		return g.White + " won"
	}
	return "drawn"
}

func gameEnd(g *record.Game) string {
	if g.Detail != "" {
		return g.Reason + " (" + g.Detail + ")"
	}
	return g.Reason
}
