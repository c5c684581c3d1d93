package variants

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
)

// Decode reads one sheet and checks it. encoding/json alone would let slips
// pass (it ignores case, takes the last of two equal keys, reads null as
// nothing and fills up short arrays), so the text is read field by field here;
// whatever the format does not know is an error that names the place.
func Decode(r io.Reader) (*Sheet, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("sheet: %w", err)
	}
	s := new(Sheet)
	if err := parse(data, s); err != nil {
		return nil, fmt.Errorf("%s: %w", s.label(), err)
	}
	if err := s.validate(); err != nil {
		return nil, fmt.Errorf("%s: %w", s.label(), err)
	}
	return s, nil
}

// label names the sheet in errors.
func (s *Sheet) label() string {
	if s.Variant == "" {
		return "sheet"
	}
	return s.Variant
}

func parse(data []byte, s *Sheet) error {
	p := parser{dec: json.NewDecoder(bytes.NewReader(data)), fields: map[reflect.Type]map[string]int{}}
	p.dec.UseNumber()
	err := p.value(reflect.ValueOf(s).Elem())
	if err == nil {
		if _, end := p.dec.Token(); end != io.EOF {
			err = errors.New("more text after the end of the sheet")
		}
	}
	if err == nil {
		return nil
	}
	offset := p.dec.InputOffset() // behind the last token
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		offset = syntax.Offset
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the sheet ends too early")
	}
	line := 1 + bytes.Count(data[:min(int(offset), len(data))], []byte("\n"))
	return fmt.Errorf("line %d: %w", line, err)
}

// A parser fills Go values from JSON tokens.
type parser struct {
	dec    *json.Decoder
	fields map[reflect.Type]map[string]int // JSON name -> field index
}

// A pathError says where in the sheet an error is; the path grows on the way
// out of the recursion.
type pathError struct {
	path string
	err  error
}

func (e *pathError) Error() string {
	return strings.TrimPrefix(e.path, ".") + ": " + e.err.Error()
}
func (e *pathError) Unwrap() error { return e.err }

func at(path string, err error) error {
	if e, ok := errors.AsType[*pathError](err); ok {
		return &pathError{path + e.path, e.err}
	}
	return &pathError{path, err}
}

func (p *parser) value(v reflect.Value) error {
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		return p.value(v.Elem())
	}
	tok, err := p.dec.Token()
	if err != nil {
		return err
	}
	switch tok := tok.(type) {
	case json.Delim:
		switch {
		case tok == '{' && v.Kind() == reflect.Struct:
			return p.structure(v)
		case tok == '{' && v.Kind() == reflect.Map:
			return p.mapping(v)
		case tok == '[' && v.Kind() == reflect.Slice:
			return p.slice(v)
		case tok == '[' && v.Kind() == reflect.Array:
			return p.array(v)
		}
	case string:
		if v.Kind() == reflect.String {
			v.SetString(tok)
			return nil
		}
	case bool:
		if v.Kind() == reflect.Bool {
			v.SetBool(tok)
			return nil
		}
	case json.Number:
		switch v.Kind() {
		case reflect.Int:
			n, err := strconv.ParseInt(tok.String(), 10, 32)
			if err == nil {
				v.SetInt(n)
				return nil
			}
		case reflect.Float64:
			n, err := tok.Float64()
			if err == nil {
				v.SetFloat(n)
				return nil
			}
		}
	}
	return fmt.Errorf("got %s, want %s", describe(tok), want(v.Type()))
}

func (p *parser) structure(v reflect.Value) error {
	known := p.fieldsOf(v.Type())
	seen := make(map[string]bool, len(known))
	for p.dec.More() {
		key, err := p.key(seen)
		if err != nil {
			return err
		}
		i, ok := known[key]
		if !ok {
			names := make([]string, 0, len(known))
			for name := range known {
				names = append(names, name)
			}
			return fmt.Errorf("unknown field %q%s", key, suggestion(key, names))
		}
		if err := p.value(v.Field(i)); err != nil {
			return at("."+key, err)
		}
	}
	_, err := p.dec.Token()
	return err
}

func (p *parser) mapping(v reflect.Value) error {
	v.Set(reflect.MakeMap(v.Type()))
	seen := map[string]bool{}
	for p.dec.More() {
		key, err := p.key(seen)
		if err != nil {
			return err
		}
		elem := reflect.New(v.Type().Elem()).Elem()
		if err := p.value(elem); err != nil {
			return at("."+key, err)
		}
		v.SetMapIndex(reflect.ValueOf(key), elem)
	}
	_, err := p.dec.Token()
	return err
}

func (p *parser) key(seen map[string]bool) (string, error) {
	tok, err := p.dec.Token()
	if err != nil {
		return "", err
	}
	key := tok.(string) // the decoder rejects any other kind of key
	if seen[key] {
		return "", fmt.Errorf("%q occurs twice", key)
	}
	seen[key] = true
	return key, nil
}

func (p *parser) slice(v reflect.Value) error {
	// A list that stands there empty is the same as none.
	for i := 0; p.dec.More(); i++ {
		v.Grow(1)
		v.SetLen(i + 1)
		if err := p.value(v.Index(i)); err != nil {
			return at(fmt.Sprintf("[%d]%s", i, nameOf(v.Index(i))), err)
		}
	}
	_, err := p.dec.Token()
	return err
}

func (p *parser) array(v reflect.Value) error {
	for i := range v.Len() {
		if !p.dec.More() {
			return fmt.Errorf("got %d numbers, want %d", i, v.Len())
		}
		if err := p.value(v.Index(i)); err != nil {
			return err
		}
	}
	if p.dec.More() {
		return fmt.Errorf("got more than %d numbers", v.Len())
	}
	_, err := p.dec.Token()
	return err
}

func (p *parser) fieldsOf(t reflect.Type) map[string]int {
	if m, ok := p.fields[t]; ok {
		return m
	}
	m := make(map[string]int, t.NumField())
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		m[name] = i
	}
	p.fields[t] = m
	return m
}

// nameOf gives the id or name of a list's element where it has been read.
func nameOf(v reflect.Value) string {
	if v.Kind() == reflect.Struct {
		for _, field := range []string{"ID", "Name"} {
			if f := v.FieldByName(field); f.IsValid() && f.String() != "" {
				return " (" + f.String() + ")"
			}
		}
	}
	return ""
}

func describe(tok json.Token) string {
	switch tok := tok.(type) {
	case json.Delim:
		if tok == '{' {
			return "an object"
		}
		return "a list"
	case string:
		return strconv.Quote(tok)
	case nil:
		return "null"
	}
	return fmt.Sprint(tok)
}

func want(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Slice:
		return "a list"
	case reflect.Array:
		return fmt.Sprintf("a list of %d numbers", t.Len())
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Int:
		return "a whole number"
	}
	return "a number"
}
