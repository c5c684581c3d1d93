// Package htmlreport makes one page of a match: tables, charts, and a board on
// which every game can be stepped through. The page needs no other file and no
// network: styles, scripts and Chart.js (folder chartjs) are part of it.
package htmlreport
