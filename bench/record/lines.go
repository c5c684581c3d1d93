package record

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
)

// A Writer appends lines to a file. Each line is one write, followed by a
// sync, so that a kill at any moment leaves whole lines and perhaps the
// beginning of one.
type Writer struct {
	mu   sync.Mutex
	file *os.File
}

// ErrExists is wrapped by the error of Create for a file that is there.
var ErrExists = errors.New("the file is there already")

// Create makes a new file and writes its header.
func Create(path string, h *Header) (*Writer, error) { return CreateLines(path, h) }

// CreateLines is Create for lines of any kind.
func CreateLines(path string, header any) (*Writer, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o644)
	if errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("%s: %w", path, ErrExists)
	}
	if err != nil {
		return nil, err
	}
	w := &Writer{file: f}
	if err := w.Line(header); err != nil {
		f.Close()
		return nil, err
	}
	return w, nil
}

// Resume opens a file that a match of the same run has left, drops the
// beginning of a line at its end, and returns the games it holds. A file that
// ends before its header is begun anew.
func Resume(path string, h *Header) (*Writer, []Game, error) {
	var games []Game
	w, err := ResumeLines(path, h, "a record of matches", func(whole []byte) error {
		file, err := Parse(bytes.NewReader(whole), path)
		switch {
		case err != nil:
			return err
		case len(file.Headers) == 0:
			return fmt.Errorf("%s: no header; expected a record of matches", path)
		case file.Headers[0].Run != h.Run:
			return fmt.Errorf("%s:1: the match there has other conditions (run %s, this one is %s)", path, file.Headers[0].Run, h.Run)
		case file.Headers[0].Shard != h.Shard:
			return fmt.Errorf("%s:1: the file is of shard %q, this is %q", path, file.Headers[0].Shard, h.Shard)
		}
		games = file.Games
		return nil
	})
	return w, games, err
}

// ResumeLines is Resume for lines of any kind. Before the file is changed check
// gets its whole lines, the header first; what names the kind in errors.
func ResumeLines(path string, header any, what string, check func(whole []byte) error) (*Writer, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	whole := bytes.LastIndexByte(data, '\n') + 1
	switch {
	case whole > 0:
		if err := check(data[:whole]); err != nil {
			return nil, err
		}
	case len(data) > 0 && data[0] != '{': // not even the beginning of a header
		return nil, fmt.Errorf("%s:1: not %s", path, what)
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return nil, err
	}
	w := &Writer{file: f}
	if err = f.Truncate(int64(whole)); err == nil && whole == 0 {
		err = w.Line(header)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return w, nil
}

// Write appends a game.
func (w *Writer) Write(g *Game) error { return w.Line(g) }

// Line appends v as a line of JSON.
func (w *Writer) Line(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, err := w.file.Write(append(data, '\n')); err != nil {
		return err
	}
	return w.file.Sync()
}

// Close closes the file.
func (w *Writer) Close() error { return w.file.Close() }

// A File is what a file of lines holds.
type File struct {
	Path    string
	Headers []Header
	Games   []Game
}

// Read reads a file of lines. The beginning of a line at its end, which a
// match leaves that was killed or is still being played, is passed over.
func Read(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Parse(f, path)
}

// Parse reads lines; its errors give the path and the number of the line.
func Parse(in io.Reader, path string) (*File, error) {
	file := &File{Path: path}
	r := bufio.NewReaderSize(in, 1<<16)
	seen := map[string]int{}
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if err == io.EOF {
			if len(line) > 0 && len(file.Headers) == 0 && line[0] != '{' {
				return nil, fmt.Errorf("%s:%d: not a record of matches", path, n)
			}
			return file, nil
		}
		if err != nil {
			return nil, err
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if err := file.add(line); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		if len(file.Games) > 0 {
			key := file.Games[len(file.Games)-1].Key()
			if first, ok := seen[key]; ok && first != len(file.Games) {
				return nil, fmt.Errorf("%s:%d: game %s is there twice", path, n, key)
			}
			seen[key] = len(file.Games)
		}
	}
}

// add takes in a line.
func (f *File) add(line []byte) error {
	var kind struct {
		Version int  `json:"mujo_match"`
		Game    *int `json:"game"`
	}
	if err := json.Unmarshal(line, &kind); err != nil {
		return fmt.Errorf("not a record of matches: %w", err)
	}
	switch {
	case kind.Version > Version:
		return fmt.Errorf("version %d of the format, expected at most %d", kind.Version, Version)
	case kind.Version > 0:
		var h Header
		if err := strict(line, &h); err != nil {
			return err
		}
		if h.Run != h.Fingerprint() {
			return fmt.Errorf("run %s does not fit the conditions beside it", h.Run)
		}
		f.Headers = append(f.Headers, h)
	case kind.Game == nil:
		return errors.New("neither a header nor a game")
	case len(f.Headers) == 0:
		return errors.New("a game before any header")
	default:
		var g Game
		if err := strict(line, &g); err != nil {
			return err
		}
		if err := g.check(); err != nil {
			return err
		}
		f.Games = append(f.Games, g)
	}
	return nil
}

func strict(line []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	return d.Decode(v)
}

// check looks for what no match writes.
func (g *Game) check() error {
	switch {
	case g.Result != BlackWins && g.Result != WhiteWins && g.Result != Draw:
		return fmt.Errorf("result %q, expected black, white or draw", g.Result)
	case g.Black == "" || g.White == "":
		return errors.New("a game without the names of both players")
	case g.Number < 0:
		return fmt.Errorf("game %d", g.Number)
	case g.Run == "":
		return errors.New("a game without its run")
	}
	return nil
}
