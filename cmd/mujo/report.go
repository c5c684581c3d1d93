package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mujo/bench/htmlreport"
	"mujo/bench/match"
	"mujo/bench/record"
	"mujo/bench/stats"
	"mujo/engine/rules"
	"mujo/variants"
)

// reportFlags are the flags of mujo report.
type reportFlags struct {
	html, text, format, sheet string
}

func setupReport(fs *flag.FlagSet) action {
	f := &reportFlags{}
	fs.StringVar(&f.html, "html", "", "write a page with tables, charts and all games to `file`")
	fs.StringVar(&f.text, "games", "", "write the games as text to `file`, or with -format kif to a file each, as FILE-1.kif")
	fs.StringVar(&f.format, "format", "pgn", "`format` of -games: usi, pgn, kif or csa")
	fs.StringVar(&f.sheet, "sheet", "", "`file` with the sheet of your own that the games were played by")
	return func(_ context.Context, args []string, out *bufio.Writer) error {
		if len(args) == 0 {
			return errors.New("expected files that mujo match -out wrote")
		}
		return f.run(args, out)
	}
}

func (f *reportFlags) run(args []string, out *bufio.Writer) error {
	format := record.Format(f.format)
	if !slices.Contains(record.Formats(), format) {
		return fmt.Errorf("-format %s: expected usi, pgn, kif or csa", f.format)
	}
	m, err := mergeFiles(args)
	if err != nil {
		return err
	}
	f.summary(m, out)
	if f.text != "" {
		if err := f.writeGames(m, format); err != nil {
			return err
		}
	}
	if f.html != "" {
		return f.writeHTML(m)
	}
	return nil
}

// A merged is what any number of files hold together.
type merged struct {
	headers []record.Header
	games   []record.Game
	test    *stats.Test // if all have the same
	files   int
}

// mergeFiles reads files of games. A game that is in two of them is refused: it
// would count twice.
func mergeFiles(paths []string) (*merged, error) {
	m := &merged{files: len(paths)}
	from := map[string]string{}
	for _, path := range paths {
		file, err := record.Read(path)
		if err != nil {
			return nil, err
		}
		if len(file.Headers) == 0 {
			return nil, fmt.Errorf("%s:1: no header of a match", path)
		}
		for i := range file.Games {
			key := file.Games[i].Key()
			if first, ok := from[key]; ok {
				return nil, fmt.Errorf("%s: game %s is in %s too; the same match with another -seed gives other games", path, key, first)
			}
			from[key] = path
		}
		m.headers = append(m.headers, file.Headers...)
		m.games = append(m.games, file.Games...)
	}
	slices.SortStableFunc(m.games, func(a, b record.Game) int { return a.Started.Compare(b.Started) })
	m.test = m.headers[0].SPRT
	for i := range m.headers {
		if h := &m.headers[i]; m.test == nil || h.SPRT == nil || *h.SPRT != *m.test {
			m.test = nil
			break
		}
	}
	return m, nil
}

func (f *reportFlags) summary(m *merged, out *bufio.Writer) {
	var names, variantNames []string
	for i := range m.headers {
		for _, e := range m.headers[i].Engines {
			if !slices.Contains(names, e.Name) {
				names = append(names, e.Name)
			}
		}
		if v := m.headers[i].Variant; !slices.Contains(variantNames, v) {
			variantNames = append(variantNames, v)
		}
	}
	table := match.NewTable(names...)
	for i := range m.games {
		table.Add(&m.games[i])
	}
	fmt.Fprintf(out, "%s, %d games from %d files\n\n", strings.Join(variantNames, ", "), len(m.games), m.files)
	table.Print(out, m.test)
}

// rulesOf returns a function that compiles each variant's rules once.
func (f *reportFlags) rulesOf() func(string) (*rules.Rules, error) {
	known := map[string]*rules.Rules{}
	return func(name string) (*rules.Rules, error) {
		if r := known[name]; r != nil {
			return r, nil
		}
		var sheet *variants.Sheet
		var err error
		if f.sheet != "" {
			if sheet, err = variants.LoadFile(f.sheet); err == nil {
				sheet, err = sheet.Resolve(name)
			}
		} else {
			sheet, err = variants.Load(name)
		}
		if err != nil {
			return nil, err
		}
		r, err := rules.Compile(sheet)
		if err == nil {
			known[name] = r
		}
		return r, err
	}
}

// writeGames writes all games to one file, or one each where the format holds
// but one: FILE-1.kif, FILE-2.kif.
func (f *reportFlags) writeGames(m *merged, format record.Format) error {
	find := f.rulesOf()
	write := func(w *bufio.Writer, g *record.Game) error {
		r, err := find(g.Variant)
		if err != nil {
			return err
		}
		if err := record.Write(w, format, r, g); err != nil {
			return fmt.Errorf("game %s: %w", g.Key(), err)
		}
		return nil
	}
	if format == record.KIF && len(m.games) > 1 {
		ext := filepath.Ext(f.text)
		for i := range m.games {
			path := fmt.Sprintf("%s-%d%s", strings.TrimSuffix(f.text, ext), i+1, ext)
			if err := writeNew(path, func(w *bufio.Writer) error { return write(w, &m.games[i]) }); err != nil {
				return err
			}
		}
		return nil
	}
	return writeNew(f.text, func(w *bufio.Writer) error {
		for i := range m.games {
			if i > 0 && format == record.CSA {
				w.WriteString("/\n")
			}
			if err := write(w, &m.games[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

func (f *reportFlags) writeHTML(m *merged) error {
	title := "Match"
	if h := &m.headers[0]; len(h.Engines) > 0 {
		var names []string
		for _, e := range h.Engines {
			names = append(names, e.Name)
		}
		title = h.Variant + ": " + strings.Join(names, " – ")
	}
	return writeNew(f.html, func(w *bufio.Writer) error {
		return htmlreport.Write(w, htmlreport.Source{Title: title, Headers: m.headers, Games: m.games, Rules: f.rulesOf(), Test: m.test})
	})
}

// writeNew writes a file beside its place and puts it there once it is whole.
func writeNew(path string, write func(*bufio.Writer) error) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path))
	if err != nil {
		return err
	}
	w := bufio.NewWriter(tmp)
	err = errors.Join(write(w), w.Flush(), tmp.Chmod(0o644), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		os.Remove(tmp.Name())
	}
	return err
}
