package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A command is a sub-command of mujo.
type command struct {
	name    string
	args    string // what follows the name, for -h
	summary string
	// setup declares the flags and returns what runs once they are parsed.
	setup func(*flag.FlagSet) action
}

// An action does a sub-command's work with the arguments that are not flags.
type action func(ctx context.Context, args []string, out *bufio.Writer) error

func commands() []command {
	return []command{
		{"perft", "DEPTH", "count the positions a number of plies ahead", setupPerft},
		{"moves", "", "list the legal moves", setupMoves},
		{"show", "", "draw a position", setupShow},
		{"rules", "VARIANT [PIECE...]", "say how the pieces of a variant move", setupRules},
		{"variants", "", "list the variants and their rule sets", setupVariants},
		{"demo", "", "let the engine think and play against itself", setupDemo},
		{"bench", "", "search fixed positions and measure the speed", setupBench},
		{"match", "", "play matches between engines", setupMatch},
		{"tune", "", "learn an evaluation from self-play", setupTune},
		{"report", "FILE...", "merge the records of matches and show the result", setupReport},
	}
}

// dispatch runs the sub-command that args name.
func dispatch(ctx context.Context, args []string, out *bufio.Writer) error {
	all := commands()
	switch name := args[0]; name {
	case "-h", "-help", "--help":
		usage(out, all)
		return nil
	case "help":
		if len(args) == 1 {
			usage(out, all)
			return nil
		}
		return dispatch(ctx, []string{args[1], "-h"}, out)
	case "-version", "--version", "version":
		fmt.Fprintln(out, "mujo "+version)
		return nil
	default:
		i := slices.IndexFunc(all, func(c command) bool { return c.name == name })
		if i < 0 {
			var names []string
			for _, c := range all {
				names = append(names, c.name)
			}
			return fmt.Errorf("unknown sub-command %q, expected %s, or nothing to speak USI", name, strings.Join(names, ", "))
		}
		return all[i].run(ctx, args[1:], out)
	}
}

func usage(w io.Writer, all []command) {
	fmt.Fprintln(w, "Usage: mujo                speak USI")
	fmt.Fprintln(w, "       mujo COMMAND [...]  do one thing; mujo COMMAND -h tells more")
	fmt.Fprintln(w, "       mujo version        say which version this is")
	fmt.Fprintln(w)
	for _, c := range all {
		fmt.Fprintf(w, "  %-9s %s\n", c.name, c.summary)
	}
}

func (c command) run(ctx context.Context, args []string, out *bufio.Writer) error {
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	do := c.setup(fs)
	rest, err := parseFlags(fs, gatherWords(fs, args))
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintf(out, "Usage: mujo %s\n%s.\n\n", strings.TrimSpace(c.name+" [flags] "+c.args), capitalise(c.summary))
		fs.SetOutput(out)
		fs.PrintDefaults()
		return err
	case err == nil:
		err = do(ctx, rest, out)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	return nil
}

// parseFlags parses flags that stand before, between and behind the other
// arguments, and returns the latter.
func parseFlags(fs *flag.FlagSet, args []string) (rest []string, err error) {
	for {
		if err := fs.Parse(args); err != nil {
			if !errors.Is(err, flag.ErrHelp) {
				// The package's message names the flag; it may be mistyped.
				err = fmt.Errorf("%w (-h lists the flags)", err)
			}
			return nil, err
		}
		if fs.NArg() == 0 {
			return rest, nil
		}
		rest = append(rest, fs.Arg(0))
		args = fs.Args()[1:]
	}
}

func capitalise(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// noArgs refuses arguments where there are only flags.
func noArgs(args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("unexpected argument %q, expected flags only", args[0])
	}
	return nil
}
