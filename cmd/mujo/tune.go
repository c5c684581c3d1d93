package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"mujo/bench/tune"
	"mujo/engine/rules"
	"mujo/eval/net"
)

func setupTune(fs *flag.FlagSet) action {
	t := &tuning{game: variantFlags(fs, "chushogi")}
	fs.StringVar(&t.data, "data", "", "`file` of self-play games; more are added to what it holds (default VARIANT.games.jsonl)")
	fs.Func("also", "another `file` of games to learn from, of an earlier generation perhaps; may be given more than once", func(s string) error {
		t.also = append(t.also, s)
		return nil
	})
	games := countFlag(fs, "games", "`number` of games the file is to hold before the fit", 0, 0, 1<<30)
	nodes := countFlag(fs, "nodes", "`positions` to search for each move of a game", 1000, 1, 1<<40)
	random := countFlag(fs, "random", "at most so many random `moves` before a game, at least a quarter of them", 10, 0, 1000)
	maxPlies := countFlag(fs, "maxplies", "`plies` after which a game is cut off", 600, 1, 100_000)
	adjudicate := countFlag(fs, "adjudicate", "`centipawns` that both sides must see for some moves to end a game, 0 for never, -1 for what suits the variant", -1, -1, tune.ScoreLimit)
	seed := countFlag(fs, "seed", "`number` that all that is random depends on", 1, 0, 1<<62)
	threads := countFlag(fs, "threads", "`number` of threads", 1, 1, maxThreads)
	hidden := countFlag(fs, "hidden", "hidden `units` of the network, a multiple of 16; 0 fits piece and square values and factors of terms alone", 64, 0, net.MaxHidden)
	fs.BoolVar(&t.fit.Near, "near", true, "let the network see what is near an only royal")
	epochs := countFlag(fs, "epochs", "`passes` over the positions; 0 only plays games", 10, 0, 100_000)
	batch := countFlag(fs, "batch", "`positions` to each step of the fit", 8192, 1, 1<<30)
	fs.Float64Var(&t.fit.Rate, "rate", 0.002, "`rate` of learning at first")
	fs.Float64Var(&t.fit.Decay, "decay", 1, "`decay` of the network's inputs, as a multiple of the rate")
	fs.Float64Var(&t.fit.Lambda, "lambda", 0.9, "`share` of the scores of later moves in what is learned, as lambda of temporal differences; 0 for none")
	fs.Float64Var(&t.fit.Blend, "blend", 0.9, "`share` of the search's scores in what is learned, the game's result being the rest")
	fs.StringVar(&t.weights, "weights", "", "`file` for the weights, for the option EvalFile; a report goes beside it with the ending .json (default VARIANT.mw)")
	return func(ctx context.Context, args []string, out *bufio.Writer) error {
		if err := noArgs(args); err != nil {
			return err
		}
		t.settings = tune.Settings{
			Nodes: uint64(nodes.n), Random: random.n, MaxPlies: maxPlies.n, Adjudicate: adjudicate.n, Seed: uint64(seed.n),
		}
		t.games, t.threads = games.n, threads.n
		t.fit.Hidden, t.fit.Epochs, t.fit.Batch, t.fit.Seed = hidden.n, epochs.n, batch.n, uint64(seed.n)
		t.fit.Near = t.fit.Near && t.fit.Hidden > 0
		return t.run(ctx, out)
	}
}

// A tuning plays games and fits weights to them.
type tuning struct {
	game           *gameFlags
	data, weights  string
	also           []string
	settings       tune.Settings
	fit            tune.Fit
	games, threads int
}

