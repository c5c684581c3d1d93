package variants

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// With returns the sheet with one of its rule sets applied. What comes back is
// plain: it has no rule sets and no alternates, and its names carry the suffix,
// as in "taishogi-evans". The receiver stays as it is; the two share what the
// rule set does not touch.
func (s *Sheet) With(ruleSet string) (*Sheet, error) {
	i := slices.IndexFunc(s.RuleSets, func(r RuleSet) bool { return fold(r.Name) == fold(ruleSet) })
	if i < 0 {
		var names []string
		for _, r := range s.RuleSets {
			names = append(names, r.Name)
		}
		if len(names) == 0 {
			return nil, fmt.Errorf("%w: %s has no rule sets, so no %q", ErrUnknown, s.Variant, ruleSet)
		}
		return nil, fmt.Errorf("%w: %s has no rule set %q%s", ErrUnknown, s.Variant, ruleSet, suggestion(fold(ruleSet), names))
	}
	rs := &s.RuleSets[i]
	t := *s
	t.rename(rs.Name)
	t.RuleSets = nil
	t.Notes = append([]string{"Rule set " + rs.Name + ": " + rs.Note}, s.Notes...)

	t.Pieces = slices.Clone(s.Pieces)
	for i := range t.Pieces {
		t.Pieces[i].apply(rs.Name)
	}
	t.Promotes = rs.promotes(s.Promotes)
	if rs.Promotion != nil {
		t.Promotion = *rs.Promotion
	}
	if rs.Repetition != nil {
		t.Repetition = *rs.Repetition
	}
	if rs.KingSafety != nil {
		t.KingSafety = *rs.KingSafety
	}
	if rs.LionTrading != nil {
		t.LionTrading = rs.LionTrading
	}
	if rs.BareKing != nil {
		t.BareKing = *rs.BareKing
	}
	if rs.JumpCaptures != "" {
		t.JumpCaptures = rs.JumpCaptures
	}
	if rs.MaxPlies != nil {
		t.MaxPlies = *rs.MaxPlies
	}
	if rs.Drops != nil {
		t.Drops = rs.Drops
	}
	if rs.Contagion != nil {
		t.Contagion = rs.Contagion
	}
	if rs.Stalemate != "" {
		t.Stalemate = rs.Stalemate
	}
	if rs.SFEN != nil {
		t.SFEN, t.Handicaps = *rs.SFEN, nil
	}
	if rs.Setup != nil || rs.Files != 0 {
		// Positions of the sheet do not belong to the other board.
		t.Handicaps = nil
		if rs.SFEN == nil {
			t.SFEN.Initial = ""
		}
		if rs.Setup != nil {
			t.Setup = rs.Setup
		}
		if rs.Files != 0 {
			t.Files = rs.Files
		}
	}
	return &t, nil
}

// rename puts the suffix of a rule set behind every name of the variant.
func (s *Sheet) rename(suffix string) {
	s.Base = s.Variant
	s.Variant += "-" + suffix
	if s.Short != "" {
		s.Short += "-" + suffix
	}
	s.Aliases = slices.Clone(s.Aliases)
	for i := range s.Aliases {
		s.Aliases[i] += "-" + suffix
	}
}

// apply puts the alternate of a rule set in place of the piece's own move.
func (p *Piece) apply(ruleSet string) {
	for _, a := range p.Alternates {
		if a.Rule != ruleSet {
			continue
		}
		p.Moves = a.Moves
		p.Betza = "" // it describes the other move
		if a.Value != 0 {
			p.Value = a.Value
		}
		if a.Note != "" {
			p.Note = a.Note
		}
	}
	p.Alternates = nil
}

// promotes is the map in force under the rule set, given the sheet's own.
func (r *RuleSet) promotes(own map[string]string) map[string]string {
	if r.PromotesAll {
		return r.Promotes
	}
	m := make(map[string]string, len(own)+len(r.Promotes))
	maps.Copy(m, own)
	maps.Copy(m, r.Promotes)
	return m
}

// fold makes names comparable: neither case nor the choice between '-' and '_'
// matters in a name that somebody types.
func fold(name string) string {
	return strings.ReplaceAll(strings.ToLower(name), "_", "-")
}
