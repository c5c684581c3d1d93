package main

import (
	"fmt"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// A progress shows how far a match has come, by a bar on the standard error if
// that is a terminal, else not at all.
type progress struct{ bar *progressbar.ProgressBar }

func newProgress(total, done int) *progress {
	if !term.IsTerminal(int(os.Stderr.Fd())) {
		return &progress{}
	}
	bar := progressbar.NewOptions(total,
		progressbar.OptionSetWriter(os.Stderr), progressbar.OptionShowCount(), progressbar.OptionSetWidth(20),
		progressbar.OptionShowDescriptionAtLineEnd(), progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(50*time.Millisecond),
		progressbar.OptionSetRenderBlankState(true), progressbar.OptionSetTheme(progressbar.ThemeASCII))
	_ = bar.Set(done)
	return &progress{bar}
}

// show counts a game and shows a line beside the bar. It reports whether there
// is a bar.
func (p *progress) show(line string) bool {
	if p.bar == nil {
		return false
	}
	p.bar.Describe(fitting(line))
	_ = p.bar.Add(1)
	return true
}

// barWidth is what the bar takes with its figures.
const barWidth = 60

// fitting cuts a line to what a terminal has left beside the bar.
func fitting(line string) string {
	width, _, err := term.GetSize(int(os.Stderr.Fd()))
	if err != nil {
		width = 120
	}
	if r := []rune(line); len(r) > max(width-barWidth, 20) {
		return string(r[:max(width-barWidth, 20)])
	}
	return line
}

// note prints a line above the bar.
func (p *progress) note(line string) {
	_ = p.bar.Clear()
	fmt.Fprintln(os.Stderr, line)
	_ = p.bar.RenderBlank()
}

// finish leaves the bar as it stands.
func (p *progress) finish() {
	if p.bar != nil {
		_ = p.bar.Exit()
		fmt.Fprintln(os.Stderr)
	}
}
