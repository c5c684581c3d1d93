package usi

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
)

// maxLine bounds output lines: uci2wb reads into 1,022 bytes and keeps 998 of
// a pv.
const maxLine = 990

// An output writes whole lines for several goroutines. Each call is one Write,
// so that nothing waits in a buffer and calls do not mix.
type output struct {
	mu     sync.Mutex
	w      io.Writer
	buf    []byte
	closed atomic.Bool
}

// lines writes each string as a line. An error of the writer is not reported:
// the host has gone, and the end of its commands will say so.
func (o *output) lines(lines ...string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed.Load() {
		return
	}
	o.buf = o.buf[:0]
	for _, s := range lines {
		o.buf = append(o.buf, s...)
		o.buf = append(o.buf, '\n')
	}
	o.w.Write(o.buf)
}

// close makes all later lines vanish. It does not wait for a write that a host
// keeps waiting by not reading.
func (o *output) close() { o.closed.Store(true) }

// info writes free text for the host's log.
func (o *output) info(format string, args ...any) {
	o.lines("info string " + plain(fmt.Sprintf(format, args...)))
}

// errorf reports bad input.
func (o *output) errorf(format string, args ...any) {
	o.info("error: "+format, args...)
}

// plain makes text fit for a line of the protocol: ASCII, and short, with the
// middle left out if need be, as both ends matter in an error.
func plain(s string) string {
	const head, tail = 500, 300
	if len(s) > head+tail {
		s = s[:head] + " ... " + s[len(s)-tail:]
	}
	s = strings.Map(func(c rune) rune {
		if c < ' ' || c > '~' {
			return '?'
		}
		return c
	}, s)
	return strings.TrimRight(s, " ")
}

// clip shortens a word of the input for an error.
func clip(s string) string {
	const limit = 60
	if len(s) > limit {
		return s[:limit] + "..."
	}
	return s
}

// A lineWriter passes on what is written to it in whole lines.
type lineWriter struct {
	out  *output
	rest []byte
}

func (w *lineWriter) Write(b []byte) (int, error) {
	w.rest = append(w.rest, b...)
	for {
		i := bytes.IndexByte(w.rest, '\n')
		if i < 0 {
			return len(b), nil
		}
		w.out.lines(plain(string(w.rest[:i])))
		w.rest = w.rest[i+1:]
	}
}

// flush writes a last line without an end.
func (w *lineWriter) flush() {
	if len(w.rest) > 0 {
		w.out.lines(plain(string(w.rest)))
		w.rest = nil
	}
}
