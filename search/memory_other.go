//go:build !linux

package search

func preferHugePages([]cluster) {}
