//go:build !race

package usi

// slack multiplies all times, since tests of other packages run beside these.
const slack = 4
