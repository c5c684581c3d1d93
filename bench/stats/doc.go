// Package stats turns results of games into statements on strength: Elo with
// its error, the likelihood of superiority, and a sequential probability ratio
// test.
//
// Games come in pairs: both players have each side of an opening once. A pair
// is one observation with five outcomes (Pentanomial), since its two games are
// not independent; games without a partner fall back on win, draw and loss.
//
// The formulas are those in use for chess engines. Where they come from:
//
//   - Elo from the mean score and its error by the variance of the pairs:
//     Michel Van den Bergh, "Comments on normalized Elo", and fishtest's
//     stat_util.py.
//   - The generalised SPRT with maximum likelihood estimates of the five
//     probabilities under each hypothesis: Van den Bergh, "The generalized
//     maximum likelihood ratio for the expectation value of a distribution"
//     and "Normalized Elo", as fishtest's LLRcalc.py computes them.
//   - Its bounds: Wald, "Sequential Tests of Statistical Hypotheses" (1945).
package stats
