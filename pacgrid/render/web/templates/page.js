// Shows a frame, `{ view, boards }`, part by part: a part that is the very same is left as it is.

const byId = (id) => document.getElementById(id);
const touch = matchMedia("(hover: none) and (pointer: coarse)").matches; // there are no keys
const ink = (name) => `var(--${name})`;

// Long names may be broken behind their joints.
function breakable(name) {
  return name.match(/[^_:]*[_:]?/g).flatMap((part) => [part, make("wbr", "")]);
}

class Page {
  constructor({ press, seek }) {
    this.press = press;
    this.seek = seek;
    this.table = new ElementTable();
    this.shown = { view: {}, boards: [] };
    this.boards = [];
    this.frame = null;
  }

  show(frame) {
    this.frame = frame;
    const { view, boards } = frame;
    document.documentElement.dataset.theme = view.theme;
    if (boards.map(kindOf).join() !== this.boards.map(({ kind }) => kind).join()) this.layOut(boards);
    for (const [part, draw] of Object.entries(VIEW_PARTS)) {
      if (view[part] !== this.shown.view[part]) draw(view[part], view, this);
    }
    if (view.ply !== this.shown.view.ply || view.timeline !== this.shown.view.timeline) showPly(view);
    boards.forEach((board, i) => {
      const before = this.shown.boards[i];
      for (const [part, draw] of Object.entries(BOARD_PARTS)) {
        if (board[part] !== before[part]) draw(this.boards[i], board[part], board, this);
      }
      if (board.size !== before.size) this.fit(i);
      else this.boards[i].picture.draw(board);
      this.shown.boards[i] = { ...board };
    });
    this.shown.view = { ...view };
    byId("begin").hidden = view.playing || view.ply > 0 || Boolean(view.banner) || boards.some(({ elements }) => elements);
    byId("page").hidden = false;
  }

  // Forget what is shown: the next frame is drawn anew.
  forget() {
    this.shown = { view: {}, boards: this.boards.map(() => ({})) };
  }

  layOut(boards) {
    this.boards = boards.map((board, i) => {
      const kind = kindOf(board);
      const picture = new BoardView(this.table, kind, (number) => this.chooseTarget(number));
      const box = make("div", "board-box", picture.root);
      const caption = make("figcaption", "");
      const whole = make("figure", "board", box, caption);
      whole.style.setProperty("--weight", board.weight);
      return {
        kind,
        picture,
        box,
        caption,
        whole,
        agents: make("div", "agents card"),
        insight: make("section", "insight card"),
      };
    });
    this.shown.boards = boards.map(() => ({}));
    byId("boards").replaceChildren(...this.boards.map(({ whole }) => whole));
    byId("agents").replaceChildren(...this.boards.map(({ agents }) => agents));
    byId("insights").replaceChildren(...this.boards.map(({ insight }) => insight));
    document.body.classList.toggle("several", boards.length > 1);
    document.body.classList.toggle("weighted", new Set(boards.map(({ weight }) => weight)).size > 1);
    document.body.classList.toggle("bare", boards.every(({ cards }) => !cards.length) && !this.frame.view.switches.length);
    const observer = new ResizeObserver(() => this.boards.forEach((_, i) => this.fit(i)));
    this.boards.forEach(({ box }) => observer.observe(box));
  }

  fit(i) {
    const board = this.frame.boards[i];
    this.boards[i].box.style.aspectRatio = board.size.join(" / ");
    this.boards[i].box.style.setProperty("--least", board.least * board.size[1] || 0);
    this.boards[i].picture.fit(board);
    this.boards[i].picture.draw(board);
  }
}

const kindOf = ({ elements }) => (elements ? "diagram" : "scene");

