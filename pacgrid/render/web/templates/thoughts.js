// Beside the board: what the agent to move thinks, in words and numbers.

const ARROWS = { N: "↑", E: "→", S: "↓", W: "←", "-": "•", H: "⌂" };
const ENDLESS = 1e300; // what stands for infinity
const STRIP = 100; // the units of a strip's longer half

function make(tag, className, ...children) {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...children);
  return made;
}

// A number with at least four digits that count, and all of those before the point.
function written(number) {
  const size = Math.abs(number);
  const digits = size < 1000 ? Number(size.toPrecision(4)) : size < 1e15 ? grouped(Math.round(size)) : size;
  return (number < 0 ? "−" : "") + (size < ENDLESS ? digits : "∞");
}

// The tables for what is switched on, of the thought after `ply`.
function tell(panel, film, ply, overlays) {
  const thought = film.thought(ply);
  const parts = [];
  if (overlays.has("values")) parts.push(valueTable(film, ply, thought));
  if (overlays.has("principal-variation")) parts.push(lineTable(thought));
  if (parts.length === 2 && parts.every(Boolean)) parts.forEach((part) => part.classList.add("half"));
  if (overlays.has("expanded")) parts.push(depthTable(thought));
  if (overlays.has("features")) parts.push(featureTable(thought));
  const asked = parts.length > 0;
  const told = parts.filter(Boolean);
  if (asked && !told.length) told.push(make("p", "none", none(film, ply)));
  if (thought.trouble) told.unshift(make("p", "trouble", make("b", "", "Its explanation failed: "), thought.trouble));
  panel.hidden = !told.length;
  panel.replaceChildren(...(told.length ? [heading(film, ply), ...told] : []));
}

function heading(film, ply) {
  if (ply === film.last) return make("h2", "", "The end");
  const way = WAYS[film.moves[ply]];
  return make("h2", "", nameOf(film.mover(ply)), make("small", "", way ? ` before going ${way}` : " before staying"));
}

function none(film, ply) {
  if (ply === film.last) return "The game is over.";
  return "It reported nothing about this.";
}

function valueTable(film, ply, { values }) {
  const rows = values.map(({ action, value, best }) => {
    const name = make("th", "", `${ARROWS[action]} ${WAYS[action] ?? "stop"}`);
    return [best ? "best" : "", name, value];
  });
  return table("Value of each action", rows);
}

function featureTable({ features }) {
  const rows = features.map(({ name, share }) => ["", make("th", "", ...breakable(name)), share]);
  const shares = features.map(({ share }) => share);
  if (features.length > 1) rows.push(["sum", make("th", "", "sum"), shares.reduce((a, b) => a + b)]);
  return table("What each feature adds", rows, strips(shares));
}

function depthTable({ depths }) {
  const rows = depths.map((count, i) => ["", make("th", "", i ? `${i + 1} plies` : "1 ply"), count]);
  return table("States expanded, by depth", rows, strips(depths, "count"));
}

function table(title, rows, strip) {
  if (!rows.length) return null;
  const made = make("table", "told", make("caption", "", title));
  const body = made.createTBody();
  rows.forEach(([className, name, value], i) => {
    name.scope = "row";
    const cells = [name, make("td", "number", written(value))];
    if (strip) cells.splice(1, 0, make("td", "strip", strip(i)));
    body.append(make("tr", className, ...cells));
  });
  return made;
}

// Bars to the left and right of zero.
function strips(shares, kind) {
  const finite = shares.map((share) => Math.max(-1e9, Math.min(share, 1e9)));
  const [low, high] = [Math.min(0, ...finite), Math.max(0, ...finite)];
  const scale = STRIP / Math.max(high, -low, 1e-9);
  return (i) => {
    if (i >= finite.length) return "";
    const svg = shape("svg", { viewBox: `${low * scale} 0 ${Math.max((high - low) * scale, 1)} 10`, preserveAspectRatio: "none" });
    svg.setAttribute("aria-hidden", "true");
    const end = finite[i] * scale;
    const size = { x: Math.min(end, 0), y: 1, width: Math.abs(end), height: 8 };
    svg.append(shape("rect", { ...size, class: kind ?? (end < 0 ? "loss" : "gain") }));
    svg.append(shape("path", { d: "M0 0V10", class: "zero" }));
    return svg;
  };
}

function shape(tag, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

function lineTable({ ways }) {
  const moving = ways.map((letters, agent) => [letters, agent]).filter(([letters]) => letters);
  if (!moving.length) return null;
  const steps = (letters) => [...letters].map((letter) => ARROWS[letter.toUpperCase()]).join(" ");
  const rows = moving.map(([letters, agent]) => {
    const row = make("tr", "", make("th", "", nameOf(agent)), make("td", "way", steps(letters)));
    row.firstChild.scope = "row";
    return row;
  });
  return make("table", "told", make("caption", "", "Expected line"), make("tbody", "", ...rows));
}

// Long names may be broken behind their joints.
function breakable(name) {
  return name.match(/[^_:]*[_:]?/g).flatMap((part) => [part, document.createElement("wbr")]);
}
