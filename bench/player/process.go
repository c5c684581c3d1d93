package player

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// A line is one that a program wrote.
type line struct {
	text string
	at   time.Time
}

// A process is a program that talks in lines.
type process struct {
	cmd    *exec.Cmd
	in     *os.File
	lines  chan line // closed at its end
	exited chan struct{}
	status string // how it ended, once exited is closed
	quit   chan struct{}
	log    func(direction, line string)
	skip   func(string) bool // lines of no interest

	mu     sync.Mutex
	stderr []string // its last lines
	closed bool
}

const (
	maxLine     = 1 << 20 // a longer one is cut
	keptErrors  = 5       // lines of standard error kept for reports
	quitTimeout = time.Second
	// drainTime is how long to read on after the program has ended.
	drainTime = 200 * time.Millisecond
)

// startProcess starts a program in a process group of its own.
func startProcess(s Spec, skip func(string) bool) (*process, error) {
	if len(s.Command) == 0 {
		return nil, errors.New("no command")
	}
	p := &process{
		lines: make(chan line, 1<<12), exited: make(chan struct{}), quit: make(chan struct{}), log: s.Log, skip: skip,
	}
	if p.log == nil {
		p.log = func(string, string) {}
	}
	p.cmd = exec.Command(s.Command[0], s.Command[1:]...)
	p.cmd.Dir = s.Dir
	ownGroup(p.cmd)
	pipes, err := newPipes(3)
	if err != nil {
		return nil, err
	}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = pipes[0].read, pipes[1].write, pipes[2].write
	p.in = pipes[0].write
	err = p.cmd.Start()
	for _, f := range []*os.File{pipes[0].read, pipes[1].write, pipes[2].write} {
		f.Close()
	}
	if err != nil {
		for _, f := range []*os.File{pipes[0].write, pipes[1].read, pipes[2].read} {
			f.Close()
		}
		return nil, err
	}
	var readers sync.WaitGroup
	readers.Go(func() { p.read(pipes[1].read) })
	readers.Go(func() { p.readErrors(pipes[2].read) })
	go p.reap(&readers, pipes[1].read, pipes[2].read)
	return p, nil
}

type pipe struct{ read, write *os.File }

func newPipes(n int) ([]pipe, error) {
	var pipes []pipe
	for range n {
		r, w, err := os.Pipe()
		if err != nil {
			for _, p := range pipes {
				p.read.Close()
				p.write.Close()
			}
			return nil, err
		}
		pipes = append(pipes, pipe{r, w})
	}
	return pipes, nil
}

// reap waits for the end of the program and of what it wrote.
func (p *process) reap(readers *sync.WaitGroup, pipes ...*os.File) {
	err := p.cmd.Wait()
	p.status = p.cmd.ProcessState.String()
	if err == nil {
		p.status = "it ended without being told"
	}
	killGroup(p.cmd) // children it left
	timer := time.AfterFunc(drainTime, func() {
		for _, f := range pipes {
			f.SetReadDeadline(time.Now())
			f.Close()
		}
	})
	readers.Wait()
	timer.Stop()
	for _, f := range pipes {
		f.Close()
	}
	p.in.Close()
	close(p.exited)
	close(p.lines)
}

// readLines calls each for every line.
func readLines(in io.Reader, each func(string)) {
	r := bufio.NewReaderSize(in, 1<<14)
	var long []byte
	for {
		part, more, err := r.ReadLine()
		if err != nil {
			if len(long) > 0 {
				each(string(long))
			}
			return
		}
		if len(long) < maxLine {
			long = append(long, part...)
		}
		if !more {
			each(string(long))
			long = long[:0]
		}
	}
}

func (p *process) read(in io.Reader) {
	readLines(in, func(text string) {
		at := time.Now()
		p.log("<", text)
		if p.skip != nil && p.skip(text) {
			return
		}
		select {
		case p.lines <- line{text, at}:
		case <-p.quit:
		}
	})
}

func (p *process) readErrors(in io.Reader) {
	readLines(in, func(text string) {
		p.log("!", text)
		p.mu.Lock()
		defer p.mu.Unlock()
		p.stderr = append(p.stderr, text)
		if len(p.stderr) > keptErrors {
			p.stderr = p.stderr[1:]
		}
	})
}

// send writes lines; an error shows when it next reads.
func (p *process) send(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	p.log(">", text)
	p.in.SetWriteDeadline(time.Now().Add(hangLimit))
	io.WriteString(p.in, text+"\n")
}

// drain throws away what was written unasked.
func (p *process) drain() {
	for {
		select {
		case _, ok := <-p.lines:
			if !ok {
				return
			}
		default:
			return
		}
	}
}

// errTimeout is that of receive.
var errTimeout = errors.New("no answer")

// receive returns the next line. Its error is that of ctx, errTimeout or a
// crash.
func (p *process) receive(ctx context.Context, timeout <-chan time.Time) (line, error) {
	select {
	case l, ok := <-p.lines:
		if !ok {
			return line{}, p.crash()
		}
		return l, nil
	case <-timeout:
		return line{}, errTimeout
	case <-ctx.Done():
		return line{}, ctx.Err()
	}
}

// await reads lines until want says that one is the last.
func (p *process) await(ctx context.Context, limit time.Duration, what string, want func(line) bool) error {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for {
		l, err := p.receive(ctx, timer.C)
		switch {
		case errors.Is(err, errTimeout):
			return &Fault{Hang, fmt.Sprintf("no %s within %v", what, limit)}
		case err != nil:
			return err
		case want(l):
			return nil
		}
	}
}

// crash is the fault of a program that has ended.
func (p *process) crash() *Fault {
	<-p.exited
	p.mu.Lock()
	defer p.mu.Unlock()
	detail := p.status
	if len(p.stderr) > 0 {
		detail += ": " + shorten(strings.Join(p.stderr, " / "))
	}
	return &Fault{Crash, detail}
}

// close ends the program, politely first.
func (p *process) close() {
	p.mu.Lock()
	again := p.closed
	p.closed = true
	p.mu.Unlock()
	if again {
		<-p.exited
		return
	}
	close(p.quit)
	go p.drain()
	p.send("quit")
	p.in.Close()
	select {
	case <-p.exited:
	case <-time.After(quitTimeout):
		killGroup(p.cmd)
		<-p.exited
	}
}

// kill ends the program at once.
func (p *process) kill() {
	killGroup(p.cmd)
	p.close()
}
