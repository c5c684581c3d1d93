package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mujo/engine"
	"mujo/variants"
)

// maxPerft is deeper than anybody can wait for.
const maxPerft = 64

func setupPerft(fs *flag.FlagSet) action {
	g := positionFlags(fs, variants.Default)
	divide := fs.Bool("divide", false, "print the count of each first move too")
	return func(ctx context.Context, args []string, out *bufio.Writer) error {
		if len(args) != 1 {
			return fmt.Errorf("got %d arguments, expected DEPTH", len(args))
		}
		depth, err := strconv.Atoi(args[0])
		if err != nil || depth < 0 || depth > maxPerft {
			return fmt.Errorf("depth %q: expected a whole number from 0 to %d", args[0], maxPerft)
		}
		p, err := g.position()
		if err != nil {
			return err
		}
		if !*divide || depth == 0 {
			n, err := p.PerftContext(ctx, depth)
			if err != nil {
				return fmt.Errorf("interrupted: %w", err)
			}
			fmt.Fprintf(out, "nodes %d\n", n)
			return nil
		}
		var total uint64
		for _, m := range sortedMoves(p) {
			p.Make(m.move)
			n, err := p.PerftContext(ctx, depth-1)
			p.Unmake()
			if err != nil {
				return fmt.Errorf("interrupted: %w", err)
			}
			total += n
			fmt.Fprintf(out, "%s %d\n", m.text, n)
			if err := out.Flush(); err != nil { // deep counts take long
				return err
			}
		}
		fmt.Fprintf(out, "nodes %d\n", total)
		return nil
	}
}

// A namedMove is a move and its text.
type namedMove struct {
	text string
	move engine.Move
}

// sortedMoves returns the legal moves in the order of their texts' bytes.
func sortedMoves(p *engine.Position) []namedMove {
	var moves []namedMove
	for _, m := range p.GenerateLegal(nil) {
		moves = append(moves, namedMove{p.MoveText(m), m})
	}
	slices.SortFunc(moves, func(a, b namedMove) int { return strings.Compare(a.text, b.text) })
	return moves
}
