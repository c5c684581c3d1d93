package usi

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"mujo/eval"
	"mujo/search"
	"mujo/variants"
)

// settings are the values of the options that the loop itself keeps.
type settings struct {
	hash, threads, multiPV int
	skill                  int    // level, search.MaxSkill for full strength
	overhead               int    // ms
	resign                 int    // centipawns, 0 for never
	analyse                bool   // USI_AnalyseMode: positions are looked at, not played
	entering               string // EnteringKingRule
	evalFile               string // EvalFile
}

func (s *settings) search() search.Options {
	return search.Options{HashMB: s.hash, Threads: s.threads, MultiPV: s.multiPV, Weaker: search.MaxSkill - s.skill}
}

func (s *settings) moveOverhead() time.Duration {
	return time.Duration(s.overhead) * time.Millisecond
}

// The values of EnteringKingRule.
const (
	csa27         = "CSARule27"
	csa24         = "CSARule24"
	noDeclaration = "NoEnteringKing"
)

func defaultSettings() settings {
	return settings{hash: 64, threads: 1, multiPV: 1, skill: search.MaxSkill, overhead: 100, entering: csa27}
}

// An option is one the engine declares.
type option struct {
	name     string
	kind     string // check, spin, combo or string
	value    string // default
	min, max int    // of a spin
	vars     []string
	open     bool // a combo that takes other values too
	// set gets a value that fits the kind.
	set func(l *loop, value string, n int) error
}

// optionTable lists the options in the order in which dialogs show them.
func optionTable(names []string) []option {
	d := defaultSettings()
	ignore := func(*loop, string, int) error { return nil }
	spin := func(name string, value, low, high int, field func(*settings) *int) option {
		return option{name: name, kind: "spin", value: strconv.Itoa(value), min: low, max: high,
			set: func(l *loop, _ string, n int) error { *field(&l.settings) = n; return nil }}
	}
	return []option{
		spin("USI_Hash", d.hash, 1, 1<<16, func(s *settings) *int { return &s.hash }),
		// Pondering is told by go ponder; the option is the host's statement.
		{name: "USI_Ponder", kind: "check", value: "false", set: ignore},
		spin("Threads", d.threads, 1, 512, func(s *settings) *int { return &s.threads }),
		spin("MultiPV", d.multiPV, 1, 500, func(s *settings) *int { return &s.multiPV }),
		{name: "USI_Variant", kind: "combo", value: variants.Default, vars: declaredVariants(names), open: true,
			set: func(l *loop, value string, _ int) error { return l.setVariant(value) }},
		{name: "USI_AnalyseMode", kind: "check", value: "false",
			set: func(l *loop, value string, _ int) error { l.settings.analyse = value == "true"; return nil }},
		spin("Skill_Level", d.skill, 0, search.MaxSkill, func(s *settings) *int { return &s.skill }),
		spin("Move_Overhead", d.overhead, 0, 10_000, func(s *settings) *int { return &s.overhead }),
		spin("ResignValue", d.resign, 0, 30_000, func(s *settings) *int { return &s.resign }),
		{name: "EnteringKingRule", kind: "combo", value: d.entering, vars: []string{csa27, csa24, noDeclaration},
			set: func(l *loop, value string, _ int) error { l.settings.entering = value; return nil }},
		{name: "EvalFile", kind: "string", value: "",
			set: func(l *loop, value string, _ int) error { return l.setEvalFile(value) }},
		{name: "VariantPath", kind: "string", value: "", set: func(l *loop, value string, _ int) error { return l.setVariantPath(value) }},
	}
}

// mostPlayed are the variants that USI_Variant names first, as far as they
// exist.
var mostPlayed = []string{
	"shogi", "minishogi", "chushogi", "tenjikushogi", "taishogi", "kyotoshogi", "annanshogi", "checkshogi", "dobutsu",
	"daishogi", "washogi", "torishogi", "daidaishogi", "makadaidaishogi", "taikyokushogi",
}

// declaredVariants returns the names that fit the line: uci2wb has 256 bytes
// for what follows "default ".
func declaredVariants(names []string) []string {
	const limit = 250
	var list []string
	length := len(variants.Default)
	for _, n := range append(slices.Clone(mostPlayed), names...) {
		if size := len(" var ") + len(n); slices.Contains(names, n) && !slices.Contains(list, n) && length+size <= limit {
			list = append(list, n)
			length += size
		}
	}
	return list
}

// declaration is the option's line in the answer to usi.
func (o *option) declaration() string {
	var b strings.Builder
	fmt.Fprintf(&b, "option name %s type %s default ", o.name, o.kind)
	if o.value == "" {
		b.WriteString(emptyValue)
	} else {
		b.WriteString(o.value)
	}
	if o.kind == "spin" {
		fmt.Fprintf(&b, " min %d max %d", o.min, o.max)
	}
	for _, v := range o.vars {
		b.WriteString(" var " + v)
	}
	return b.String()
}

// emptyValue stands for an empty string on the line.
const emptyValue = "<empty>"

// aliases are names that hosts use for our options, folded.
var aliases = map[string]string{
	"hash": "usi_hash", "ponder": "usi_ponder", "usi_threads": "threads", "usi_multipv": "multipv",
	"uci_variant": "usi_variant", "uci_analysemode": "usi_analysemode",
}

// foldName makes spellings of an option's name equal: case does not count, and
// a blank is a low line.
func foldName(name string) string {
	return strings.ToLower(strings.Join(fields(name), "_"))
}

// setOption obeys "setoption name NAME value VALUE".
func (l *loop) setOption(rest string) {
	name, value, hasValue, err := splitOption(rest)
	if err == nil {
		err = l.applyOption(name, value, hasValue)
	}
	if err != nil {
		l.out.errorf("setoption: %v", err)
	}
}

