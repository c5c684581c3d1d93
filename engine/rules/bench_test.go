package rules_test

import (
	"testing"

	"mujo/engine"
	"mujo/engine/rules"
	"mujo/variants"
)

// BenchmarkCompile is what choosing a variant costs, the start position
// included: compiled rules are what an engine holds in memory for it.
func BenchmarkCompile(b *testing.B) {
	for _, name := range []string{"shogi", "taishogi", "taikyokushogi"} {
		s, err := variants.Load(name)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r, err := rules.Compile(s)
				if err != nil {
					b.Fatal(err)
				}
				engine.New(r)
			}
		})
	}
}
