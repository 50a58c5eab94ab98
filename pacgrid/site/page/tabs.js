// The three tabs that use the file, and what they share.

export const byId = (id) => document.getElementById(id);

/** Fill a list of choices with [value, label] pairs; keeps what is chosen if it is still there. */
export function fill(select, choices) {
  const before = select.value;
  select.replaceChildren(...choices.map(([value, label]) => new Option(label, value)));
  if (choices.some(([value]) => value === before)) select.value = before;
}

/** `run`, once nothing has asked for it for so many milliseconds. */
export function later(milliseconds, run) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, milliseconds);
  };
}

/** Show a whole page in the frame of this id, where it can't disturb this one; nothing if there is none. The frame is a
 * new one each time: Chromium may lay out nothing in one that was hidden a moment ago. */
export function frame(id, html) {
  const made = byId(id).cloneNode();
  made.hidden = !html;
  made.srcdoc = html;
  byId(id).replaceWith(made);
  return made;
}

/** Choices that are called what they are. */
const same = (names) => names.map((name) => [name, name]);
const PACMAN = ["pacman", "Pac-Man"];
const own = (names) => names.map((name) => [`own:${name}`, `your ${name}`]);

/** Games: the page of `--view web`, whose session runs in the worker. */
export class PlayTab {
  constructor(page) {
    this.page = page;
    const { site, client } = page;
    fill(byId("game"), [PACMAN, ...same(site.games)]);
    fill(byId("layout"), site.layouts);
    byId("layout").value = "small";
    byId("game").addEventListener("change", () => this.agentsChanged());
    byId("start").addEventListener("click", () => this.start());
    client.onFrames = (frames) => this.screen?.contentWindow?.postMessage({ frames }, "*");
    window.addEventListener("message", ({ source, data }) => {
      if (source !== this.screen?.contentWindow || !data) return;
      if (data.hello) client.tell({ joined: true });
      if (data.event) client.tell({ event: data.event });
    });
    byId("first").addEventListener("change", () => (this.chosen = true));
    this.agentsChanged();
  }

  get isPacman() {
    return byId("game").value === "pacman";
  }

  agentsChanged() {
    const { site, agents } = this.page;
    const shipped = same(this.isPacman ? site.agents : site.players);
    fill(byId("first"), [...own(agents), ["keyboard", "you"], ...shipped]);
    if (!this.chosen) byId("first").selectedIndex = 0; // one's own, once Python knows it
    fill(byId("others"), this.isPacman ? same(site.ghosts) : [...shipped, ["keyboard", "you"], ...own(agents)]);
    byId("others-label").textContent = this.isPacman ? "Ghosts" : "Second player";
    byId("first-label").textContent = this.isPacman ? "Pac-Man" : "First player";
    byId("layout").closest("label").hidden = !this.isPacman;
  }

  /** The first game, which plays as the page opens; a shipped agent plays while there is only the starter file. */
  begin() {
    if (this.began) return;
    this.began = true;
    const { site, editor } = this.page;
    if (editor.text === site.starter) byId("first").value = site.agents[0];
    this.start({ focus: false }); // one may be typing
  }

  async start({ focus = true } = {}) {
    this.began = true;
    const { client, editor } = this.page;
    const names = ["game", "first", "others", "layout"];
    const given = Object.fromEntries(names.map((name) => [name, byId(name).value]));
    const light = window.matchMedia("(prefers-color-scheme: light)").matches;
    const numbers = { seed: Number(byId("seed").value) || 0, depth: Number(byId("depth").value) || 2 };
    client.tell({ paused: true });
    const { error } = await client.call("play", { ...given, ...numbers, light, text: editor.text });
    byId("play-said").textContent = error ?? "";
    if (error) return;
    await this.load();
    if (focus) this.screen.addEventListener("load", ({ target }) => target.focus());
    this.plays = true;
  }

  /** Load the page of a game; it says hello once it is there. What it shows comes from a file that may be a
   * stranger's, so the page stands in a frame without this one's origin, as its text: a frame like that can't be
   * loaded offline. */
  async load() {
    this.text ??= await (await fetch("play.html")).text();
    this.screen = frame("screen", this.text);
  }

  shown(is) {
    if (!this.plays) return;
    if (is) this.load();
    else this.page.client.tell({ paused: true });
  }

  stopped() {
    this.plays = false;
    this.screen = frame("screen", "");
  }
}

