// Package tune learns an evaluation from games that the engine plays against
// itself: it plays them, keeps them in files, and fits weights to them.
package tune
