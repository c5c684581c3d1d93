package usi

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

// maxInput bounds input lines: ten times the longest game on the largest
// board.
const maxInput = 16 << 20

var errTooLong = errors.New("line too long")

// A lineReader reads lines of any length up to maxInput.
type lineReader struct {
	r   *bufio.Reader
	buf []byte
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, 64<<10)}
}

// next returns the next line without its end. A line above maxInput is skipped
// and gives errTooLong. A last line without an end counts.
func (l *lineReader) next() (string, error) {
	l.buf = l.buf[:0]
	tooLong := false
	for {
		part, err := l.r.ReadSlice('\n')
		tooLong = tooLong || len(l.buf)+len(part) > maxInput+2 // the end of the line is no part of it
		if !tooLong {
			l.buf = append(l.buf, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err != nil && (err != io.EOF || len(l.buf) == 0 && !tooLong):
			return "", err
		case tooLong:
			l.buf = nil
			return "", errTooLong
		}
		return strings.TrimSuffix(strings.TrimSuffix(string(l.buf), "\n"), "\r"), nil
	}
}

// isBlank reports what separates words.
func isBlank(c rune) bool { return c == ' ' || c == '\t' }

// fields splits a line into words.
func fields(s string) []string { return strings.FieldsFunc(s, isBlank) }

// cutWord returns the first word of s and what follows it.
func cutWord(s string) (word, rest string) {
	s = strings.TrimLeft(s, " \t")
	if i := strings.IndexFunc(s, isBlank); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}
