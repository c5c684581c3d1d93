package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"mujo/bench/match"
	"mujo/bench/player"
)

// inProcess is the command that stands for this program's own engine.
const inProcess = "mujo"

// entrants are the players that the flags describe.
func (f *matchFlags) entrants() ([]match.Entrant, error) {
	var all []match.Entrant
	for i, words := range f.engines.lists {
		e := match.Entrant{Control: match.Control{Margin: -1}}
		e.Sheet = f.game.sheet
		var common []string
		for _, l := range f.each.lists {
			common = append(common, l...)
		}
		set := func(key, value string) error { return setEntrant(&e, key, value, true) }
		for _, l := range f.limits {
			if _, err := setLimit(&e.Control, l.flag, l.value); err != nil {
				return nil, fmt.Errorf("-%s %s: %w", l.flag, l.value, err)
			}
		}
		if err := pairs(common, nil, set); err != nil {
			return nil, fmt.Errorf("-each: %w", err)
		}
		set = func(key, value string) error { return setEntrant(&e, key, value, false) }
		if err := pairs(words, nil, set); err != nil {
			return nil, fmt.Errorf("-engine number %d: %w", i+1, err)
		}
		if err := settle(&e); err != nil {
			return nil, fmt.Errorf("-engine number %d: %w", i+1, err)
		}
		all = append(all, e)
	}
	return all, nil
}

// settle fills in what was left out.
func settle(e *match.Entrant) error {
	if e.Protocol == "" && (len(e.Command) == 0 || len(e.Command) == 1 && e.Command[0] == inProcess) {
		if len(e.Command) == 0 {
			return errors.New("expected cmd=")
		}
		e.Protocol = player.Internal
	}
	switch e.Protocol {
	case player.Internal:
		e.Command = []string{inProcess}
	case "":
		e.Protocol = player.USI
	}
	if len(e.Command) == 0 {
		return errors.New("expected cmd=")
	}
	if e.Name == "" {
		e.Name = filepath.Base(e.Command[0])
	}
	return nil
}

// setEntrant takes in one word of -engine or, if shared, of -each.
func setEntrant(e *match.Entrant, key, value string, shared bool) (err error) {
	if name, ok := strings.CutPrefix(key, "option."); ok {
		for i := range e.Options {
			if e.Options[i].Name == name {
				e.Options[i] = player.Option{Name: name, Value: value, Shared: shared}
				return nil
			}
		}
		e.Options = append(e.Options, player.Option{Name: name, Value: value, Shared: shared})
		return nil
	}
	if known, err := setLimit(&e.Control, key, value); known {
		return err
	}
	switch key {
	case "cmd":
		e.Command, err = commandLine(value)
	case "args":
		var args []string
		args, err = match.SplitWords(value)
		e.Command = append(e.Command, args...)
	case "name":
		e.Name = value
	case "dir":
		e.Dir = value
	case "proto":
		switch value {
		case "usi", "cecp", "internal":
			e.Protocol = player.Protocol(value)
		case "xboard":
			e.Protocol = player.CECP
		default:
			return errors.New("expected usi, cecp or internal")
		}
	case "memory":
		e.MemoryMB, err = number(value, 1, maxHashMB)
	case "quirks":
		for _, q := range strings.Split(value, ",") {
			switch q {
			case "swapclocks":
				e.SwapClocks = true
			case "byoyomi":
				e.ByoyomiOnly = true
			default:
				return errors.New("expected swapclocks or byoyomi")
			}
		}
	default:
		return errors.New("expected cmd, args, name, proto, dir, memory, quirks, option.X, tc, byoyomi, st, movetime, depth, nodes or timemargin")
	}
	return err
}

// commandLine splits a command line, unless the whole names a file.
func commandLine(value string) ([]string, error) {
	if _, err := os.Stat(value); err == nil {
		return []string{value}, nil
	}
	words, err := match.SplitWords(value)
	if err == nil && len(words) == 0 {
		err = errors.New("expected a command")
	}
	return words, err
}

// setLimit takes in a word if it is about time or another limit. A limit of
// one kind replaces those of the others that were given for all.
func setLimit(c *match.Control, key, value string) (known bool, err error) {
	margin := c.Margin
	switch key {
	case "tc":
		byoyomi := c.Byoyomi
		*c, err = match.ParseTC(value)
		c.Byoyomi, c.Margin = byoyomi, margin
	case "byoyomi":
		c.Byoyomi, err = match.ParseSeconds(value)
		c.Clock, c.MoveTime = true, 0
	case "st":
		*c = match.Control{Margin: margin}
		c.MoveTime, err = match.ParseSeconds(value)
	case "movetime":
		*c = match.Control{Margin: margin}
		c.MoveTime, err = match.ParseMillis(value)
	case "depth":
		c.Depth, err = number(value, 1, 1000)
	case "nodes":
		c.Nodes, err = strconv.ParseUint(value, 10, 62)
	case "timemargin":
		c.Margin, err = match.ParseMillis(value)
	default:
		return false, nil
	}
	return true, err
}

// logEngines writes all that passes between this program and the engines to a
// new file.
func logEngines(path string, all []match.Entrant) (stop func(), err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	var mu sync.Mutex
	began := time.Now()
	for i := range all {
		name := all[i].Name
		all[i].Log = func(direction, line string) {
			mu.Lock()
			defer mu.Unlock()
			fmt.Fprintf(f, "%10.3f %s %s %s\n", time.Since(began).Seconds(), name, direction, line)
		}
	}
	return func() { f.Close() }, nil
}
