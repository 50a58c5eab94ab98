// Binds the page to the player.

const byId = (id) => document.getElementById(id);
const film = new Film(JSON.parse(byId("reel").textContent));
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
const WAYS = { N: "north", E: "east", S: "south", W: "west" };

const dark = window.matchMedia("(prefers-color-scheme: dark)");
const darkRule = [...document.styleSheets[0].cssRules].find(({ media }) => media?.mediaText.includes("scheme"));

let theme = themeOf(!dark.matches, false);
const board = new Board(byId("board"), film, theme);
const timeline = new Timeline(byId("marks"), film, theme);
const player = new Player(film);
const slider = byId("slider");
const overlays = new Set();
const switches = new Map(film.overlays.map((name) => [name, document.querySelector(`[data-deed=${name}]`)]));
const rows = [...document.querySelectorAll("#agents tbody tr")];

const nameOf = (i) => (i ? `Ghost ${i}` : "Pac-Man");

function duration(seconds) {
  if (seconds === undefined) return "–";
  if (seconds < 0.001) return `${Math.round(seconds * 1e6)} µs`;
  if (seconds < 1) return `${(seconds * 1000).toPrecision(seconds < 0.1 ? 2 : 3)} ms`;
  return seconds < 100 ? `${seconds.toPrecision(3)} s` : `${Math.round(seconds)} s`;
}

const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");

// What ply `ply` was, in words.
function told(ply) {
  if (!ply) return "The start: press play or drag the timeline.";
  const mover = (ply - 1) % film.agents.length;
  const way = WAYS[film.moves[ply - 1]];
  const gain = film.changes[ply - 1][0];
  const parts = [`${nameOf(mover)} ${way ? `goes ${way}` : "stays"}`];
  if (film.capsules.some(([, , eaten]) => eaten === ply)) parts.push("eats a capsule");
  for (const [, ghost] of film.ghostsEatenBetween(ply - 1, ply)) {
    parts.push(mover ? "is eaten" : `eats ghost ${ghost}`);
  }
  if (gain) parts.push(`${gain > 0 ? "+" : "−"}${Math.abs(gain)}`);
  return parts.join(", ");
}

function describe() {
  const { ply } = player;
  const over = ply === film.last;
  byId("score").textContent = film.score(ply);
  byId("round").textContent = film.round(ply);
  byId("left").textContent = film.left(film.food, ply).length;
  const said = over && film.last ? film.end.line : told(ply);
  byId("said").textContent = over && film.end.reason ? `${film.end.line}. ${film.end.reason}` : said;
  byId("said").setAttribute("aria-live", player.playing ? "off" : "polite");
  document.body.dataset.end = over ? (film.end.won ? "won" : film.end.caught || film.end.reason ? "lost" : "open") : "";
  slider.value = ply;
  slider.setAttribute("aria-valuetext", `Round ${film.round(ply)}, ply ${ply}, score ${film.score(ply)}`);
  byId("board").setAttribute("aria-label", `The board after ply ${ply}: ${where(ply)}`);
  byId("play").setAttribute("aria-label", player.playing ? "Pause" : "Play");
  document.body.classList.toggle("playing", player.playing);
  document.body.classList.toggle("begun", player.playing || ply > 0);
  byId("speed").textContent = player.speed;
  rows.forEach((row, i) => describeAgent(row, i, ply));
}

function describeAgent(row, i, ply) {
  const many = film.agents.length;
  const moves = Math.floor((ply - 1 - i) / many) + 1; // how many it has made
  const latest = (moves - 1) * many + i;
  const cell = (name) => row.querySelector(`.${name}`);
  row.classList.toggle("mover", ply > 0 && (ply - 1) % many === i);
  cell("way").textContent = moves > 0 ? `, ${WAYS[film.moves[latest]] ?? "stop"}` : "";
  cell("thought").textContent = duration(moves > 0 ? film.micros[latest] / 1e6 : undefined);
  cell("nodes").textContent = moves > 0 && film.nodes[latest] !== null ? grouped(film.nodes[latest]) : "–";
  cell("total").textContent = duration(moves > 0 ? film.seconds[i][moves] : undefined);
}

function where(ply) {
  return film.frames[ply].agents
    .map(({ x, y, scared }, i) => `${nameOf(i)} at (${x}, ${y})${scared ? ", scared" : ""}`)
    .join("; ");
}

// Painting.

let asked = false;
let lastTime;

function ask() {
  if (!asked) window.requestAnimationFrame(show);
  asked = true;
}

function show(time) {
  asked = false;
  if (player.moving) player.advance(lastTime ? Math.min((time - lastTime) / 1000, 0.25) : 0);
  lastTime = player.moving ? time : undefined;
  const { moment } = player;
  look(moment.before);
  const quiet = still.matches ? { fraction: 1, clock: 0, vanished: 0 } : {};
  board.paint({ ...moment, ...quiet, marks });
  timeline.paint(player.ply);
  if (player.moving) ask();
}

