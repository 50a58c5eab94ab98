"use strict";
// Sorts tables by a column, finds rows, and hides names. Without it, the tables are complete.

const hidesNames = () => document.body.classList.contains("anonymous");

const value = (row, column) => {
  const cell = row.cells[column];
  return (hidesNames() && cell.dataset.number) || (cell.dataset.value ?? cell.textContent.trim());
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
const section = document.getElementById("section");
const names = document.getElementById("names");
const people = document.querySelector("table.people");

const found = (cell) => {
  const name = cell.querySelector(hidesNames() ? ".alias" : ".name") ?? cell;
  return name.textContent.toLocaleLowerCase();
};

function find() {
  const wanted = filter.value.trim().toLocaleLowerCase();
  let count = 0;
  for (const row of document.querySelectorAll("table.findable tbody tr")) {
    const isFound = [...row.querySelectorAll("th, .find")].some((cell) => found(cell).includes(wanted));
    row.hidden = !isFound || Boolean(section?.value && row.dataset.section !== section.value);
    count += !row.hidden;
  }
  const shown = document.getElementById("shown");
  if (shown) shown.textContent = `${count} of ${people.tBodies[0].rows.length} shown`;
}

filter?.addEventListener("input", find);
section?.addEventListener("change", find);

// The order by name would say who is who.
function sortPeople() {
  document.body.classList.toggle("anonymous", names?.checked);
  sort(people, people.querySelector("th"), "ascending");
  find();
}

if (people) sortPeople();
names?.addEventListener("change", sortPeople);
