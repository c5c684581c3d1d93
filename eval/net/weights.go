package net

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"mujo/engine/rules"
)

// Version is that of the format of weight files.
const Version = 1

// A Shape says what the weights belong to. A file for another game, or for
// another list of its pieces, does not fit.
type Shape struct {
	Version int      `json:"mujo_weights"`
	Variant string   `json:"variant"` // with the rule set, if it has weights of its own
	Files   int      `json:"files"`
	Ranks   int      `json:"ranks"`
	Kinds   []string `json:"kinds"` // SFEN tokens
	Hand    []string `json:"hand,omitempty"`
	Hidden  int      `json:"hidden"` // units of the hidden layer, a multiple of Lanes, 0 for none
	// Near: there are inputs for what is near an only royal.
	Near bool `json:"near,omitempty"`
	// Terms are factors of hand-made terms in percent; those left out are 100.
	Terms map[string]int `json:"terms,omitempty"`
}

// ShapeOf returns the shape of weights for a variant, with inputs for what is
// near a royal or without.
func ShapeOf(r *rules.Rules, hidden int, near bool) Shape {
	s := Shape{Version: Version, Variant: r.Sheet.Variant, Files: r.Files, Ranks: r.Ranks, Hidden: hidden, Near: near}
	for _, k := range r.Kinds[1:] {
		s.Kinds = append(s.Kinds, k.Token)
	}
	for _, k := range r.HandKinds {
		s.Hand = append(s.Hand, r.Kinds[k].Token)
	}
	return s
}

// fits reports whether the weights are for this game.
func (s *Shape) fits(r *rules.Rules) error {
	switch want := ShapeOf(r, s.Hidden, s.Near); {
	case s.Version != Version:
		return fmt.Errorf("mujo_weights %d: expected %d", s.Version, Version)
	case s.Variant != want.Variant && s.Variant != r.Sheet.Base:
		return fmt.Errorf("weights for %q: expected %q", s.Variant, want.Variant)
	case s.Files != want.Files || s.Ranks != want.Ranks:
		return fmt.Errorf("weights for a board of %dx%d: expected %dx%d", s.Files, s.Ranks, want.Files, want.Ranks)
	case !slices.Equal(s.Kinds, want.Kinds) || !slices.Equal(s.Hand, want.Hand):
		return errors.New("weights for other pieces than the sheet's")
	case s.Hidden < 0 || s.Hidden > MaxHidden || s.Hidden%Lanes != 0:
		return fmt.Errorf("hidden %d: expected 0 to %d, a multiple of %d", s.Hidden, MaxHidden, Lanes)
	}
	return nil
}

// MaxHidden bounds the hidden layer.
const MaxHidden = 256

// Weights are a learned evaluation. They are read only.
type Weights struct {
	Shape
	// Place is in centipawns by kind and square, as Layout numbers the owner's
	// pieces; then by hand slot.
	Place []int16
	// Input is by input and hidden unit, in 1/One; Bias by hidden unit.
	Input, Bias []int16
	// Output is by hidden unit, in centipawns/OutputOne for a unit that is
	// fully on.
	Output []int16
}

// The scales of integers.
const (
	One       = 128 // a hidden unit fully on
	OutputOne = 8   // a centipawn
)

// MaxInput returns the bound of Input and Bias within which no sum of the
// hidden layer overflows.
func (s *Shape) MaxInput() int16 {
	most := s.Files*s.Ranks + len(s.Hand)*held
	if s.Near {
		most += 2 * min(s.Files*s.Ranks, rules.NumOffsets)
	}
	return int16(32_000 / most)
}

// MaxOutput returns the bound of Output within which 32 bits hold the sum of
// the weights that one lane of weigh adds up in pairs.
func (s *Shape) MaxOutput() int16 {
	pairs := max(2*s.Hidden/Lanes, 1)
	return int16(min((1<<31-1)/(One*One)/pairs, 1<<15-1))
}

func (w *Weights) arrays() []*[]int16 { return []*[]int16{&w.Place, &w.Input, &w.Bias, &w.Output} }

func (s *Shape) sizes() []int {
	board := len(s.Kinds) * s.Files * s.Ranks
	own := board + len(s.Hand)*held
	inputs := 2 * own
	if s.Near {
		inputs += 4 * len(s.Kinds) * rules.NumOffsets
	}
	return []int{board + len(s.Hand), inputs * s.Hidden, s.Hidden, s.Hidden}
}

// New returns weights that are all zero.
func New(s Shape) *Weights {
	w := &Weights{Shape: s}
	for i, n := range s.sizes() {
		*w.arrays()[i] = make([]int16, n)
	}
	return w
}

// Encode writes the weights, compressed by gzip: a line of JSON that says what
// they are for, then the numbers in little-endian order.
func (w *Weights) Encode(out io.Writer) error {
	line, err := json.Marshal(&w.Shape)
	if err != nil {
		return err
	}
	z, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(append(line, '\n')); err != nil {
		return err
	}
	for _, a := range w.arrays() {
		if err := binary.Write(z, binary.LittleEndian, *a); err != nil {
			return err
		}
	}
	return z.Close()
}

// Decode reads the weights for a variant.
func Decode(r *rules.Rules, in io.Reader) (*Weights, error) {
	z, err := gzip.NewReader(in)
	if err != nil {
		return nil, fmt.Errorf("not a file of weights: %w", err)
	}
	b := bufio.NewReaderSize(z, 1<<16)
	line, err := b.ReadSlice('\n')
	if err != nil {
		return nil, errors.New("not a file of weights: no header line")
	}
	w := new(Weights)
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&w.Shape); err != nil {
		return nil, fmt.Errorf("not a file of weights: %w", err)
	}
	if err := w.fits(r); err != nil {
		return nil, err
	}
	w = New(w.Shape)
	for _, a := range w.arrays() {
		if err := binary.Read(b, binary.LittleEndian, *a); err != nil {
			return nil, fmt.Errorf("weights cut short: %w", err)
		}
	}
	switch _, err := b.ReadByte(); {
	case err == nil:
		return nil, errors.New("more weights than the header says")
	case err != io.EOF:
		return nil, fmt.Errorf("weights: %w", err)
	}
	for _, bounded := range []struct {
		weights []int16
		limit   int16
	}{{w.Input, w.MaxInput()}, {w.Bias, w.MaxInput()}, {w.Output, w.MaxOutput()}} {
		for _, x := range bounded.weights {
			if x > bounded.limit || x < -bounded.limit {
				return nil, fmt.Errorf("weight %d: expected -%d to %d", x, bounded.limit, bounded.limit)
			}
		}
	}
	return w, nil
}
