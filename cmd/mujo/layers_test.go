package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mujo/variants"
)

// layers is the policy on imports: a package may import those behind the
// arrow, of the module or not, and what these stand for in their own lines.
// The standard library is open to all.
const layers = `
	variants         <- nothing
	engine/bitboard  <- nothing
	engine/rules     <- variants, engine/bitboard
	engine           <- engine/rules
	eval/net         <- engine, golang.org/x/sys/cpu
	eval             <- eval/net
	search           <- eval, golang.org/x/sync, golang.org/x/sys/unix
	bench            <- search
	usi              <- search

	# Matches: what plays, the games and their score, and what is kept.
	bench/stats      <- nothing
	bench/record     <- engine, bench/stats
	bench/player     <- search
	bench/match      <- bench/player, bench/record
	bench/htmlreport <- bench/match
	bench/measure    <- bench/player

	# Learning from self-play.
	bench/tune       <- search, bench/record

	cmd/mujo         <- usi, bench, bench/match, bench/measure, bench/htmlreport, bench/tune, github.com/pkg/profile, github.com/schollz/progressbar/v3, golang.org/x/term

	# The slow second generator judges the first, so that they share nothing
	# but the sheets; it is for tests.
	engine/reference <- variants
`

// testLayers is what the tests of any package may import besides.
const testLayers = `
	variants, engine/rules, engine, engine/reference, eval, search, bench, bench/player, github.com/google/go-cmp
`

const module = "mujo"

// policy reads layers into the imports that each package may have.
func policy(t *testing.T) map[string][]string {
	t.Helper()
	may := map[string][]string{}
	for line := range strings.Lines(layers) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, list, ok := strings.Cut(line, "<-")
		name = strings.TrimSpace(name)
		if !ok || may[name] != nil {
			t.Fatalf("policy: %q is no line or the second of its package", line)
		}
		may[name] = []string{}
		for _, dep := range commas(list) {
			if dep == "nothing" {
				continue
			}
			may[name] = append(may[name], dep)
			may[name] = append(may[name], may[dep]...)
		}
		slices.Sort(may[name])
		may[name] = slices.Compact(may[name])
	}
	return may
}

func commas(list string) []string {
	parts := strings.Split(list, ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

// A goPackage is a package as go list has it.
type goPackage struct {
	name    string // below the module
	dir     string
	files   []string
	imports []string
	tests   []string // imports of its tests
}

func packages(t *testing.T) []goPackage {
	t.Helper()
	const format = `{{.ImportPath}};{{.Dir}};{{join .GoFiles ","}};{{join .Imports ","}};{{join .TestImports ","}},{{join .XTestImports ","}}`
	// With its profile the program has copies of packages under other names.
	cmd := exec.Command("go", "list", "-pgo=off", "-f", format, module+"/...")
	cmd.Stderr = os.Stderr
	text, err := cmd.Output()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		t.Skip("the go command is not here")
	case err != nil:
		t.Fatalf("go list: %v", err)
	}
	var all []goPackage
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSpace(line), ";")
		if len(f) != 5 {
			t.Fatalf("go list: %q", line)
		}
		all = append(all, goPackage{strings.TrimPrefix(f[0], module+"/"), f[1], commas(f[2]), commas(f[3]), commas(f[4])})
	}
	return all
}

// allowed reports whether an import is the standard library's or on the list.
func allowed(path string, list []string) bool {
	own := strings.HasPrefix(path, module+"/")
	if first, _, _ := strings.Cut(path, "/"); !own && !strings.Contains(first, ".") {
		return true
	}
	path = strings.TrimPrefix(path, module+"/")
	return slices.ContainsFunc(list, func(a string) bool {
		return path == a || !own && strings.HasPrefix(path, a+"/")
	})
}

// TestLayers holds the packages to the policy.
func TestLayers(t *testing.T) {
	may := policy(t)
	for _, p := range packages(t) {
		list, ok := may[p.name]
		if !ok {
			t.Errorf("package %s is not in the policy", p.name)
			continue
		}
		for _, i := range p.imports {
			if !allowed(i, list) {
				t.Errorf("%s imports %s; the policy allows %s", p.name, i, strings.Join(list, ", "))
			}
		}
		inTests := append(slices.Clone(list), p.name)
		inTests = append(inTests, commas(testLayers)...)
		for _, i := range p.tests {
			if !allowed(i, inTests) {
				t.Errorf("a test of %s imports %s; the policy allows %s", p.name, i, strings.Join(inTests, ", "))
			}
		}
	}
}

