package variants

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"unicode/utf8"
)

// Encode writes a sheet in the layout that the embedded ones have: fields in
// the order of the Go types, a line for each field of the sheet, and what does
// not fit on a line broken where it reads best. Decode reads it back to the
// same sheet.
func Encode(w io.Writer, s *Sheet) error {
	t := *s
	if t.Promotes == nil {
		t.Promotes = map[string]string{} // not null
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(&t); err != nil {
		return err
	}
	var p printer
	p.sheet(strings.TrimSpace(b.String()))
	_, err := w.Write(p.out.Bytes())
	return err
}

// lineWidth is how many characters a line may have before it is broken; long
// strings are never broken.
const lineWidth = 120

// A printer lays out compact JSON. A value that fits on the line stays on it.
// A broken object, or list of short plain values, is filled line by line as
// text is; other broken lists have a line for each element.
type printer struct {
	out  bytes.Buffer
	line int
	col  int
}

func (p *printer) write(s string) {
	p.out.WriteString(s)
	p.col += utf8.RuneCountInString(s)
}

func (p *printer) newline(indent int) {
	p.out.WriteByte('\n')
	p.line, p.col = p.line+1, 0
	p.write(strings.Repeat(" ", indent))
}

// sheet lays out the outermost object, which always has a line for each field.
func (p *printer) sheet(v string) {
	p.broken(v, 0, false)
	p.out.WriteByte('\n')
}

func (p *printer) value(v string, indent int) {
	flat := spaced(v)
	if v[0] != '{' && v[0] != '[' || p.fits(flat) {
		p.write(flat)
		return
	}
	p.broken(v, indent, v[0] == '{' || short(elements(v)))
}

func (p *printer) broken(v string, indent int, fill bool) {
	all := elements(v)
	p.write(v[:1])
	whole := false // the element before is on one line
	for i, e := range all {
		if whole && fill && p.fits(" "+spaced(e)) {
			p.write(" ")
		} else {
			p.newline(indent + 1)
		}
		line := p.line
		key := keyOf(e)
		p.write(spaced(key))
		if v[0] == '[' && e[0] == '[' {
			p.write(spaced(e)) // a rank of the setup is not broken
		} else {
			p.value(e[len(key):], indent+1)
		}
		whole = line == p.line
		if i < len(all)-1 {
			p.write(",")
		}
	}
	p.newline(indent)
	p.write(v[len(v)-1:])
}

// fits leaves room for a comma.
func (p *printer) fits(s string) bool {
	return p.col+utf8.RuneCountInString(s) < lineWidth
}

// short reports whether all elements are plain and none is a sentence.
func short(elements []string) bool {
	for _, e := range elements {
		if e[0] == '{' || e[0] == '[' || len(e) > 40 {
			return false
		}
	}
	return true
}

// elements splits a compact list or object at its commas; the elements of an
// object begin with their keys.
func elements(v string) []string {
	var all []string
	depth, start := 0, 1
	for i, inString := 0, false; i < len(v); i++ {
		switch c := v[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
			if depth == 0 && i > start {
				all = append(all, v[start:i])
			}
		case c == ',' && depth == 1:
			all = append(all, v[start:i])
			start = i + 1
		}
	}
	return all
}

// keyOf returns the key with its colon if e is a field, else "".
func keyOf(e string) string {
	if e[0] != '"' {
		return ""
	}
	for i := 1; i < len(e); i++ {
		switch e[i] {
		case '\\':
			i++
		case '"':
			if i+1 < len(e) && e[i+1] == ':' {
				return e[:i+2]
			}
			return ""
		}
	}
	return ""
}

// spaced puts a blank behind each comma and colon of compact JSON.
func spaced(v string) string {
	var b strings.Builder
	for i, inString := 0, false; i < len(v); i++ {
		c := v[i]
		b.WriteByte(c)
		switch {
		case inString && c == '\\':
			i++
			b.WriteByte(v[i])
		case c == '"':
			inString = !inString
		case !inString && (c == ',' || c == ':'):
			b.WriteByte(' ')
		}
	}
	return b.String()
}
