package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"mujo/bench"
	"mujo/bench/match"
	"mujo/bench/measure"
	"mujo/bench/player"
	"mujo/engine/rules"
	"mujo/search"
)

// benchFlags are what mujo bench measures, and how it shows it.
type benchFlags struct {
	json    bool
	rivals  *wordsFlag
	repeat  int
	options search.Options
	limits  search.Limits
}

// run measures the variants.
func (b *benchFlags) run(ctx context.Context, out *bufio.Writer, all []*rules.Rules) error {
	text := out
	if b.json {
		text = bufio.NewWriter(io.Discard)
	}
	record := measure.NewRun(fmt.Sprintf("hash %d MiB, %d threads%s", b.options.HashMB, b.options.Threads, limitText(b.limits)))
	var err error
	if len(b.rivals.lists) > 0 {
		err = b.duel(ctx, text, all, record)
	} else {
		err = b.alone(ctx, text, all, record)
	}
	if err == nil && b.json {
		err = record.Write(out)
	}
	return err
}

func limitText(l search.Limits) string {
	switch {
	case l.Depth > 0:
		return fmt.Sprintf(", depth %d", l.Depth)
	case l.Nodes > 0:
		return fmt.Sprintf(", %d nodes", l.Nodes)
	case l.MoveTime > 0:
		return fmt.Sprintf(", %v", l.MoveTime)
	}
	return ""
}

// alone measures this engine. The sum of the nodes at a fixed depth is the
// signature of its search, on the last line.
func (b *benchFlags) alone(ctx context.Context, out *bufio.Writer, all []*rules.Rules, record *measure.Run) error {
	var total bench.Total
	for _, r := range all {
		if ctx.Err() != nil {
			break
		}
		suite, err := bench.Load(r)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s\n", r.Name)
		var sum bench.Total
		for round := range b.repeat {
			n := 0
			sum, err = suite.Run(ctx, r, b.options, b.limits, func(res bench.Result) {
				p := measured(r, &res, round)
				record.Add(p)
				n++
				fmt.Fprintf(out, "%4d/%d  depth %2d  nodes %10d  time %8s  nps %9d  branching %5.2f  hash %5.1f%%  %s\n", n, len(suite.SFENs), res.Depth, res.Nodes,
					res.Time.Round(time.Millisecond), bench.PerSecond(res.Nodes, res.Time), p.Branching, float64(res.HashFull)/10, res.Move)
				out.Flush() // an error shows at the end
			})
			if err != nil {
				return err
			}
		}
		total.Add(sum)
		if len(all) > 1 {
			fmt.Fprintf(out, "  in all             nodes %10d  time %8s  nps %9d\n", sum.Nodes, sum.Time.Round(time.Millisecond), bench.PerSecond(sum.Nodes, sum.Time))
		}
	}
	_, err := fmt.Fprintln(out, total)
	return err
}

// measured is a result in the form that is kept.
func measured(r *rules.Rules, res *bench.Result, round int) measure.Position {
	p := measure.Position{
		Variant: r.Name, SFEN: res.SFEN, Engine: inProcess, Repeat: round, Move: res.Move, Score: int(res.Score), Depth: res.Depth, Nodes: res.Nodes,
		MS: measure.Milliseconds(res.Time), NPS: bench.PerSecond(res.Nodes, res.Time), HashFull: res.HashFull,
	}
	for _, s := range res.Steps {
		p.Steps = append(p.Steps, measure.Step{Depth: s.Depth, Nodes: s.Nodes, MS: measure.Milliseconds(s.Time)})
	}
	p.Branching = measure.Branching(p.Steps)
	return p
}

// duelTime is what each engine has for a position where no limit is given.
const duelTime = time.Second

// duel measures this engine and others in turn.
func (b *benchFlags) duel(ctx context.Context, out *bufio.Writer, all []*rules.Rules, record *measure.Run) error {
	rivals, err := b.rivalList()
	if err != nil {
		return err
	}
	for _, r := range all {
		suite, err := bench.Load(r)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s\n", r.Name)
		for round := range b.repeat {
			skipped, err := measure.Duel(ctx, r, suite.SFENs, rivals, func(p measure.Position) {
				p.Repeat = round
				record.Add(p)
				fmt.Fprintf(out, "  %-12s depth %2d  nodes %10d  ms %8.0f  nps %9d  branching %5.2f  hash %5.1f%%  %s\n", p.Engine, p.Depth, p.Nodes, p.MS, p.NPS,
					p.Branching, float64(p.HashFull)/10, p.Move)
				out.Flush() // an error shows at the end
			})
			if err != nil {
				return err
			}
			if skipped > 0 {
				fmt.Fprintf(out, "  %d positions left out, that CECP cannot set up\n", skipped)
			}
		}
	}
	fmt.Fprintln(out)
	measure.PrintDuel(out, record)
	return nil
}

// rivalList is this engine and those that the flags name.
func (b *benchFlags) rivalList() ([]measure.Rival, error) {
	l := player.Limits{Depth: b.limits.Depth, Nodes: b.limits.Nodes, MoveTime: b.limits.MoveTime, Deadline: 10 * time.Minute}
	if l.Depth == 0 && l.Nodes == 0 && l.MoveTime == 0 {
		l.MoveTime = duelTime
	}
	own := measure.Rival{Limits: l}
	own.Name, own.Protocol, own.Command = inProcess, player.Internal, []string{inProcess}
	own.Options = []player.Option{{Name: "USI_Hash", Value: fmt.Sprint(b.options.HashMB)}, {Name: "Threads", Value: fmt.Sprint(b.options.Threads)}}
	rivals := []measure.Rival{own}
	for i, words := range b.rivals.lists {
		e := match.Entrant{Control: match.Control{Margin: -1}}
		if err := pairs(words, nil, func(key, value string) error { return setEntrant(&e, key, value, false) }); err != nil {
			return nil, fmt.Errorf("-engine number %d: %w", i+1, err)
		}
		if err := settle(&e); err != nil {
			return nil, fmt.Errorf("-engine number %d: %w", i+1, err)
		}
		if e.Name == inProcess {
			e.Name = fmt.Sprintf("%s %d", e.Name, i+2)
		}
		if e.Protocol == player.CECP && l.Nodes > 0 {
			return nil, fmt.Errorf("engine %s: CECP knows no limit of nodes", e.Name)
		}
		rivals = append(rivals, measure.Rival{Spec: e.Spec, Limits: l})
	}
	return rivals, nil
}

// compareRuns compares what two runs printed with -json.
func compareRuns(files []string, out *bufio.Writer) error {
	if len(files) != 2 {
		return errors.New("-compare: expected two files, OLD NEW")
	}
	old, err := measure.Read(files[0])
	if err != nil {
		return err
	}
	now, err := measure.Read(files[1])
	if err != nil {
		return err
	}
	if old.System != now.System || old.Host != now.Host {
		fmt.Fprintf(out, "on different machines: %s (%s), %s (%s)\n", old.Host, old.System, now.Host, now.System)
	}
	if old.Options != now.Options {
		fmt.Fprintf(out, "with different settings: %s; %s\n", old.Options, now.Options)
	}
	measure.PrintComparison(out, measure.Compare(old, now))
	return nil
}
