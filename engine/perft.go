package engine

import "context"

// Perft counts the leaves of the tree of legal moves depth plies deep. The
// last ply is counted without being played.
func (p *Position) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	return p.perft(make([]Move, 0, 1024), depth)
}

// PerftContext is Perft that ends with ctx, whose error it then returns.
func (p *Position) PerftContext(ctx context.Context, depth int) (n uint64, err error) {
	if depth <= 2 {
		return p.Perft(depth), ctx.Err()
	}
	for _, m := range p.GenerateLegal(nil) {
		p.Make(m)
		k, err := p.PerftContext(ctx, depth-1)
		p.Unmake()
		if err != nil {
			return 0, err
		}
		n += k
	}
	return n, nil
}

// perft uses buf beyond its length for the moves of this ply and those below.
func (p *Position) perft(buf []Move, depth int) uint64 {
	start := len(buf)
	buf = p.GenerateLegal(buf)
	if depth == 1 {
		return uint64(len(buf) - start)
	}
	var n uint64
	for _, m := range buf[start:] {
		p.Make(m)
		n += p.perft(buf, depth-1)
		p.Unmake()
	}
	return n
}
