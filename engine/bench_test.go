package engine

import (
	"testing"

	"mujo/engine/rules"
	"mujo/variants"
)

// The benchmarks go round hundreds of positions out of random games: one
// position again and again flatters whatever the branch predictor can learn.
const benchPositions = 400

// eachVariant runs f for every variant, with positions out of random games.
func eachVariant(b *testing.B, f func(b *testing.B, positions []*Position)) {
	for _, name := range variants.Names() {
		b.Run(name, func(b *testing.B) {
			f(b, sample(load(b, name), benchPositions, 240, seeded(5)))
		})
	}
}

// perMove reports the time a move that was generated or made took.
func perMove(b *testing.B, moves int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
	b.ReportMetric(float64(moves)/float64(b.N), "moves/op")
}

func BenchmarkMakeUnmake(b *testing.B) {
	eachVariant(b, func(b *testing.B, positions []*Position) {
		lists := make([][]Move, len(positions))
		for i, p := range positions {
			lists[i] = p.GenerateLegal(nil)
			seeded(uint64(i)).Shuffle(len(lists[i]), func(j, k int) { lists[i][j], lists[i][k] = lists[i][k], lists[i][j] })
		}
		i := 0
		for b.Loop() {
			p, list := positions[i%len(positions)], lists[i%len(positions)]
			if len(list) > 0 {
				p.Make(list[i/len(positions)%len(list)])
				p.Unmake()
			}
			i++
		}
	})
}

func benchGenerate(b *testing.B, generate func(p *Position, buf []Move) []Move) {
	eachVariant(b, func(b *testing.B, positions []*Position) {
		buf := make([]Move, 0, 8192)
		i, moves := 0, 0
		for b.Loop() {
			moves += len(generate(positions[i%len(positions)], buf))
			i++
		}
		perMove(b, moves)
	})
}

func BenchmarkGenerateAll(b *testing.B) {
	benchGenerate(b, func(p *Position, buf []Move) []Move { return p.Generate(buf, AllMoves) })
}

func BenchmarkGenerateCaptures(b *testing.B) {
	benchGenerate(b, func(p *Position, buf []Move) []Move { return p.Generate(buf, Captures) })
}

func BenchmarkGenerateLegal(b *testing.B) {
	benchGenerate(b, func(p *Position, buf []Move) []Move { return p.GenerateLegal(buf) })
}

func BenchmarkInCheck(b *testing.B) {
	eachVariant(b, func(b *testing.B, positions []*Position) {
		i := 0
		for b.Loop() {
			p := positions[i%len(positions)]
			p.InCheck(p.side)
			i++
		}
	})
}

// squares returns random squares to ask about.
func squares(r *rules.Rules) []Square {
	rng := seeded(6)
	out := make([]Square, 1023) // no multiple of the positions
	for i := range out {
		out[i] = r.Squares[rng.IntN(len(r.Squares))]
	}
	return out
}

func BenchmarkAttacked(b *testing.B) {
	eachVariant(b, func(b *testing.B, positions []*Position) {
		ask := squares(positions[0].r)
		i := 0
		for b.Loop() {
			p := positions[i%len(positions)]
			p.Attacked(ask[i%len(ask)], p.side)
			i++
		}
	})
}

func BenchmarkCheapest(b *testing.B) {
	eachVariant(b, func(b *testing.B, positions []*Position) {
		ask := squares(positions[0].r)
		values := noise(seeded(7))
		i := 0
		for b.Loop() {
			p := positions[i%len(positions)]
			p.Cheapest(ask[i%len(ask)], p.side, &values.Piece)
			i++
		}
	})
}

// BenchmarkExchange weighs captures.
func BenchmarkExchange(b *testing.B) {
	eachVariant(b, func(b *testing.B, positions []*Position) {
		values := noise(seeded(7))
		lists := make([][]Move, len(positions))
		for i, p := range positions {
			lists[i] = p.Generate(nil, Captures)
		}
		i := 0
		for b.Loop() {
			p, list := positions[i%len(positions)], lists[i%len(positions)]
			if len(list) > 0 {
				p.Exchange(list[i/len(positions)%len(list)], values)
			}
			i++
		}
	})
}

// BenchmarkPerft counts two plies from every position.
func BenchmarkPerft(b *testing.B) {
	eachVariant(b, func(b *testing.B, positions []*Position) {
		buf := make([]Move, 0, 8192)
		i, nodes := 0, uint64(0)
		for b.Loop() {
			nodes += positions[i%len(positions)].perft(buf, 2)
			i++
		}
		b.ReportMetric(float64(nodes)/1e6/b.Elapsed().Seconds(), "Mnodes/s")
	})
}

// BenchmarkPerft5 is shogi's perft 5 from the start, which other programs
// publish times of.
func BenchmarkPerft5(b *testing.B) {
	p := New(load(b, "shogi"))
	for b.Loop() {
		if p.Perft(5) != 19861490 {
			b.Fatal("wrong count")
		}
	}
	b.ReportMetric(19.861490*float64(b.N)/b.Elapsed().Seconds(), "Mnodes/s")
}
