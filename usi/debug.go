package usi

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
)

// The commands that people type. Their answers are plain lines.

// show obeys d.
func (l *loop) show() {
	p := l.current().pos
	lines := strings.Split(strings.TrimRight(Board(p), "\n"), "\n")
	state := "in progress"
	if o := p.Outcome(); o.Over {
		state = outcomeText(o)
	} else if p.InCheck(p.Side()) {
		state += ", check"
	}
	lines = append(lines, "",
		"variant  "+p.Rules().Name,
		"sfen     "+p.SFEN(),
		fmt.Sprintf("key      %016x", p.Key()),
		fmt.Sprintf("side     %s, ply %d", p.Side(), p.Ply()),
		fmt.Sprintf("legal    %d moves", len(p.GenerateLegal(nil))),
		"game     "+state)
	l.out.lines(lines...)
}

// listMoves obeys moves.
func (l *loop) listMoves() {
	p := l.current().pos
	var lines []string
	for _, m := range p.GenerateLegal(nil) {
		lines = append(lines, p.MoveText(m))
	}
	slices.Sort(lines)
	l.out.lines(lines...)
}

// evaluate obeys eval.
func (l *loop) evaluate() {
	p := l.current().pos.Clone()
	e := l.evaluator(p.Rules())
	p.Attach(e.Scores())
	lines := []string{fmt.Sprintf("%-20s %8s %8s %8s", "term (centipawns)", "black", "white", "balance")}
	for _, t := range e.Terms(p) {
		lines = append(lines, fmt.Sprintf("%-20s %8d %8d %+8d", t.Name, t.Black, t.White, t.Black-t.White))
	}
	lines = append(lines, fmt.Sprintf("evaluation %+d for %s, who is to move", e.Evaluate(p), p.Side()))
	l.out.lines(lines...)
}

// background runs a long debug command beside the loop. The command may set
// last before its last line.
func (l *loop) background(name string, f func(ctx context.Context, last *atomic.Bool) error) {
	ctx, cancel := context.WithCancel(context.Background())
	j := &job{cancel: cancel, done: make(chan struct{})}
	l.job.Store(j)
	go func() {
		defer close(j.done)
		defer cancel()
		defer func() {
			if x := recover(); x != nil {
				l.out.errorf("%s: internal fault: %v", name, x)
			}
		}()
		if err := f(ctx, &j.last); err != nil {
			l.out.errorf("%s: %v", name, err)
		}
	}()
}

// perft obeys perft: a line for each move, then the total.
func (l *loop) perft(words []string) {
	if !l.idle("perft") {
		return
	}
	depth, err := 0, error(nil)
	if len(words) == 1 {
		depth, err = strconv.Atoi(words[0])
	}
	if len(words) != 1 || err != nil || depth < 1 {
		l.out.errorf("perft: got %q, expected a depth from 1", clip(strings.Join(words, " ")))
		return
	}
	p := l.current().pos.Clone()
	l.background("perft", func(ctx context.Context, last *atomic.Bool) error {
		var total uint64
		for _, m := range p.GenerateLegal(nil) {
			p.Make(m)
			n, err := p.PerftContext(ctx, depth-1)
			p.Unmake()
			if err != nil { // stopped
				return nil
			}
			l.out.lines(fmt.Sprintf("%s %d", p.MoveText(m), n))
			total += n
		}
		last.Store(true)
		l.out.lines(fmt.Sprintf("nodes %d", total))
		return nil
	})
}

// bench obeys bench.
func (l *loop) bench(words []string) {
	if !l.idle("bench") {
		return
	}
	if l.config.Bench == nil {
		l.out.errorf("bench: not available here")
		return
	}
	l.background("bench", func(ctx context.Context, _ *atomic.Bool) error {
		w := &lineWriter{out: l.out}
		defer w.flush()
		return l.config.Bench(ctx, words, w)
	})
}
