// Games: the page of `--view web`, whose session runs in the worker.

import { byId, fill } from "./elements.js";

export class PlayTab {
  constructor(page) {
    this.page = page;
    this.screen = byId("screen");
    const { site, client } = page;
    fill(byId("game"), [["pacman", "Pac-Man"], ...site.games.map((name) => [name, name])]);
    fill(byId("layout"), site.layouts);
    byId("layout").value = "small";
    byId("game").addEventListener("change", () => this.agentsChanged());
    byId("start").addEventListener("click", () => this.start());
    client.onFrames = (frames) => this.screen.contentWindow?.postMessage({ frames }, window.location.origin);
    window.addEventListener("message", ({ source, data }) => {
      if (source !== this.screen.contentWindow || !data) return;
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
    const own = agents.map((name) => [`own:${name}`, `your ${name}`]);
    const others = this.isPacman ? site.agents : site.players;
    const shipped = others.map((name) => [name, name]);
    fill(byId("first"), [...own, ["keyboard", "you"], ...shipped]);
    if (!this.chosen) byId("first").selectedIndex = 0; // one's own, once Python knows it
    fill(byId("others"), this.isPacman ? site.ghosts.map((name) => [name, name]) : [...shipped, ["keyboard", "you"], ...own]);
    byId("others-label").textContent = this.isPacman ? "Ghosts" : "Second player";
    byId("first-label").textContent = this.isPacman ? "Pac-Man" : "First player";
    byId("layout").closest("label").hidden = !this.isPacman;
  }

  async start() {
    const { client, editor } = this.page;
    const names = ["game", "first", "others", "layout"];
    const given = Object.fromEntries(names.map((name) => [name, byId(name).value]));
    const light = window.matchMedia("(prefers-color-scheme: light)").matches;
    const numbers = { seed: Number(byId("seed").value) || 0, depth: Number(byId("depth").value) || 2 };
    client.tell({ paused: true });
    const { error } = await client.call("play", { ...given, ...numbers, light, text: editor.text });
    byId("play-said").textContent = error ?? "";
    if (error) return;
    this.screen.hidden = false;
    this.screen.src = "play.html"; // it says hello once it is there
    this.screen.addEventListener("load", () => this.screen.focus(), { once: true });
    this.plays = true;
  }

  shown(is) {
    if (!this.plays) return;
    if (is) this.screen.contentWindow.location.reload();
    else this.page.client.tell({ paused: true });
  }

  stopped() {
    this.plays = false;
    this.screen.hidden = true;
  }
}
