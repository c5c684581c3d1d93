package main

import (
	"bufio"
	"context"
	"flag"

	"mujo/variants"
)

func setupMoves(fs *flag.FlagSet) action {
	g := positionFlags(fs, variants.Default)
	return func(_ context.Context, args []string, out *bufio.Writer) error {
		if err := noArgs(args); err != nil {
			return err
		}
		p, err := g.position()
		if err != nil {
			return err
		}
		for _, m := range sortedMoves(p) {
			out.WriteString(m.text)
			out.WriteByte('\n')
		}
		return nil
	}
}
