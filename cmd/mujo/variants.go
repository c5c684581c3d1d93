package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"strings"
	"text/tabwriter"

	"mujo/variants"
)

func setupVariants(fs *flag.FlagSet) action {
	long := fs.Bool("long", false, "say what each rule set chooses")
	return func(_ context.Context, args []string, out *bufio.Writer) error {
		if err := noArgs(args); err != nil {
			return err
		}
		// Japanese is in the last column: its letters are twice as wide as
		// tabwriter thinks.
		w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
		fmt.Fprintln(w, "NAME\tSHORT\tALSO\tBOARD\tKINDS\tRULE SETS\tIN JAPANESE")
		var sheets []*variants.Sheet
		for _, name := range variants.Names() {
			s, err := variants.Load(name)
			if err != nil {
				return err
			}
			sheets = append(sheets, s)
			fmt.Fprintf(w, "%s\t%s\t%s\t%dx%d\t%d\t%s\t%s\n", s.Variant, s.Short, orDash(strings.Join(s.Aliases, " ")),
				s.Files, s.Ranks, len(s.Pieces), ruleSetSummary(s), s.Kanji)
		}
		if err := w.Flush(); err != nil {
			return err
		}
		if *long {
			for _, s := range sheets {
				printRuleSets(out, s)
			}
		}
		return nil
	}
}

// ruleSetSummary names the first few rule sets and counts the others.
func ruleSetSummary(s *variants.Sheet) string {
	const shown = 3
	var names []string
	for _, rs := range s.RuleSets {
		names = append(names, rs.Name)
	}
	if more := len(names) - shown; more > 1 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:shown], " "), more)
	}
	return orDash(strings.Join(names, " "))
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

func printRuleSets(out *bufio.Writer, s *variants.Sheet) {
	if len(s.RuleSets) == 0 {
		return
	}
	fmt.Fprintln(out)
	for _, rs := range s.RuleSets {
		paragraph(out, s.Variant+"-"+rs.Name, rs.Note)
	}
}
