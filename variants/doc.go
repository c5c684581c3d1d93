// Package variants holds the rules of the games as data: one sheet for each
// variant, embedded from the folder sheets.
//
// A Sheet says who moves how, where pieces stand, what promotes, what ends the
// game, and on which of these points sources disagree; a RuleSet is another
// choice among the readings. What a kind of movement does is code, in the
// packages that compile a sheet; this one only reads, checks and writes them.
// It plays nothing and imports nothing but the standard library.
//
// Load gives the sheet of a name as users type it ("chu", "taishogi-evans"),
// LoadFile one of the user's own, Decode and Encode are the text format, which
// FORMAT.md describes field by field. Nothing is parsed before it is asked
// for.
//
// A sheet that Decode returns is sound: every id, direction and word in it is
// known, the setup fits the board, and fields that do not apply are absent. It
// is meant to be read only, since With shares what a rule set leaves alone.
package variants
