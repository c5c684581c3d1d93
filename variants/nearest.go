package variants

import (
	"cmp"
	"slices"
	"strings"
)

// suggestion says which of the known words may have been meant, or lists them
// all where none is near.
func suggestion(word string, known []string) string {
	if len(known) == 0 {
		return ""
	}
	if near := nearest(word, known); len(near) > 0 {
		return "; did you mean " + strings.Join(near, " or ") + "?"
	}
	known = slices.Clone(known)
	slices.Sort(known)
	return "; want one of " + strings.Join(slices.Compact(known), ", ")
}

// nearest returns up to three known words at a small edit distance from word,
// the nearest first.
func nearest(word string, known []string) []string {
	type candidate struct {
		word     string
		distance int
	}
	var near []candidate
	for _, k := range known {
		d := distance(word, k)
		if d <= max(2, min(len(word), len(k))/3) && d < max(len(word), len(k)) {
			near = append(near, candidate{k, d})
		}
	}
	slices.SortFunc(near, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), strings.Compare(a.word, b.word))
	})
	near = slices.Compact(near)
	var words []string
	for _, c := range near[:min(3, len(near))] {
		words = append(words, c.word)
	}
	return words
}

// distance is the number of single bytes to insert, delete or replace to turn
// a into b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