/** Searches: of an agent at a position, and of drawn trees, whose cuts move while one edits a leaf. */
export class TreeTab {
  constructor(page) {
    this.page = page;
    const { site } = page;
    fill(byId("tree-game"), [PACMAN, ...same(site.games)]);
    fill(byId("tree-layout"), site.layouts);
    byId("tree-layout").value = "pocket";
    byId("tree-game").addEventListener("change", () => this.chooseGame());
    fill(byId("tree-name"), same(site.trees));
    byId("tree-name").value = "book";
    fill(byId("drawn-agent"), [["", "a suitable agent"], ...same(site.searchers)]);
    byId("search").addEventListener("click", () => this.search());
    byId("from-play").addEventListener("click", () => this.takePosition());
    byId("tree-name").addEventListener("change", () => this.loadTree());
    const searchDrawn = later(200, () => this.searchDrawn());
    for (const id of ["drawn", "drawn-agent"]) byId(id).addEventListener("input", searchDrawn);
    for (const radio of document.getElementsByName("what")) radio.addEventListener("change", () => this.choose());
    byId("tree-agent").addEventListener("change", () => (this.chosen = true));
    this.agentsChanged();
  }

  get isDrawn() {
    return byId("what-drawn").checked;
  }

  agentsChanged() {
    fill(byId("tree-agent"), [...own(this.page.agents), ...same(this.page.site.searchers)]);
    if (!this.chosen) byId("tree-agent").selectedIndex = 0;
  }

  choose() {
    byId("of-agent").hidden = this.isDrawn;
    byId("of-drawn").hidden = !this.isDrawn;
    this.show({ value: { page: "", text: "", failure: "" } });
    if (this.isDrawn && !byId("drawn").value) this.loadTree();
    else if (this.isDrawn) this.searchDrawn();
  }

  chooseGame() {
    const isPacman = byId("tree-game").value === "pacman";
    byId("tree-layout").closest("label").hidden = byId("other-position").hidden = !isPacman;
  }

  async loadTree() {
    const { value, error } = await this.page.client.call("drawn_tree", { name: byId("tree-name").value });
    if (error) return this.show({ error });
    byId("drawn").value = value;
    await this.searchDrawn();
  }

  async searchDrawn() {
    if (this.page.client.isBusy) return setTimeout(() => this.searchDrawn(), 100);
    const given = { tree: byId("drawn").value, agent: byId("drawn-agent").value };
    this.show(await this.page.client.call("tree_of_drawn", given));
  }

  async search() {
    byId("search").disabled = true;
    const given = {
      text: this.page.editor.text,
      agent: byId("tree-agent").value,
      depth: Number(byId("tree-depth").value) || 1,
      game: byId("tree-game").value,
      layout: byId("tree-layout").value,
      position: byId("position").value,
    };
    const answer = await this.page.client.call("tree", given);
    byId("search").disabled = false;
    this.show(answer);
  }

  async takePosition() {
    const { value, error } = await this.page.client.call("position");
    byId("position").value = value ?? "";
    byId("tree-said").textContent = error ?? (value ? "" : "No game of Pac-Man is being played.");
  }

  show({ value, error }) {
    byId("tree-said").textContent = error ?? value.failure;
    if (error) return;
    byId("tree-text").textContent = value.text;
    byId("tree-as-text").hidden = !value.text;
    frame("stepper", value.page);
  }
}

/** Grades the file as `pacgrid grade` does. */
export class GradeTab {
  constructor(page) {
    this.page = page;
    fill(byId("question"), [["", "all questions"], ...same(page.site.questions)]);
    byId("grade").addEventListener("click", () => this.grade());
  }

  async grade() {
    const { client, editor } = this.page;
    this.busy(true);
    byId("mistakes").replaceChildren();
    byId("graded").hidden = true;
    const given = { text: editor.text, only: byId("question").value, fast: byId("fast").checked };
    const { value, error } = await client.call("grade", given, { onProgress: (text) => this.tell(text) });
    this.busy(false);
    byId("grade-said").textContent = error ?? "";
    if (error) return;
    byId("total").textContent = value.total;
    byId("mistakes").replaceChildren();
    for (const { test, title } of value.mistakes) this.name(`${test}: ${title}`);
    byId("brief").textContent = value.brief.trim();
    byId("report").textContent = value.report.trim();
    frame("feedback", value.page);
    byId("graded").hidden = false;
    editor.mark(value.problems);
  }

  tell(text) {
    const { done, said, mistake } = JSON.parse(text);
    byId("progress").value = done;
    byId("grade-said").textContent = said;
    if (mistake) this.name(mistake);
  }

  /** Name a mistake, before or after all tests are done. */
  name(words) {
    const row = document.createElement("li");
    row.textContent = words;
    byId("mistakes").append(row);
  }

  busy(is) {
    byId("grade").disabled = is;
    byId("progress").hidden = !is;
    byId("progress").value = 0;
  }
}
