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
    this.table = new FigureTable();
    this.shown = { view: {}, boards: [] };
    this.boards = [];
    this.frame = null;
  }

  show(frame) {
    this.frame = frame;
    const { view, boards } = frame;
    this.look(view.theme);
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

  look(theme) {
    document.documentElement.dataset.theme = theme;
    const index = Math.max(0, this.themes?.findIndex(({ name }) => name === theme) ?? 0);
    if (index === this.table.theme) return;
    this.table.theme = index;
    this.forget();
  }

  layOut(boards) {
    this.boards = boards.map((board, i) => {
      const kind = kindOf(board);
      const choose = (number) => this.chooseTarget(number);
      const picture = kind === "diagram" ? new DiagramView(this.table, choose) : new BoardCanvas(this.table);
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
    byId("facts").replaceChildren(...caption.facts.map(([label, value]) => make("div", "", make("dt", "", label), make("dd", "", value))));
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
  result({ caption }, { title, score, verdict, good }) {
    const words = make("b", good ? "good" : "bad", verdict);
    caption.hidden = !title && score === null && !verdict;
    caption.replaceChildren(make("span", "", ...breakable(title)), make("b", "", score ?? ""), words);
  },
  cards({ agents }, cards, board, { table }) {
    agents.hidden = !cards.length;
    const rows = cards.map(({ name, seat, cost, total }, i) => {
      const label = make("th", "", make("bdi", "", ...breakable(name)), make("small", "", seat));
      label.scope = "row";
      const picture = make("td", "picture", table.icon(board.icons[i], board));
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
  const facts = caption.round === null ? caption.facts : [["Round", caption.round], ["ply", caption.ply]];
  byId("slider").setAttribute("aria-valuetext", facts.map((fact) => fact.join(" ")).join(", "));
  byId("rows").style.setProperty("--past", ply / timeline.span);
}

function drawPanel({ title = "", rows = [], note = "", note_ink: noteInk }) {
  const bars = rows.filter(({ bar }) => bar !== undefined);
  const table = make("table", bars.length ? `bars ${bars.every(({ bar }) => bar >= 0) ? "gains" : ""}` : "");
  if (title) table.append(make("caption", "", title));
  for (const { label, value = "", bar, ink: colour, agent, strong } of rows) {
    const name = make("th", "", ...breakable(label));
    name.scope = "row";
    if (agent !== undefined) name.style.setProperty("--ink", ink(`agent-${agent}`));
    const number = make("td", agent === undefined ? "number" : "moves", value);
    const row = make("tr", strong ? "strong" : "", name, number);
    if (bar === undefined) number.style.setProperty("--ink", ink(colour));
    if (bars.length) number.before(make("td", "strip", bar === undefined ? "" : drawBar(bar, colour)));
    table.append(row);
  }
  const words = make("p", "note", note);
  words.style.setProperty("--ink", ink(noteInk));
  return make("div", "panel", ...(title || rows.length ? [table] : []), ...(note ? [words] : []));
}

function drawBar(length, colour) {
  const bar = make("span", length < 0 ? "bar loss" : "bar");
  bar.style.setProperty("--length", Math.abs(length));
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
  for (const [at, ghost] of row.ghosts) mark(at, "ghost", table.icon(board.icons[ghost], board));
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
    ...sheet.tabs.map((tab, i) => option(() => page.chooseTab(i), i === sheet.selected_tab, tab)),
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
