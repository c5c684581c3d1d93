package htmlreport

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"

	"mujo/bench/match"
	"mujo/bench/record"
	"mujo/bench/stats"
	"mujo/engine/rules"
)

//go:embed chartjs/chart.umd.min.js
var chartJS string

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

// A Source is what to report.
type Source struct {
	Title   string
	Headers []record.Header
	Games   []record.Game
	// Rules finds the rules of a game's variant; a game without is listed but
	// not shown on a board.
	Rules func(variant string) (*rules.Rules, error)
	Test  *stats.Test // nil: none
}

// A page is what the template shows.
type page struct {
	Title      string
	CSS        template.CSS
	Chart, JS  template.JS
	Conditions []condition
	Players    []player
	Cross      [][]string
	Endings    []*match.Ending
	Line       string
	Data       template.JS
	Games      int
}

type condition struct{ Name, Value string }

type player struct {
	Rank                      int
	Total                     *match.Total
	Score, Elo, Error, LOS    string
	Black, Depth, Speed, Time string
}

// Write writes the page.
func Write(out io.Writer, s Source) error {
	var names []string
	if len(s.Headers) > 0 {
		for _, e := range s.Headers[0].Engines {
			names = append(names, e.Name)
		}
	}
	table := match.NewTable(names...)
	for i := range s.Games {
		table.Add(&s.Games[i])
	}
	data, err := json.Marshal(s.data(table)) // <, > and & come out escaped
	if err != nil {
		return err
	}
	t, err := template.New("page").Parse(pageHTML)
	if err != nil {
		return err
	}
	p := page{
		Title: s.Title, CSS: template.CSS(pageCSS), Chart: template.JS(chartJS), JS: template.JS(pageJS), Data: template.JS(data),
		Conditions: conditions(s.Headers), Endings: table.Endings(), Line: table.Line(s.Test), Games: len(s.Games),
	}
	p.players(table)
	return t.Execute(out, &p)
}

// conditions are what the headers say, each once.
func conditions(headers []record.Header) []condition {
	var list []condition
	seen := map[string]bool{}
	add := func(name, value string) {
		if c := name + value; value != "" && !seen[c] {
			seen[c] = true
			list = append(list, condition{name, value})
		}
	}
	for i := range headers {
		h := &headers[i]
		add("variant", h.Variant)
		for _, e := range h.Engines {
			add(e.Name, strings.Join(append([]string{e.Command, e.Proto, e.Limits}, e.Options...), " · "))
		}
		add("openings", h.Openings)
		add("resign", h.Resign)
		add("draw", h.Draw)
		if h.MaxPlies > 0 {
			add("ply limit", fmt.Sprint(h.MaxPlies))
		}
		if h.SPRT != nil {
			add("SPRT", fmt.Sprintf("elo0=%g elo1=%g alpha=%g beta=%g %s", h.SPRT.Elo0, h.SPRT.Elo1, h.SPRT.Alpha, h.SPRT.Beta, h.SPRT.Model))
		}
		add("begun", h.Started.Format("2006-01-02 15:04 MST")+" "+h.Host)
	}
	return list
}

func (p *page) players(t *match.Table) {
	ranked := t.Ranked()
	p.Cross = [][]string{{""}}
	for i, n := range ranked {
		o, e := t.Total(n), t.Estimate(n)
		p.Players = append(p.Players, player{
			Rank: i + 1, Total: o, Score: percent(o.Score()), Elo: match.SignedText(e.Elo), Error: strings.TrimPrefix(match.SignedText(e.Error()), "+"),
			LOS: percent(e.LOS), Black: percent(o.Black.Score()), Depth: fmt.Sprintf("%.1f", o.MeanDepth()), Speed: fmt.Sprintf("%.0f", o.PerSecond()),
			Time: fmt.Sprintf("%.0f", float64(o.Thought.Milliseconds())/float64(max(o.Plies, 1))),
		})
		p.Cross[0] = append(p.Cross[0], fmt.Sprint(i+1))
		row := []string{fmt.Sprintf("%d %s", i+1, n)}
		for _, other := range ranked {
			text := ""
			if m := t.Meeting(n, other); m.Games() > 0 {
				text = fmt.Sprintf("%g / %d (+%d =%d −%d)", m.Points(), m.Games(), m.Wins, m.Draws, m.Losses)
			}
			row = append(row, text)
		}
		p.Cross = append(p.Cross, row)
	}
}

