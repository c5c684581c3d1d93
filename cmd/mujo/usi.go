package main

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"mujo/engine/rules"
	"mujo/eval"
	"mujo/search"
	"mujo/usi"
)

// version goes into the name that hosts show.
const version = "0.1"

// speak talks to a host until it leaves, and returns the exit status.
func speak(ctx context.Context, in io.Reader, out, errs io.Writer) int {
	err := usi.Run(ctx, in, out, usi.Config{
		Name:   "Mujo " + version,
		Author: "the Mujo authors",
		NewSearcher: func(r *rules.Rules, e *eval.Evaluator, o search.Options) usi.Searcher {
			return search.NewWith(r, e, o)
		},
		FreeMemoryMB: search.FreeMemoryMB,
		Bench: func(ctx context.Context, args []string, w io.Writer) error {
			buffered := bufio.NewWriter(w)
			if err := dispatch(ctx, append([]string{"bench"}, args...), buffered); err != nil {
				return err
			}
			return buffered.Flush()
		},
	})
	if err != nil {
		fmt.Fprintf(errs, "mujo: %v\n", err)
		return exitError
	}
	return exitOK
}