func (t *tuning) check() error {
	switch {
	case t.fit.Hidden%net.Lanes != 0:
		return fmt.Errorf("-hidden %d: expected a multiple of %d", t.fit.Hidden, net.Lanes)
	case t.fit.Rate <= 0 || t.fit.Rate > 1:
		return fmt.Errorf("-rate %v: expected more than 0 and at most 1", t.fit.Rate)
	case t.fit.Decay < 0 || t.fit.Decay*t.fit.Rate > 1:
		return fmt.Errorf("-decay %v: expected 0 to 1/rate", t.fit.Decay)
	case t.fit.Lambda < 0 || t.fit.Lambda > 1:
		return fmt.Errorf("-lambda %v: expected 0 to 1", t.fit.Lambda)
	case t.fit.Blend < 0 || t.fit.Blend > 1:
		return fmt.Errorf("-blend %v: expected 0 to 1", t.fit.Blend)
	}
	return nil
}

func (t *tuning) run(ctx context.Context, out *bufio.Writer) error {
	if err := t.check(); err != nil {
		return err
	}
	r, err := t.game.rules()
	if err != nil {
		return err
	}
	if t.settings.Adjudicate < 0 {
		t.settings.Adjudicate = tune.Adjudication(r)
	}
	if t.data == "" {
		t.data = r.Name + ".games.jsonl"
	}
	if t.weights == "" {
		t.weights = r.Name + ".mw"
	}
	if t.games > 0 {
		if err := t.play(ctx, r, out); err != nil {
			return err
		}
	}
	if t.fit.Epochs == 0 {
		return nil
	}
	var files []*tune.File
	for _, path := range append(t.also, t.data) {
		file, err := tune.ReadFile(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return fmt.Errorf("%w; -games makes games", err)
		case err != nil:
			return err
		case file.Header.Variant != r.Name:
			return fmt.Errorf("%s: games of %s, expected %s", path, file.Header.Variant, r.Name)
		}
		files = append(files, file)
	}
	return t.learn(ctx, r, files, out)
}

// play makes games until there are enough.
func (t *tuning) play(ctx context.Context, r *rules.Rules, out *bufio.Writer) error {
	var bar *progress
	began, first := time.Now(), 0
	err := tune.Play(ctx, r, t.data, t.settings, t.games, t.threads, func(done int) {
		if bar == nil {
			bar, first = newProgress(t.games, done-1), done-1
		}
		bar.show("games")
	})
	if bar == nil {
		return err
	}
	bar.finish()
	if err == nil {
		fmt.Fprintf(out, "%d games added to %s in %v\n", t.games-first, t.data, time.Since(began).Round(time.Second))
		err = out.Flush()
	}
	return err
}

// learn fits weights to the games and writes them down.
func (t *tuning) learn(ctx context.Context, r *rules.Rules, files []*tune.File, out *bufio.Writer) error {
	began := time.Now()
	w, report, err := t.fit.Run(ctx, r, files, t.threads, func(rep *tune.Report) {
		n := len(rep.Epochs)
		if n == 1 {
			fmt.Fprintf(out, "%d positions of %d games, scale %.0f centipawns, loss before %.6f\n", rep.Positions, rep.Games(), rep.Scale, rep.Before)
		}
		e := rep.Epochs[n-1]
		fmt.Fprintf(out, "pass %d: loss %.6f, on games kept back %.6f, %v\n", n, e.Train, e.Valid, time.Since(began).Round(time.Second))
		out.Flush() // an error shows at the end
	})
	if err != nil {
		return err
	}
	f, err := os.Create(t.weights)
	if err != nil {
		return err
	}
	if err := errors.Join(w.Encode(f), f.Close()); err != nil {
		return fmt.Errorf("%s: %w", t.weights, err)
	}
	data, err := json.MarshalIndent(report, "", "\t")
	if err != nil {
		return err
	}
	beside := strings.TrimSuffix(t.weights, filepath.Ext(t.weights)) + ".json"
	if err := os.WriteFile(beside, append(data, '\n'), 0o644); err != nil {
		return err
	}
	fmt.Fprintf(out, "loss %.6f; weights in %s, report in %s\n", report.After, t.weights, beside)
	return nil
}