func percent(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }

// A dataset is what the page's script shows.
type dataset struct {
	Players  []string             `json:"players"`
	Course   []course             `json:"course"` // by player
	Depth    [][]*float64         `json:"depth"`  // mean by player and ply
	Speed    [][]*float64         `json:"speed"`
	Lengths  histogram            `json:"lengths"`
	Endings  []*match.Ending      `json:"endings"`
	Variants map[string]*boardSet `json:"variants"`
	Games    []*gameData          `json:"games"`
}

// A course is how a player's result developed, game by game.
type course struct {
	Score []float64  `json:"score"` // percent
	Elo   []*float64 `json:"elo"`
	Low   []*float64 `json:"low"`
	High  []*float64 `json:"high"`
}

type histogram struct {
	Labels []string `json:"labels"`
	Counts []int    `json:"counts"`
}

// coursePoints is how many points a curve over games has at most.
const coursePoints = 400

func (s *Source) data(final *match.Table) *dataset {
	d := &dataset{Players: final.Names(), Endings: final.Endings(), Variants: map[string]*boardSet{}, Lengths: lengths(s.Games)}
	d.Course = make([]course, len(d.Players))
	running := match.NewTable(d.Players...)
	step := len(s.Games)/coursePoints + 1
	for i := range s.Games {
		running.Add(&s.Games[i])
		if (i+1)%step != 0 && i+1 < len(s.Games) {
			continue
		}
		for n, name := range d.Players {
			c, e := &d.Course[n], running.Estimate(name)
			c.Score = append(c.Score, 100*running.Total(name).Score())
			c.Elo = append(c.Elo, finite(e.Elo))
			c.Low = append(c.Low, finite(e.Low))
			c.High = append(c.High, finite(e.High))
		}
	}
	d.byPly(s.Games)
	for i := range s.Games {
		d.Games = append(d.Games, s.game(&s.Games[i], d.Variants))
	}
	return d
}

// finite is x for JSON, which has no infinity.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}

// pliesShown is the length of the curves over plies.
const pliesShown = 400

// byPly takes the means of depth and speed at each ply.
func (d *dataset) byPly(games []record.Game) {
	for _, name := range d.Players {
		var depth, speed [pliesShown]struct{ sum, n float64 }
		for i := range games {
			g := &games[i]
			if g.Black != name && g.White != name {
				continue
			}
			blackMoves := g.BlackBegins()
			for k := range g.Plies {
				mover := g.White
				if blackMoves == (k%2 == 0) {
					mover = g.Black
				}
				at := len(g.Opening.Moves) + k
				if mover != name || at >= pliesShown {
					continue
				}
				p := &g.Plies[k]
				if p.Depth > 0 {
					depth[at].sum += float64(p.Depth)
					depth[at].n++
				}
				if p.NPS > 0 {
					speed[at].sum += float64(p.NPS)
					speed[at].n++
				}
			}
		}
		var depths, speeds []*float64
		for at := range pliesShown {
			depths = append(depths, mean(depth[at].sum, depth[at].n))
			speeds = append(speeds, mean(speed[at].sum, speed[at].n))
		}
		d.Depth = append(d.Depth, trim(depths))
		d.Speed = append(d.Speed, trim(speeds))
	}
}

func mean(sum, n float64) *float64 {
	if n == 0 {
		return nil
	}
	m := math.Round(100*sum/n) / 100
	return &m
}

// trim drops what is empty at the end.
func trim(list []*float64) []*float64 {
	for len(list) > 0 && list[len(list)-1] == nil {
		list = list[:len(list)-1]
	}
	return list
}

// lengths counts games by their number of plies.
func lengths(games []record.Game) histogram {
	most := 0
	for i := range games {
		most = max(most, games[i].Len())
	}
	width := 10
	for most/width > 30 {
		width *= 2
	}
	h := histogram{Counts: make([]int, most/width+1)}
	for i := range h.Counts {
		h.Labels = append(h.Labels, fmt.Sprintf("%d–%d", i*width, (i+1)*width-1))
	}
	for i := range games {
		h.Counts[games[i].Len()/width]++
	}
	return h
}