function fit() {
  const stage = byId("stage");
  board.fit(stage.clientWidth, stage.clientHeight);
  ask();
}

// Bring marks and tables up to date: what the agent thinks that decides after `ply`.
let marks = NO_MARKS;
let lastLook = "";

function look(ply) {
  const now = [ply, ...overlays].join();
  if (now === lastLook) return;
  lastLook = now;
  marks = marksOf(film, ply, overlays);
  tell(byId("thought"), film, ply, overlays);
}

function toggle(overlay) {
  const button = switches.get(overlay);
  if (button.disabled) return;
  if (!overlays.delete(overlay)) overlays.add(overlay);
  button.setAttribute("aria-pressed", overlays.has(overlay));
  ask();
}

function themeOf(light, numbered) {
  return film.themes.find((each) => each.light === light && each.numbered === numbered);
}

function useTheme(chosen) {
  theme = chosen;
  board.use(theme);
  timeline.theme = theme;
  for (const [name, colour] of Object.entries(theme)) {
    if (typeof colour === "string") document.documentElement.style.setProperty(`--${name}`, colour);
  }
  darkRule.media.mediaText = theme.light ? "not all" : "all";
  const swatch = new Board(document.createElement("canvas"), { ...film, size: [1, 1] }, theme);
  rows.forEach((row, i) => {
    swatch.canvas = row.querySelector("canvas");
    swatch.fit(28, 28);
    const pen = swatch.canvas.getContext("2d");
    pen.scale(swatch.cell / UNIT, swatch.cell / UNIT);
    if (i) swatch.ghost(pen, i, { x: 0, y: 0 }, 1, "active");
    else swatch.pacman(pen, { x: 0, y: 0 }, 1, 36);
  });
  byId("colours").setAttribute("aria-pressed", theme.numbered);
  const other = `${theme.light ? "Dark" : "Light"} colours`;
  byId("ground").setAttribute("aria-label", other);
  byId("ground").title = `${other} (L)`;
  ask();
}

// What people do.

const deeds = {
  start: () => player.pauseAt(0),
  roundBack: () => player.pauseAt(film.roundBefore(player.ply)),
  plyBack: () => player.pauseAt(player.ply - 1),
  play: () => player.toggle(),
  plyOn: () => player.pauseAt(player.ply + 1),
  roundOn: () => player.pauseAt(film.roundAfter(player.ply)),
  end: () => player.pauseAt(film.last),
  slower: () => player.faster(-1),
  faster: () => player.faster(1),
  colours: () => useTheme(themeOf(theme.light, !theme.numbered)),
  ground: () => useTheme(themeOf(!theme.light, theme.numbered)),
  fullScreen: () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else if (document.fullscreenEnabled) byId("player").requestFullscreen().catch(() => {});
  },
  help: () => (byId("help").open ? byId("help").close() : byId("help").showModal()),
};
for (const name of film.overlays) deeds[name] = () => toggle(name);
const WITH_SHIFT = { ArrowLeft: "plyBack", ArrowRight: "plyOn" };

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("pre")) return;
  if (key === " " && target.closest("button, summary")) return; // it presses what has the focus
  const name = (event.shiftKey && WITH_SHIFT[key]) || film.keys[key] || film.keys[key.toLowerCase()];
  if (!name || (byId("help").open && name !== "help")) return;
  event.preventDefault();
  deeds[name]();
});
for (const button of document.querySelectorAll("button[data-deed]")) {
  button.addEventListener("click", () => deeds[button.dataset.deed]());
}
slider.addEventListener("input", () => player.pauseAt(Number(slider.value)));
byId("stage").addEventListener("click", () => player.toggle());
byId("help").addEventListener("click", ({ target }) => target === byId("help") && deeds.help());

player.onChange = () => {
  describe();
  ask();
};
player.onEnd = () => {
  const shout = byId("shout");
  shout.textContent = film.end.verdict;
  shout.classList.remove("shown");
  void shout.offsetWidth; // begin the animation anew
  shout.classList.add("shown");
};

slider.max = film.last;
byId("player").hidden = false;
byId("stage").style.aspectRatio = film.size.join(" / ");
new ResizeObserver(fit).observe(byId("stage"));
new ResizeObserver(ask).observe(byId("marks"));
dark.addEventListener("change", () => useTheme(themeOf(!dark.matches, theme.numbered)));
document.addEventListener("fullscreenchange", () => {
  byId("fullScreen").setAttribute("aria-pressed", Boolean(document.fullscreenElement));
});
byId("fullScreen").hidden = !document.fullscreenEnabled;
useTheme(theme);
describe();
