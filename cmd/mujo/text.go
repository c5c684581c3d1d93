package main

import (
	"bufio"
	"strings"
)

// textWidth is how wide running text is set.
const textWidth = 100

// wrap breaks text into lines of at most width columns, where it can.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case columns(line)+1+columns(word) > width:
			lines = append(lines, line)
			line = "  " + word
		default:
			line += " " + word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// paragraph writes a heading and its text, with the later lines indented.
func paragraph(out *bufio.Writer, heading, text string) {
	for _, line := range wrap(heading+": "+text, textWidth-2) {
		out.WriteString("  " + line + "\n")
	}
}
