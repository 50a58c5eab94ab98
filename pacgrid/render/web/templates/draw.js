// Draws figures from the table that Python fills, see figure_table.py. A layer is a list of `[figure, opacity, [x, y, x, y, …]]`.

class FigureTable {
  constructor() {
    this.clear();
    this.theme = 0; // which of the looks of a figure
  }

  clear() {
    this.figures = [];
    this.paths = [];
    this.colours = [];
    this.looks = []; // tags with attributes, and the names of more attributes
    this.elements = []; // parts of diagrams: a look, a text, and the values of more attributes
    this.drawn = []; // paths as canvases want them
  }

  add({ figures, paths, colours, looks, elements }) {
    this.figures.push(...figures);
    this.paths.push(...paths);
    this.colours.push(...colours);
    this.looks.push(...looks);
    this.elements.push(...elements);
  }

  // The shapes of a figure: `[colour, path, brush]`.
  shapes(number) {
    return this.figures[number][this.theme].map(([colour, path, brush]) => [this.colours[colour], path, brush]);
  }

  path(number) {
    return (this.drawn[number] ??= new Path2D(this.paths[number]));
  }

  // A picture of a figure by itself.
  icon(number, { halfCell }) {
    const box = `${-halfCell} ${-halfCell} ${2 * halfCell} ${2 * halfCell}`;
    const icon = makeSvg("svg", { viewBox: box, class: "icon", "aria-hidden": "true" });
    for (const [colour, path, brush] of this.shapes(number)) {
      const paint = brush ? { fill: "none", stroke: colour, "stroke-width": brush } : { fill: colour };
      icon.append(makeSvg("path", { d: this.paths[path], ...paint }));
    }
    return icon;
  }
}

class BoardCanvas {
  constructor(table) {
    this.table = table;
    this.canvas = this.root = make("canvas", "");
    this.canvas.setAttribute("role", "img");
    this.below = document.createElement("canvas"); // what rarely changes
    this.layer = document.createElement("canvas"); // a figure that shines through as a whole
    this.kept = [];
  }

  // Fit the board into its box; cells are whole pixels of the screen, so that lines are crisp.
  fit({ size: [width, height], halfCell }) {
    const box = this.canvas.parentElement;
    const dots = window.devicePixelRatio || 1;
    const cell = Math.min(box.clientWidth / width, box.clientHeight / height) * halfCell;
    const half = Math.max(1, Math.floor(2 * cell * dots) / 2);
    for (const canvas of [this.canvas, this.below, this.layer]) {
      canvas.width = (width / halfCell) * half;
      canvas.height = (height / halfCell) * half;
    }
    this.canvas.style.width = `${this.canvas.width / dots}px`;
    this.canvas.style.height = `${this.canvas.height / dots}px`;
    this.cell = (2 * half) / dots;
    this.scale = half / halfCell;
    this.kept = [];
  }

  draw(board) {
    if (!this.canvas.width) return;
    this.halfCell = board.halfCell;
    this.drawBelow(board);
    const pen = this.canvas.getContext("2d");
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.drawImage(this.below, 0, 0);
    for (const part of ["capsules", "figures"]) this.stamps(pen, board[part]);
    if (this.cell >= board.smallest) this.stamps(pen, board.letters);
    this.canvas.setAttribute("aria-label", board.positions);
  }

  drawBelow({ ground, below, food }) {
    const wanted = [this.table.theme, this.table.figures, ground, below, food];
    if (wanted.every((each, i) => each === this.kept[i])) return;
    this.kept = wanted;
    const pen = this.below.getContext("2d");
    this.stamps(pen, [[ground, 1, [0, 0]]]);
    this.stamps(pen, below);
    this.stamps(pen, food);
  }

  stamps(pen, layer) {
    for (const [number, opacity, at] of layer) {
      const shapes = this.table.shapes(number);
      for (let i = 0; i < at.length; i += 2) this.stamp(pen, shapes, opacity, at[i], at[i + 1]);
    }
  }

  stamp(pen, shapes, opacity, x, y) {
    const whole = opacity < 1 && shapes.length > 1;
    const own = whole ? this.layer.getContext("2d") : pen;
    if (whole) {
      own.setTransform(1, 0, 0, 1, 0, 0);
      own.clearRect(0, 0, this.layer.width, this.layer.height);
    }
    own.setTransform(this.scale, 0, 0, this.scale, x * this.halfCell * this.scale, y * this.halfCell * this.scale);
    own.lineCap = own.lineJoin = "round";
    own.globalAlpha = whole ? 1 : opacity;
    for (const [colour, path, brush] of shapes) {
      own.fillStyle = own.strokeStyle = colour;
      own.lineWidth = brush;
      if (brush) own.stroke(this.table.path(path));
      else own.fill(this.table.path(path));
    }
    own.globalAlpha = 1;
    if (!whole) return;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.globalAlpha = opacity;
    pen.drawImage(this.layer, 0, 0);
    pen.globalAlpha = 1;
  }
}

// A diagram as SVG; its elements are kept as long as the table is: their numbers change with the theme.
class DiagramView {
  constructor(table, choose) {
    this.table = table;
    this.choose = choose;
    this.root = makeSvg("svg", { class: "diagram", role: "img" });
    this.kept = new WeakMap();
  }

  // Show the whole diagram, or as much as fits around its focus; if it must be whole, it may be wider than its box.
  fit({ size: [width, height], least, focus, whole }) {
    const { clientWidth, clientHeight } = this.root.parentElement;
    if (!clientWidth || !clientHeight) return;
    this.root.style.width = whole ? `${Math.max(clientWidth, Math.ceil(least * width))}px` : "";
    if (whole) return this.root.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const unit = Math.max(Math.min(clientWidth / width, clientHeight / height), least);
    const start = (whole, room, middle) => (whole <= room ? (whole - room) / 2 : Math.min(Math.max(middle - room / 2, 0), whole - room));
    const [w, h] = [clientWidth / unit, clientHeight / unit];
    this.root.setAttribute("viewBox", [start(width, w, focus[0]), start(height, h, focus[1]), w, h].join(" "));
  }

  draw(board) {
    this.fit(board);
    this.root.setAttribute("aria-label", board.positions);
    if (this.elements === board.elements && this.targets === board.targets) return;
    ({ elements: this.elements, targets: this.targets } = board);
    let number = 0;
    const parts = board.elements.map((more) => this.element((number += more)));
    let area = [0, 0, 0, 0, 0];
    const targets = board.targets.map((more) => this.target((area = area.map((value, i) => value + more[i]))));
    this.root.replaceChildren(...parts, ...targets);
  }

  element(number) {
    const kind = this.table.elements[number];
    if (!this.kept.has(kind)) {
      const [look, text, values] = kind;
      const [tag, attributes, names] = this.table.looks[look];
      const made = makeSvg(tag, { ...attributes, ...Object.fromEntries(names.map((name, i) => [name, values[i]])) });
      made.textContent = text;
      this.kept.set(kind, made);
    }
    return this.kept.get(kind);
  }

  target([number, x, y, width, height]) {
    const area = makeSvg("rect", { x, y, width, height, class: "target" });
    area.dataset.number = number;
    area.addEventListener("click", () => this.choose(number));
    return area;
  }
}

function make(tag, className, ...children) {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...children);
  return made;
}

function makeSvg(tag, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
