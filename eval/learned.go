package eval

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"mujo/engine/rules"
	"mujo/eval/net"
)

// built are the weights that come with the program, by variant.
//
//go:embed weights/*.mw
var built embed.FS

// builtIn returns the weights that come with the program for a variant, nil
// if there are none. A rule set without its own has those of its variant, if
// they fit.
func builtIn(r *rules.Rules) (*net.Weights, error) {
	w, err := builtInOf(r, r.Sheet.Variant)
	if w != nil || err != nil || r.Sheet.Base == "" {
		return w, err
	}
	if w, err = builtInOf(r, r.Sheet.Base); err != nil { // other pieces
		return nil, nil
	}
	return w, nil
}

// builtInOf returns the weights of that name, nil if there are none.
func builtInOf(r *rules.Rules, name string) (*net.Weights, error) {
	f, err := built.Open("weights/" + name + ".mw")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Decode(r, f)
}

// Decode reads learned weights for a variant.
func Decode(r *rules.Rules, in io.Reader) (*net.Weights, error) {
	w, err := net.Decode(r, in)
	if err != nil {
		return nil, err
	}
	names := MeasureNames()
	for name := range w.Terms {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("term %q: expected one of %q", name, names)
		}
	}
	return w, nil
}

// NoWeights stands for the path of weights where none are to be used.
const NoWeights = "none"

// Load returns the evaluator of a variant with the learned weights of a file,
// with the built-in ones if path is empty, or without any if it is NoWeights.
func Load(r *rules.Rules, path string) (*Evaluator, error) {
	switch path {
	case "":
		return New(r), nil
	case NoWeights:
		return NewWith(r, nil), nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	w, err := Decode(r, f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return NewWith(r, w), nil
}

// learn adds what was learned to the tables.
func (t *tables) learn(w *net.Weights) {
	for i := range t.factors {
		t.factors[i] = 100
	}
	if w == nil {
		return
	}
	for i, name := range MeasureNames() {
		if f, ok := w.Terms[name]; ok {
			t.factors[i] = f
		}
	}
	layout := net.NewLayout(t.r)
	for k := 1; k < len(t.r.Kinds); k++ {
		for _, c := range []rules.Color{rules.Black, rules.White} {
			pc := rules.MakePiece(rules.Kind(k), c)
			for _, sq := range t.r.Squares {
				v := int32(w.Place[layout.Piece(c, pc, sq)])
				if c == rules.White {
					v = -v
				}
				t.scores.Board[pc.Index()*t.r.NumSquares+int(sq)] += v
			}
		}
	}
	for slot, k := range t.r.HandKinds {
		v := int32(w.Place[layout.HandPlace(slot)])
		t.scores.Hand[rules.MakePiece(k, rules.Black).Index()] += v
		t.scores.Hand[rules.MakePiece(k, rules.White).Index()] -= v
	}
	t.net = net.NewNet(t.r, w)
}
