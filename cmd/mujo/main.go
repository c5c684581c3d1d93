package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// The exit statuses.
const (
	exitOK    = 0
	exitError = 2 // bad input; one line on the standard error says which
)

// run is the program: it takes the command line and returns the exit status.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	if len(args) == 0 {
		return speak(ctx, in, out, errs)
	}
	w := bufio.NewWriter(out)
	err := dispatch(ctx, args, w)
	if ferr := w.Flush(); err == nil {
		err = ferr
	}
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return exitOK
	case errors.Is(err, syscall.EPIPE): // the reader, such as head, has gone
		return exitOK
	}
	fmt.Fprintf(errs, "mujo: %v\n", err)
	return exitError
}