const VIEW_PARTS = {
  caption(caption, view) {
    for (const name of ["score", "round", "food"]) setText(name, caption[name] ?? "");
    setText("rounds", caption.rounds === null ? "" : ` / ${caption.rounds}`);
    setText("game-name", caption.game);
    for (const name of ["score", "round", "food"]) byId(`${name}-box`).hidden = caption[name] === null;
    byId("facts").replaceChildren(...caption.facts.map(({ label, value }) => make("div", "", make("dt", "", label), make("dd", "", value))));
    setText("words", caption.words);
    byId("words").hidden = !caption.words;
    document.body.classList.toggle("explained", Boolean(caption.words));
    if (byId("players").textContent !== caption.players) byId("players").replaceChildren(...breakable(caption.players));
    setText("status", view.playing ? "" : caption.status);
    setText("said", caption.last_move);
  },
  banner(banner) {
    byId("banner").hidden = !banner;
    if (!banner) return;
    byId("banner").style.setProperty("--ink", ink(banner.ink));
    setText("banner-title", banner.title);
    const lines = touch && banner.touch.length ? banner.touch : banner.lines;
    byId("banner-lines").replaceChildren(...lines.map((line) => make("p", "", line)));
  },
  timeline(timeline, view, page) {
    byId("timeline").hidden = !timeline;
    document.body.classList.toggle("still", !timeline);
    if (!timeline) return;
    const { span, rows, marks } = timeline;
    byId("slider").max = span;
    byId("marks").replaceChildren(...marks.map((at) => placed(make("i", ""), at)));
    byId("rows").replaceChildren(...rows.map((row, i) => timelineRow(row, page.frame.boards[i], page)));
    const analysed = rows.some((row) => row.analysed);
    document.body.classList.toggle("analysed", analysed);
    byId("mistakes").hidden = !analysed;
  },
  switches(switches, view, page) {
    byId("switches").hidden = !switches.length;
    byId("switches").replaceChildren(
      ...switches.map(({ overlay, key, label, title, on, off }) => {
        const button = make("button", "", make("kbd", "", key), label);
        Object.assign(button, { type: "button", title: off || title, disabled: Boolean(off) });
        button.dataset.overlay = overlay;
        button.setAttribute("aria-pressed", on);
        button.addEventListener("click", () => page.press(key));
        return button;
      }),
    );
  },
  keys(keys, view, page) {
    const swiped = keys.map((hint) => (touch && /[←<]/.test(hint.caps) && !hint.key ? { ...hint, caps: "swipe" } : hint));
    byId("keys").replaceChildren(
      ...swiped.filter(({ key, caps }) => !touch || key || caps === "swipe").map(({ key, caps, effect }) => {
        const hint = make(key ? "button" : "span", "hint", make("kbd", "", caps), effect);
        if (key) hint.addEventListener("click", () => page.press(key));
        return hint;
      }),
    );
  },
  sheet(sheet, view, page) {
    if (sheet) drawSheet(sheet, page);
    if (Boolean(sheet) === byId("sheet").open) return;
    if (!sheet) byId("sheet").close();
    else byId("sheet").showModal();
    byId("sheet").focus();
  },
  playing(playing) {
    document.body.classList.toggle("playing", playing);
    byId("play").setAttribute("aria-label", playing ? "Pause" : "Play");
    byId("said").setAttribute("aria-live", playing ? "off" : "polite");
  },
  speed: (speed) => setText("speed", speed),
  speedUnit: (unit) => setText("speed-unit", unit),
  stepName: (name) => labelSteps("ply", name),
  jumpName: (name) => labelSteps("round", name),
  theme: (name) => byId("colours").setAttribute("aria-pressed", name.startsWith("colour-blind")),
};

const BOARD_PARTS = {
  result({ caption }, [title, score, verdict, good]) {
    const words = make("b", good ? "good" : "bad", verdict);
    caption.hidden = !title && score === null && !verdict;
    caption.replaceChildren(make("span", "", ...breakable(title)), make("b", "", score ?? ""), words);
  },
  cards({ agents }, cards, board, { table }) {
    agents.hidden = !cards.length;
    const rows = cards.map(({ name, seat, move, cost, total }, i) => {
      const label = make("th", "", make("bdi", "", ...breakable(name)), make("small", "", [seat, move].filter(Boolean).join(", ")));
      label.scope = "row";
      const picture = make("td", "picture", table.copy(board.icons[i]));
      return make("tr", i === board.moved ? "moved" : "", picture, label, make("td", "", cost), make("td", "", total));
    });
    const heads = ["", "Agent", "Last move", "In all"].map((text) => make(text ? "th" : "td", "", text));
    agents.replaceChildren(make("table", "", make("thead", "", make("tr", "", ...heads)), make("tbody", "", ...rows)));
  },
  insight({ insight }, found) {
    insight.hidden = !found;
    if (found) insight.replaceChildren(make("h2", "", found.heading), ...found.panels.map(drawPanel));
  },
};

