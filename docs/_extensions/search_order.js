// In the results of a search, pages come before the reference, and names of the Python API come last.
// Sphinx writes this into the site: `html_search_scorer` in conf.py.

var Scorer = {
  score: ([page, , , , score, , kind]) => score - (kind === "object" ? 200 : page.startsWith("reference/") ? 100 : 0),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
