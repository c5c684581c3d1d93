//go:build !linux

package search

func preferHugePages([]cluster) {}

// FreeMemoryMB returns how many MiB the system could still give, or false if
// that is not known.
func FreeMemoryMB() (int, bool) { return 0, false }