function setText(id, text) {
  if (byId(id).textContent !== String(text)) byId(id).textContent = text;
}

// Say what the buttons beside "play" go by.
function labelSteps(id, name) {
  for (const way of ["back", "forward"]) {
    const button = byId(`${id}-${way}`);
    button.ariaLabel = `One ${name} ${way}`;
    button.title = `${button.ariaLabel} (${button.dataset.key})`;
  }
}

function showPly({ ply, timeline, caption }) {
  if (!timeline) return;
  byId("slider").value = Math.round(ply);
  const facts = caption.facts.map(({ label, value }) => `${label} ${value}`).join(", ");
  byId("slider").setAttribute("aria-valuetext", caption.round === null ? facts : `Round ${caption.round}, ply ${caption.ply}`);
  byId("rows").style.setProperty("--past", ply / timeline.span);
}

function drawPanel({ title, rows, note, note_ink: noteInk }) {
  const bars = rows.filter(({ bar }) => bar !== null);
  const table = make("table", bars.length ? `bars ${bars.every(({ bar }) => bar >= 0) ? "gains" : ""}` : "");
  if (title) table.append(make("caption", "", title));
  for (const { label, value, bar, ink: colour, agent, strong } of rows) {
    const name = make("th", "", ...breakable(label));
    name.scope = "row";
    if (agent !== null) name.style.setProperty("--ink", ink(`agent-${agent}`));
    const number = make("td", agent === null ? "number" : "moves", value);
    const row = make("tr", strong ? "strong" : "", name, number);
    if (bar === null) number.style.setProperty("--ink", ink(colour));
    if (bars.length) number.before(make("td", "strip", bar === null ? "" : drawBar(bar, colour)));
    table.append(row);
  }
  const words = make("p", "note", note);
  words.style.setProperty("--ink", ink(noteInk));
  return make("div", "panel", ...(title || rows.length ? [table] : []), ...(note ? [words] : []));
}

function drawBar(length, colour) {
  const bar = make("span", length < 0 ? "bar loss" : "bar");
  bar.style.setProperty("--length", Math.abs(100 * length));
  bar.style.setProperty("--ink", ink(colour));
  return bar;
}

// At some percent of the width.
function placed(made, at) {
  made.style.setProperty("--at", at / 100);
  return made;
}

function timelineRow(row, board, { table, seek }) {
  const svg = makeSvg("svg", { viewBox: row.box, preserveAspectRatio: "none", "aria-hidden": "true" });
  const path = (d, name) => svg.append(makeSvg("path", { d, class: name }));
  path(row.area, "area");
  path(row.curve, "curve");
  path(row.food, "food");
  const past = svg.cloneNode(true);
  past.classList.add("past");
  const whole = make("div", "row", svg, past);
  const mark = (at, name, ...children) => whole.append(placed(make("span", name, ...children), at));
  if (row.taken_over !== null) mark(row.taken_over, "taken-over");
  for (const at of row.capsules) mark(at, "capsule");
  for (const [at, ghost] of row.ghosts) mark(at, "ghost", table.copy(board.icons[ghost]));
  for (const { at, kind, text } of row.ends) mark(at, `end ${kind}`, text);
  whole.classList.toggle("analysed", row.analysed);
  for (const { at, ply, sign, words, ink: colour } of row.signs) {
    const button = placed(make("button", "sign", sign), at);
    Object.assign(button, { type: "button", title: words, ariaLabel: `${sign} ${words}` });
    button.style.setProperty("--ink", ink(colour));
    button.addEventListener("click", () => seek(ply));
    whole.append(button);
  }
  return whole;
}

