//go:build !amd64

package search

// prefetch reads from c: the processor may go on meanwhile.
func prefetch(c *cluster) { c[0].data.Load() }
