package search

// prefetch fetches what is at c into the caches without waiting for it.
//
//go:noescape
func prefetch(c *cluster)