// splitOption finds the name and the value, which may both have blanks inside.
func splitOption(rest string) (name, value string, hasValue bool, err error) {
	word, rest := cutWord(rest)
	if word != "name" {
		return "", "", false, fmt.Errorf("got %q, expected name NAME value VALUE", clip(word))
	}
	var words []string
	for {
		word, rest = cutWord(rest)
		if word == "" || word == "value" {
			break
		}
		words = append(words, word)
	}
	if len(words) == 0 {
		return "", "", false, errors.New("no name, expected name NAME value VALUE")
	}
	value = strings.Trim(rest, " \t")
	if value == emptyValue {
		value = ""
	}
	return strings.Join(words, " "), value, word == "value", nil
}

// applyOption sets one option. What a value means depends on the kind.
func (l *loop) applyOption(name, value string, hasValue bool) error {
	folded := foldName(name)
	if a, ok := aliases[folded]; ok {
		folded = a
	}
	i := slices.IndexFunc(l.options, func(o option) bool { return foldName(o.name) == folded })
	if i < 0 {
		return fmt.Errorf("unknown option %q, expected one of those declared", clip(name))
	}
	o := &l.options[i]
	if !hasValue {
		return fmt.Errorf("%s without a value, expected %s", o.name, o.expected())
	}
	n := 0
	switch o.kind {
	case "check":
		switch strings.ToLower(value) {
		case "true", "1", "on":
			value = "true"
		case "false", "0", "off":
			value = "false"
		default:
			return fmt.Errorf("%s: got %q, expected %s", o.name, clip(value), o.expected())
		}
	case "spin":
		var err error
		n, err = strconv.Atoi(value)
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			return fmt.Errorf("%s: got %q, expected %s", o.name, clip(value), o.expected())
		}
		if fit := min(max(n, o.min), o.max); fit != n { // what overflows comes as the nearest integer
			l.out.errorf("setoption: %s: %s is out of range, expected %s; %d is used", o.name, clip(value), o.expected(), fit)
			n = fit
		}
	case "combo":
		i := slices.IndexFunc(o.vars, func(v string) bool { return strings.EqualFold(v, value) })
		switch {
		case i >= 0:
			value = o.vars[i]
		case !o.open:
			return fmt.Errorf("%s: got %q, expected %s", o.name, clip(value), o.expected())
		}
	}
	if err := o.set(l, value, n); err != nil {
		return fmt.Errorf("%s: %w", o.name, err)
	}
	return nil
}

// expected says in words what values fit.
func (o *option) expected() string {
	switch o.kind {
	case "check":
		return "true or false"
	case "spin":
		return fmt.Sprintf("a number from %d to %d", o.min, o.max)
	case "combo":
		return "one of " + strings.Join(o.vars, ", ")
	}
	return "text or " + emptyValue
}

// setVariant changes the rules and goes to their start position. The user's
// own sheet comes before an embedded one of the same name. Rules that are
// there already are kept, and with them what the searcher has learnt.
func (l *loop) setVariant(name string) error {
	if l.game != nil && name == l.variant { // some hosts say it before every move
		return l.game.setUp(startpos)
	}
	s, err := l.sheet(name)
	if err != nil {
		return fmt.Errorf("%w; %s is kept", err, l.variant)
	}
	g, err := newGameOf(s)
	if err != nil {
		return fmt.Errorf("%w; %s is kept", err, l.variant)
	}
	l.variant, l.game = name, g
	return nil
}

func (l *loop) sheet(name string) (*variants.Sheet, error) {
	if l.own != nil {
		if s, err := l.own.Resolve(name); err == nil {
			return s, nil
		}
	}
	return variants.Load(name)
}

// setVariantPath loads a sheet of the user's own and plays by it, as a dialog
// cannot name it in USI_Variant; the same path again reads it anew. Without a
// path the sheet is forgotten.
func (l *loop) setVariantPath(path string) error {
	if path == "" && l.own == nil {
		return nil
	}
	if path == "" {
		played := l.own
		l.own = nil
		if _, err := played.Resolve(l.variant); err == nil {
			return l.setVariant(variants.Default)
		}
		return nil
	}
	s, err := loadSheet(path)
	if err != nil {
		return err
	}
	g, err := newGameOf(s)
	if err != nil {
		return err
	}
	l.own, l.variant, l.game = s, s.Variant, g
	return nil
}

// loadSheet reads a sheet.
func loadSheet(path string) (*variants.Sheet, error) {
	path, err := locate(path)
	if err != nil {
		return nil, err
	}
	return variants.LoadFile(path)
}

// setEvalFile notes whose weights to use from the next search on. Whether they
// suit the variant shows when its searcher is made.
func (l *loop) setEvalFile(path string) error {
	if path != "" && path != eval.NoWeights {
		var err error
		if path, err = locate(path); err != nil {
			return err
		}
	}
	l.settings.evalFile = path
	return nil
}

// locate finds a file of the user's; a relative path may also start from the
// program's folder, as hosts choose the working folder themselves.
func locate(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil && !filepath.IsAbs(path) {
		if exe, e := os.Executable(); e == nil {
			beside := filepath.Join(filepath.Dir(exe), path)
			if i, e := os.Stat(beside); e == nil {
				path, info, err = beside, i, nil
			}
		}
	}
	switch {
	case err != nil:
		return "", err
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("%q is no file", clip(path))
	case info.Size() > maxInput:
		return "", fmt.Errorf("%q has %d bytes, expected at most %d", clip(path), info.Size(), maxInput)
	}
	return path, nil
}
