"use strict";
// Sorts tables by a column, and finds entrants. Without it, the tables are complete.

const value = (row, column) => {
  const cell = row.cells[column];
  return cell.dataset.value ?? cell.textContent.trim();
};

function sort(table, head, kind) {
  const column = head.cellIndex;
  const numbers = kind === "number";
  const first = numbers && column > 0 ? "descending" : "ascending";
  const other = first === "ascending" ? "descending" : "ascending";
  const order = head.getAttribute("aria-sort") === first ? other : first;
  for (const each of table.tHead.rows[0].cells) each.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", order);
  const sign = order === "ascending" ? 1 : -1;
  const compare = numbers ? (a, b) => a - b : (a, b) => a.localeCompare(b, "en", { numeric: true });
  const body = table.tBodies[0];
  const rows = [...body.rows].sort((a, b) => sign * compare(value(a, column), value(b, column)));
  body.append(...rows);
}

for (const table of document.querySelectorAll("table.sortable")) {
  for (const head of table.querySelectorAll("th[data-sort]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sort(table, head, head.dataset.sort));
    head.append(button);
  }
}

const filter = document.getElementById("filter");
if (filter) {
  filter.parentElement.hidden = false;
  filter.addEventListener("input", () => {
    const wanted = filter.value.trim().toLocaleLowerCase();
    for (const row of document.querySelectorAll("table.standing tbody tr")) {
      row.hidden = !row.querySelector("th").textContent.toLocaleLowerCase().includes(wanted);
    }
  });
}
