//go:build !amd64

package net

func newVectors() *vectors { return plainVectors() }