function drawSheet(sheet, page) {
  const option = (choose, chosen, ...children) => {
    const button = make("button", "", ...children);
    button.type = "button";
    button.setAttribute("aria-pressed", chosen);
    button.addEventListener("click", choose);
    return button;
  };
  setText("sheet-title", sheet.title);
  setText("sheet-subtitle", sheet.subtitle);
  setText("sheet-problem", sheet.problem);
  setText("sheet-hint", touch && sheet.selected !== null ? "Tap a row; tap outside to close" : sheet.hint);
  byId("sheet").classList.toggle("aside", sheet.aside);
  byId("sheet-tabs").replaceChildren(
    ...sheet.tabs.map((tab, i) => option(() => page.chooseTab(i), i === sheet.selected_tab, tab.label)),
  );
  byId("sheet-rows").replaceChildren(
    ...sheet.rows.map(({ label, text }, i) => {
      const words = [make("b", "", label), make("span", "", text)];
      if (sheet.selected === null) return make("div", "", ...words);
      return option(() => page.chooseRow(i), i === sheet.selected, ...words);
    }),
  );
  byId("sheet-rows").querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest" });
}

// The SVG elements that Python draws, see ElementTable in frame_json.py. A layer is a list of `[number, opacity, [x, y, x, y, …]]`, in hundreds.
class ElementTable {
  constructor() {
    this.clear();
  }

  clear() {
    this.elements = [];
  }

  // Texts until they are needed.
  add(elements) {
    this.elements.push(...elements);
  }

  // The element itself, which can be in one place only.
  element(number) {
    const found = this.elements[number];
    if (typeof found !== "string") return found;
    const whole = makeSvg("svg", {});
    whole.innerHTML = found;
    return (this.elements[number] = whole.firstChild);
  }

  copy(number) {
    return this.element(number).cloneNode(true);
  }

  stamped(layer) {
    return layer.flatMap(([number, opacity, at]) =>
      at.flatMap((x, i) => {
        if (i % 2) return [];
        const made = this.copy(number);
        made.setAttribute("transform", `translate(${100 * x} ${100 * at[i + 1]})`);
        if (opacity < 1) made.setAttribute("opacity", opacity);
        return [made];
      }),
    );
  }
}

// A board as SVG: the layers of a scene, or the elements and targets of a diagram.
class BoardView {
  constructor(table, kind, choose) {
    this.table = table;
    this.kind = kind;
    this.choose = choose;
    this.root = makeSvg("svg", { class: kind, role: "img" });
    this.layers = Object.fromEntries(LAYERS[kind].map((name) => [name, makeSvg("g", {})]));
    this.root.append(...Object.values(this.layers));
    this.drawn = {};
  }

  // Show the whole board, or as much of a diagram as fits around its focus; if it must be whole, it may be wider than its box.
  fit({ size: [width, height], smallest, least, focus, whole }) {
    const { clientWidth, clientHeight } = this.root.parentElement;
    if (!clientWidth || !clientHeight) return;
    const { style } = this.root;
    const unit = Math.max(Math.min(clientWidth / width, clientHeight / height), least ?? 0);
    let view = [0, 0, width, height];
    if (this.kind === "scene") {
      [style.width, style.height] = [width, height].map((side) => `${side * unit}px`);
      this.layers.letters.style.display = unit < smallest ? "none" : "";
    } else if (whole) {
      style.width = `${Math.max(clientWidth, Math.ceil(least * width))}px`;
    } else {
      style.width = "";
      const start = (all, room, middle) => (all <= room ? (all - room) / 2 : Math.min(Math.max(middle - room / 2, 0), all - room));
      const [w, h] = [clientWidth / unit, clientHeight / unit];
      view = [start(width, w, focus[0]), start(height, h, focus[1]), w, h];
    }
    this.root.setAttribute("viewBox", view.join(" "));
  }

  draw(board) {
    if (this.kind === "diagram") this.fit(board);
    this.root.setAttribute("aria-label", board.positions || "The board"); // positions aren't told while it plays
    for (const [name, group] of Object.entries(this.layers)) {
      if (board[name] === this.drawn[name]) continue;
      this.drawn[name] = board[name];
      group.replaceChildren(...this.made(name, board[name]));
    }
  }