// syntax parses a package's files, without its tests.
func syntax(t *testing.T, p goPackage) (*token.FileSet, []*ast.File) {
	t.Helper()
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.files {
		if name == "" {
			continue
		}
		f, err := parser.ParseFile(fset, filepath.Join(p.dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return fset, files
}

// TestNoVariantNames checks that outside the sheets nothing decides by the
// name of a variant: behaviour belongs to what a sheet states. A name may be
// a default or an entry of a list.
func TestNoVariantNames(t *testing.T) {
	names := map[string]bool{}
	for _, name := range variants.Names() {
		s, err := variants.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range append([]string{s.Variant, s.Short}, s.Aliases...) {
			names[n] = true
		}
	}
	delete(names, "check") // also a word of USI
	for _, p := range packages(t) {
		if p.name == "variants" {
			continue
		}
		fset, files := syntax(t, p)
		named := func(e ast.Expr) (string, bool) {
			lit, ok := e.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return "", false
			}
			text, err := strconv.Unquote(lit.Value)
			return text, err == nil && names[strings.ToLower(text)]
		}
		constants := map[string]bool{} // those of the package that name a variant
		for _, f := range files {
			ast.Inspect(f, func(n ast.Node) bool {
				if spec, ok := n.(*ast.ValueSpec); ok {
					for i, e := range spec.Values {
						if _, ok := named(e); ok {
							constants[spec.Names[i].Name] = true
						}
					}
				}
				return true
			})
		}
		check := func(e ast.Expr) {
			text, ok := named(e)
			if id, isID := e.(*ast.Ident); isID && constants[id.Name] {
				text, ok = id.Name, true
			}
			if ok {
				t.Errorf("%s: a comparison with the name of a variant, %q", fset.Position(e.Pos()), text)
			}
		}
		for _, f := range files {
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.BinaryExpr:
					if n.Op == token.EQL || n.Op == token.NEQ {
						check(n.X)
						check(n.Y)
					}
				case *ast.CaseClause:
					for _, e := range n.List {
						check(e)
					}
				case *ast.CallExpr: // strings.HasPrefix(name, "chu") and the like
					if s, ok := n.Fun.(*ast.SelectorExpr); ok && isIdent(s.X, "strings") {
						for _, e := range n.Args {
							check(e)
						}
					}
				}
				return true
			})
		}
	}
}

func isIdent(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

// TestNoGlobalState checks that no package has state of its own: there is no
// func init, and no variable at package level is written to or handed out by
// address.
func TestNoGlobalState(t *testing.T) {
	for _, p := range packages(t) {
		fset, files := syntax(t, p)
		for _, w := range globalWrites(fset, p.name, files) {
			t.Error(w)
		}
	}
}

// globalWrites lists the places that change package state.
func globalWrites(fset *token.FileSet, name string, files []*ast.File) []string {
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	// Imports stay unresolved and their uses are errors; the package's own
	// variables are known all the same.
	conf := types.Config{Importer: noImports{}, Error: func(error) {}}
	pkg, _ := conf.Check(name, fset, files, info)

	var found []string
	report := func(n ast.Node, what string) {
		at := fset.Position(n.Pos())
		found = append(found, fmt.Sprintf("%s:%d: %s", path.Join(name, filepath.Base(at.Filename)), at.Line, what))
	}
	written := func(e ast.Expr, what string) {
		id := root(e)
		if id == nil {
			return
		}
		if v, ok := info.Uses[id].(*types.Var); ok && v.Parent() == pkg.Scope() {
			report(id, "the package's variable "+id.Name+" is "+what)
		}
	}
	for _, f := range files {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
				report(fn, "func init")
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, e := range n.Lhs {
					written(e, "assigned")
				}
			case *ast.IncDecStmt:
				written(n.X, "assigned")
			case *ast.RangeStmt:
				if n.Tok == token.ASSIGN {
					written(n.Key, "assigned")
					written(n.Value, "assigned")
				}
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					written(n.X, "handed out by address")
				}
			}
			return true
		})
	}
	return found
}

// root is the variable that an assignment to e changes, nil if there is none.
func root(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		default:
			return nil
		}
	}
}

// noImports finds no package.
type noImports struct{}

func (noImports) Import(path string) (*types.Package, error) {
	return nil, fmt.Errorf("%s is not looked at", path)
}

// TestGlobalWrites checks the check.
func TestGlobalWrites(t *testing.T) {
	const src = `package p

import "errors"

var (
	errFine = errors.New("fine")
	table   = [...]int{1, 2}
	cache   map[string]int
	n       int
	shared  struct{ hits int }
)

func f(n int) int { n++; table := table; table[0]++; return n + table[1] }

func init() {}

func g() { cache["x"] = 1; n++; h(&shared); shared.hits = 2 }

func h(any) error { return errFine }
`
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	got := globalWrites(fset, "p", []*ast.File{f})
	want := []string{
		"p/p.go:15: func init",
		"p/p.go:17: the package's variable cache is assigned",
		"p/p.go:17: the package's variable n is assigned",
		"p/p.go:17: the package's variable shared is handed out by address",
		"p/p.go:17: the package's variable shared is assigned",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
