package variants

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"strings"
)

//go:embed sheets/*.json
var sheets embed.FS

// ErrUnknown is wrapped by the errors for a variant or rule set of a name that
// nothing has.
var ErrUnknown = errors.New("unknown variant")

// Default is the variant where nobody names one: a USI host or engine without
// an option for variants plays it.
const Default = "shogi"

// Names returns the full names of all variants, in alphabetical order, without
// the rule sets.
func Names() []string {
	entries, err := sheets.ReadDir("sheets")
	if err != nil {
		panic(err) // the folder is embedded
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), ".json")
	}
	return names
}

// Load returns the sheet of a variant. The name is the variant's full name,
// its short name or one of its aliases, and may end in "-" and a rule set:
// "taishogi", "tai", "taishogi-evans", "chu-federation". Case does not matter,
// nor whether '-' or '_' is written. A plain name is the sheet's default, and
// that sheet still lists its rule sets; see Sheet.With for what a rule set
// returns. Each call parses anew, so the caller owns the sheet.
func Load(name string) (*Sheet, error) {
	var best, known []string // best: file, rule set
	length := -1
	for _, file := range Names() {
		for _, n := range header(file) {
			known = append(known, n)
			// The longest name wins, should one begin with another and '-'.
			if ruleSet, ok := split(name, n); ok && len(n) > length {
				best, length = []string{file, ruleSet}, len(n)
			}
		}
	}
	if best == nil {
		if len(nearest(fold(name), known)) == 0 {
			known = Names() // the list of all need not have the aliases too
		}
		return nil, fmt.Errorf("%w %q%s", ErrUnknown, name, suggestion(fold(name), known))
	}
	data, err := sheets.ReadFile(sheetPath(best[0]))
	if err != nil {
		return nil, err
	}
	s, err := Decode(bytes.NewReader(data))
	if err != nil || best[1] == "" {
		return s, err
	}
	return s.With(best[1])
}

// LoadFile reads a sheet of the user's own. It is the sheet's default; With
// and Resolve reach its rule sets.
func LoadFile(path string) (*Sheet, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s, err := Decode(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// Resolve does for one sheet what Load does for the embedded ones: given the
// sheet's own name, short name or alias it returns the sheet itself, given one
// of these and a rule set the sheet with that, and for any other name an error
// that wraps ErrUnknown.
func (s *Sheet) Resolve(name string) (*Sheet, error) {
	ruleSet, length := "", -1
	for _, n := range append([]string{s.Variant, s.Short}, s.Aliases...) {
		if r, ok := split(name, n); ok && len(n) > length {
			ruleSet, length = r, len(n)
		}
	}
	switch {
	case length < 0:
		return nil, fmt.Errorf("%w: %q is not %s", ErrUnknown, name, s.Variant)
	case ruleSet == "":
		return s, nil
	}
	return s.With(ruleSet)
}

// split reports whether name is the variant's name, alone or with a rule set,
// and returns the latter.
func split(name, variant string) (ruleSet string, ok bool) {
	rest, ok := strings.CutPrefix(fold(name), fold(variant))
	if !ok || variant == "" || rest == "" {
		return "", ok && variant != ""
	}
	ruleSet, ok = strings.CutPrefix(rest, "-")
	return ruleSet, ok && ruleSet != ""
}

func sheetPath(name string) string { return path.Join("sheets", name+".json") }

// header reads the names at the head of an embedded sheet: variant, short and
// aliases, in this order by Encode's layout. The rest of the file, which is
// long, is not looked at.
func header(file string) []string {
	f, err := sheets.Open(sheetPath(file))
	if err != nil {
		panic(err) // the name comes from the folder
	}
	defer f.Close()
	var names []string
	dec := json.NewDecoder(f)
	dec.Token() // {
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			break
		}
		switch key {
		case "variant", "short":
			var name string
			if dec.Decode(&name) == nil {
				names = append(names, name)
			}
		case "aliases":
			var aliases []string
			if dec.Decode(&aliases) == nil {
				names = append(names, aliases...)
			}
		default:
			return names
		}
	}
	return names
}
