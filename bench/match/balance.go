package match

import (
	"mujo/engine"
	"mujo/search"
)

// balanceNodes is how much is searched to tell whether an opening is even.
const balanceNodes = 3000

// balanced reports whether a short search finds the position about even.
func (o *Openings) balanced(p *engine.Position) bool {
	if o.Balance <= 0 {
		return true
	}
	s := search.New(p.Rules(), search.Options{HashMB: 1, Threads: 1, MultiPV: 1})
	score := int(s.Go(p.Clone(), search.NewControl(search.Limits{Nodes: balanceNodes}), nil).Score)
	return max(score, -score) <= o.Balance
}
