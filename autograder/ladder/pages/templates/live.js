"use strict";
// Asks what is new, and shows one game after the other: new ones first.

const EVERY = 2000;
const byId = (id) => document.getElementById(id);
const shown = new Set();
let [version, games, current, timer] = ["", [], null, null];

function show(game) {
  current = game;
  shown.add(game.name);
  byId("words").textContent = game.words;
  const frame = document.createElement("iframe");
  frame.title = `Game: ${game.words}`;
  frame.setAttribute("sandbox", "allow-scripts");
  frame.src = game.name;
  byId("frame").replaceChildren(frame);
  window.clearTimeout(timer);
  timer = window.setTimeout(showNext, 1000 * game.seconds);
}

function showNext() {
  current = null;
  const unseen = games.find(({ name }) => !shown.has(name));
  if (!unseen) shown.clear();
  const next = unseen ?? games[0];
  if (next) show(next);
}

async function got(path) {
  const response = await fetch(path, { cache: "no-store" });
  if (!response.ok) throw new Error(response.statusText);
  return response;
}

async function refresh() {
  try {
    const state = await (await got("state.json")).json();
    byId("status").textContent = state.status;
    byId("done").value = state.done;
    games = state.games;
    if (state.version !== version) {
      byId("standings").innerHTML = await (await got("standings.html")).text();
      version = state.version;
    }
    if (!current) showNext();
  } catch {
    byId("status").textContent = "The watch has ended, or can’t be reached.";
  }
  window.setTimeout(refresh, EVERY);
}

refresh();
