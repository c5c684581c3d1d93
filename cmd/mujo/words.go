package main

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
)

// A wordsFlag takes all the words that follow it up to the next flag, as in
// -engine cmd=a name=b. It may be given several times.
type wordsFlag struct{ lists [][]string }

func wordsVar(fs *flag.FlagSet, name, usage string) *wordsFlag {
	w := &wordsFlag{}
	fs.Var(w, name, usage)
	return w
}

// wordGlue holds the words of a flag together on their way through package
// flag. No argument of a command can contain it.
const wordGlue = "\x00"

func (w *wordsFlag) String() string { return "" }

// Set implements flag.Value.
func (w *wordsFlag) Set(s string) error {
	if s == "" {
		return errors.New("expected words after it, as key=value")
	}
	w.lists = append(w.lists, strings.Split(s, wordGlue))
	return nil
}

// last is the list given last, nil if none was.
func (w *wordsFlag) last() []string {
	if len(w.lists) == 0 {
		return nil
	}
	return w.lists[len(w.lists)-1]
}

// gatherWords makes one argument of the words that belong to a wordsFlag.
func gatherWords(fs *flag.FlagSet, args []string) []string {
	var out []string
	for i := 0; i < len(args); {
		arg := args[i]
		out = append(out, arg)
		i++
		if arg == "--" {
			return append(out, args[i:]...)
		}
		f := fs.Lookup(strings.TrimPrefix(strings.TrimPrefix(arg, "-"), "-"))
		if !strings.HasPrefix(arg, "-") || f == nil {
			continue
		}
		if _, ok := f.Value.(*wordsFlag); ok {
			first := i
			for i < len(args) && !strings.HasPrefix(args[i], "-") {
				i++
			}
			out = append(out, strings.Join(args[first:i], wordGlue))
			continue
		}
		if b, ok := f.Value.(interface{ IsBoolFlag() bool }); (!ok || !b.IsBoolFlag()) && i < len(args) {
			out = append(out, args[i]) // the flag's value, whatever it looks like
			i++
		}
	}
	return out
}

// pairs reads words of the form key=value; bare are the words that may stand
// alone. Each is given to set, whose error is put behind the word.
func pairs(words []string, bare []string, set func(key, value string) error) error {
	for _, w := range words {
		key, value, ok := strings.Cut(w, "=")
		if !ok && !slices.Contains(bare, w) {
			return fmt.Errorf("%q: expected key=value", w)
		}
		if err := set(key, value); err != nil {
			return fmt.Errorf("%q: %w", w, err)
		}
	}
	return nil
}
