package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"strings"
	"time"

	"mujo/bench"
	"mujo/engine"
	"mujo/search"
)

func setupDemo(fs *flag.FlagSet) action {
	g := variantFlags(fs, "chushogi")
	sfenFlag(fs, g)
	moves := countFlag(fs, "moves", "`number` of moves to play, of both sides together", 10, 1, 10_000)
	moveTime := spanFlag(fs, "movetime", "`time` for each move, as 500ms", time.Second)
	threads := countFlag(fs, "threads", "`number` of threads", 1, 1, maxThreads)
	hash := countFlag(fs, "hash", "size of the table in `MiB`", 64, 1, maxHashMB)
	abbrev := fs.Bool("abbrev", false, "the letters of positions instead of kanji")
	return func(ctx context.Context, args []string, out *bufio.Writer) error {
		if err := noArgs(args); err != nil {
			return err
		}
		p, err := g.position()
		if err != nil {
			return err
		}
		d := demo{
			out: out, p: p, abbrev: *abbrev, limits: search.Limits{MoveTime: moveTime.d},
			searcher: search.New(p.Rules(), search.Options{HashMB: hash.n, Threads: threads.n, MultiPV: 1}),
		}
		return d.play(ctx, moves.n)
	}
}

// A demo is a game of the engine against itself.
type demo struct {
	out      *bufio.Writer
	p        *engine.Position
	abbrev   bool
	limits   search.Limits
	searcher *search.Searcher
	played   []string
}

// play plays up to n moves, or until the game or ctx ends.
func (d *demo) play(ctx context.Context, n int) error {
	sheet := d.p.Rules().Sheet
	fmt.Fprintf(d.out, "%s, %s: %v a move\n\n", sheet.Kanji, sheet.English, d.limits.MoveTime)
	drawBoard(d.out, d.p, d.abbrev)
	for range n {
		if d.p.Outcome().Over || ctx.Err() != nil {
			break
		}
		if err := d.move(ctx); err != nil {
			return err
		}
	}
	fmt.Fprintf(d.out, "\nsfen %s\nmoves %s\n%s\n", d.p.SFEN(), strings.Join(d.played, " "), status(d.p))
	return nil
}

// move thinks, shows the thoughts, and plays the best move.
func (d *demo) move(ctx context.Context) error {
	fmt.Fprintf(d.out, "\n%d. %s thinks\n", d.p.Ply(), d.p.Side())
	c := search.NewControl(d.limits)
	stop := context.AfterFunc(ctx, c.Stop)
	res := d.searcher.Go(d.p.Clone(), c, func(i search.Info) {
		fmt.Fprintf(d.out, "  depth %2d/%-2d  score %7s  nodes %9d  nps %8d  time %6s  %s\n", i.Depth, i.SelDepth, scoreText(i.Score),
			i.Nodes, bench.PerSecond(i.Nodes, i.Time), i.Time.Round(time.Millisecond), lineText(d.p, i.PV))
		d.out.Flush() // an error shows at the end
	})
	stop()
	if res.Best == engine.NoMove {
		return fmt.Errorf("no move found in %s", d.p.SFEN())
	}
	text := d.p.MoveText(res.Best)
	d.p.Make(res.Best)
	d.played = append(d.played, text)
	fmt.Fprintf(d.out, "%s plays %s\n\n", d.p.Side().Other(), text)
	drawBoard(d.out, d.p, d.abbrev)
	return d.out.Flush()
}

// lineText writes a line of play, its first few moves.
func lineText(p *engine.Position, line []engine.Move) string {
	const most = 8
	q := p.Clone()
	var texts []string
	for _, m := range line[:min(len(line), most)] {
		texts = append(texts, q.MoveText(m))
		q.Make(m)
	}
	if len(line) > most {
		texts = append(texts, "...")
	}
	return strings.Join(texts, " ")
}

// scoreText is a score in pawns, or the plies to the end of the game.
func scoreText(s search.Score) string {
	switch plies, ok := s.MatePlies(); {
	case ok && plies < 0:
		return fmt.Sprintf("loss %d", -plies)
	case ok:
		return fmt.Sprintf("win %d", plies)
	}
	return fmt.Sprintf("%+.2f", float64(s)/100)
}
