"use strict";
// Sorts tables by a column, and finds rows. Without it, the tables are complete.

const value = (row, column) => {
  const cell = row.cells[column];
  return cell.dataset.value ?? cell.textContent.trim();
};

// As names are sorted in the reader's language.
const { compare } = new Intl.Collator(undefined, { numeric: true });

function sort(table, head, order) {
  const column = head.cellIndex;
  for (const each of table.tHead.rows[0].cells) each.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", order);
  const sign = order === "ascending" ? 1 : -1;
  const difference = head.dataset.sort === "number" ? (a, b) => a - b : compare;
  const body = table.tBodies[0];
  const rows = [...body.rows].map((row) => [value(row, column), row]);
  rows.sort(([a], [b]) => sign * difference(a, b));
  body.append(...rows.map(([, row]) => row));
}

function sortNext(table, head) {
  const numbers = head.dataset.sort === "number" && head.cellIndex > 0;
  const first = numbers ? "descending" : "ascending";
  const other = numbers ? "ascending" : "descending";
  sort(table, head, head.getAttribute("aria-sort") === first ? other : first);
}

for (const table of document.querySelectorAll("table.sortable")) {
  for (const head of table.querySelectorAll("th[data-sort]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sortNext(table, head));
    head.append(button);
  }
}

for (const each of document.querySelectorAll(".filter")) each.hidden = false;

const filter = document.getElementById("filter");

filter?.addEventListener("input", () => {
  const wanted = filter.value.trim().toLocaleLowerCase();
  for (const row of document.querySelectorAll("table.findable tbody tr")) {
    const names = [...row.querySelectorAll("th")].map((cell) => cell.textContent.toLocaleLowerCase());
    row.hidden = !names.some((name) => name.includes(wanted));
  }
});
