//go:build race

package usi

// slack multiplies all times, since the race detector slows everything down.
const slack = 100
