package match

import (
	"fmt"
	"slices"
	"strings"

	"mujo/bench/player"
)

// IsFault reports whether a reason is that a player failed.
func IsFault(reason string) bool {
	return slices.Contains([]string{
		TimeForfeit, IllegalMove, FalseClaim, string(player.Crash), string(player.Hang), string(player.Refusal), string(player.Garbage),
	}, reason)
}

// SplitWords splits a command line at blanks outside of quotes.
func SplitWords(s string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord, quote := false, rune(0)
	for _, c := range s {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote, inWord = c, true
		case quote == 0 && (c == ' ' || c == '\t'):
			if inWord {
				words = append(words, word.String())
				word.Reset()
				inWord = false
			}
		default:
			word.WriteRune(c)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("%q: a quote without its end", s)
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}

// joinWords is the reverse of SplitWords, for people.
func joinWords(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = w
		if w == "" || strings.ContainsAny(w, " \t\"'") {
			quoted[i] = fmt.Sprintf("%q", w)
		}
	}
	return strings.Join(quoted, " ")
}