  made(name, parts) {
    if (this.kind === "scene" || name === "boards") return this.table.stamped(parts);
    let known = name === "elements" ? 0 : [0, 0, 0, 0, 0]; // each says by how much it is more than the one before
    if (name === "elements") return parts.map((more) => this.table.element((known += more)));
    return parts.map((more) => this.target((known = known.map((value, i) => value + more[i]))));
  }

  target([number, x, y, width, height]) {
    const area = makeSvg("rect", { x, y, width, height, class: "target" });
    area.dataset.number = number;
    area.addEventListener("click", () => this.choose(number));
    return area;
  }
}

const LAYERS = { scene: ["ground", "below", "food", "capsules", "figures", "letters"], diagram: ["elements", "boards", "targets"] };

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

// Hears keys, the mouse and touch, and passes them on to a source of frames: `press` and `seek`. What
// the source does not hear is left to the browser.

// What a key is called, as in pacgrid/session/session.py.
function nameOf(key) {
  if (key.length === 1) return key.toLowerCase();
  return key.replace("Arrow", "").replace("Page", "Page_").toLowerCase();
}

function toggleFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else if (document.fullscreenEnabled) document.documentElement.requestFullscreen().catch(() => {});
}

function listen(source, { fullScreen, swipe, wheel }) {
  const isOwn = (key) => key === fullScreen;
  const press = (key, repeated = false) => (isOwn(key) ? toggleFullScreen() : source.press(key, repeated));

  document.addEventListener("keydown", (event) => {
    const { key, target, repeat } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("pre, input:not(#slider)")) return;
    if ([" ", "Enter"].includes(key) && target.closest("button, summary") && !byId("sheet").open) return;
    if (key === "Tab" && !byId("sheet").open) return;
    const name = nameOf(key);
    if (!isOwn(name) && !source.hears(name)) return;
    event.preventDefault();
    press(name, repeat);
  });
  for (const button of document.querySelectorAll("button[data-key]")) {
    const { key } = button.dataset;
    button.addEventListener("click", () => (key === fullScreen ? toggleFullScreen() : press(key)));
  }
  // What was clicked doesn't keep the focus, or the next space would press it again.
  document.addEventListener("click", ({ target, detail }) => detail && target.closest("button")?.blur());
  byId("slider").addEventListener("input", ({ target }) => source.seek(Number(target.value)));
  byId("sheet").addEventListener("cancel", (event) => event.preventDefault());
  byId("sheet").addEventListener("click", ({ target }) => target === byId("sheet") && press("escape"));
  listenToBoards(byId("boards"), press, swipe, wheel);

  byId("full-screen").hidden = !document.fullscreenEnabled;
  document.addEventListener("fullscreenchange", () => {
    byId("full-screen").setAttribute("aria-pressed", Boolean(document.fullscreenElement));
  });
}

// A tap pauses and plays, a swipe is an arrow key, and the wheel goes back and forth.
function listenToBoards(boards, press, swipe, wheel) {
  let from = null; // where the finger went down, or where its last swipe ended
  let swiped = false;
  let turned = 0;
  boards.addEventListener("pointerdown", ({ clientX, clientY }) => {
    [from, swiped] = [[clientX, clientY], false];
  });
  boards.addEventListener("pointermove", ({ clientX, clientY, pointerType }) => {
    if (!from || pointerType === "mouse") return;
    const [dx, dy] = [clientX - from[0], clientY - from[1]];
    if (Math.max(Math.abs(dx), Math.abs(dy)) < swipe) return;
    if (Math.abs(dx) > Math.abs(dy)) press(dx > 0 ? "right" : "left");
    else press(dy > 0 ? "down" : "up");
    [from, swiped] = [[clientX, clientY], true];
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => (from = null));
  boards.addEventListener("click", ({ target }) => swiped || target.closest(".diagram") || press(" "));
  boards.addEventListener("wheel", (event) => {
    if (byId("timeline").hidden) return; // there is nothing to go back to
    event.preventDefault();
    turned += event.deltaY;
    if (Math.abs(turned) < wheel) return;
    const [back, forward] = event.target.closest(".diagram") ? [",", "."] : ["<", ">"];
    press(turned > 0 ? forward : back);
    turned = 0;
  }, { passive: false });
}
