// Searches: of an agent at a position, and of drawn trees, whose cuts move while one edits a leaf.

import { byId, fill, frame, later } from "./elements.js";

export class TreeTab {
  constructor(page) {
    this.page = page;
    const { site } = page;
    fill(byId("tree-game"), [["pacman", "Pac-Man"], ...site.games.map((name) => [name, name])]);
    fill(byId("tree-layout"), site.layouts);
    byId("tree-layout").value = "pocket";
    byId("tree-game").addEventListener("change", () => this.chooseGame());
    fill(byId("tree-name"), site.trees.map((name) => [name, name]));
    byId("tree-name").value = "book";
    fill(byId("drawn-agent"), [["", "a suitable agent"], ...site.searchers.map((name) => [name, name])]);
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
    const own = this.page.agents.map((name) => [`own:${name}`, `your ${name}`]);
    fill(byId("tree-agent"), [...own, ...this.page.site.searchers.map((name) => [name, name])]);
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
    };
    const game = byId("tree-game").value;
    const start = { layout: byId("tree-layout").value, position: byId("position").value };
    const answer = await (game === "pacman"
      ? this.page.client.call("tree", { ...given, ...start })
      : this.page.client.call("tree_of_game", { ...given, game }));
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
    byId("tree-text").hidden = !value.text;
    frame(byId("stepper"), value.page);
  }
}
