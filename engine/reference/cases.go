package reference

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

// A Case is a position with what is known of it.
type Case struct {
	Variant string            `json:"variant"`
	SFEN    string            `json:"sfen"`
	From    string            `json:"from"`         // where the case comes from
	Note    string            `json:"note"`         // what it is about
	Moves   []string          `json:"moves"`        // canonical legal moves, sorted; nil where only their count and sum are kept
	Count   int               `json:"moves_count"`  // how many there are
	SHA256  string            `json:"moves_sha256"` // of the sorted moves, joined by newlines
	Perft   []uint64          `json:"perft"`        // leaves at depth 1, 2, ...
	After   map[string]string `json:"after"`        // move -> SFEN that it leads to, for some moves
}

// LoadCases reads a file of cases, one JSON object a line, unpacked first if
// its name ends in ".gz".
func LoadCases(path string) ([]Case, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var in io.Reader = bufio.NewReader(file)
	if strings.HasSuffix(path, ".gz") {
		if in, err = gzip.NewReader(in); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	decoder := json.NewDecoder(in)
	decoder.DisallowUnknownFields()
	var cases []Case
	for {
		var c Case
		switch err := decoder.Decode(&c); err {
		case nil:
			cases = append(cases, c)
		case io.EOF:
			return cases, nil
		default:
			return nil, fmt.Errorf("%s, case %d: %w", path, len(cases)+1, err)
		}
	}
}
