package tune

import "math"

// adam is the optimiser of D. Kingma and J. Ba, "Adam: A Method for Stochastic
// Optimization" (2015), with their constants.
type adam struct {
	mean, square []float32
	steps        int
}

func newAdam(n int) *adam { return &adam{mean: make([]float32, n), square: make([]float32, n)} }

const (
	meanDecay   = 0.9
	squareDecay = 0.999
	tiny        = 1e-8
)

// step moves the parameters against the gradients, which it clears, and those
// from decaying on towards 0, as I. Loshchilov and F. Hutter do in "Decoupled
// Weight Decay Regularization" (2019).
func (a *adam) step(params []float32, grads [][]float32, rate, decay float64, decaying part) {
	a.steps++
	for i, x := range decaying.of(params) {
		decaying.of(params)[i] = x * float32(1-rate*decay)
	}
	rate *= math.Sqrt(1-math.Pow(squareDecay, float64(a.steps))) / (1 - math.Pow(meanDecay, float64(a.steps)))
	for i := range params {
		var g float32
		for _, each := range grads {
			g += each[i]
			each[i] = 0
		}
		a.mean[i] = meanDecay*a.mean[i] + (1-meanDecay)*g
		a.square[i] = squareDecay*a.square[i] + (1-squareDecay)*g*g
		params[i] -= float32(rate) * a.mean[i] / (float32(math.Sqrt(float64(a.square[i]))) + tiny)
	}
}
