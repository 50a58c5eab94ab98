// The playground: an editor, and three tabs that use what is written in it.

import { Editor } from "./editor.js";
import { PythonClient } from "./python_client.js";
import * as stored from "./stored_text.js";
import { byId, fill, GradeTab, later, PlayTab, TreeTab } from "./tabs.js";

const site = JSON.parse(byId("site").textContent);
const client = new PythonClient(new URL(".", window.location.href));
const shared = await stored.linked();
const editor = new Editor(byId("editor"), {
  text: shared ?? stored.load() ?? site.examples[0].text,
  names: site.names,
  changed,
});
const page = { site, client, editor, say, agents: [] };
const tabs = { play: new PlayTab(page), tree: new TreeTab(page), grade: new GradeTab(page) };

const check = later(400, async () => {
  if (client.isBusy) return check();
  const { value } = await client.call("problems", { text: editor.text });
  if (!value) return;
  editor.mark(value.problems);
  byId("problem").textContent = value.problems.map(({ line, message }) => `line ${line}: ${message}`).join("");
  if (value.agents.join() === page.agents.join()) return;
  page.agents = value.agents;
  for (const tab of Object.values(tabs)) tab.agentsChanged?.();
});

function changed(text) {
  stored.store(text);
  if (window.location.hash) window.history.replaceState(null, "", window.location.pathname);
  check();
}

function say(words) {
  byId("said").textContent = words;
}

// Python.

client.onStatus = (status, words) => {
  document.body.dataset.python = status;
  byId("status").textContent = words;
};
client.onOutput = (text) => {
  const output = byId("output");
  output.textContent = (output.textContent + text).slice(-100_000);
  byId("printed").hidden = false;
};
byId("stop").addEventListener("click", () => {
  client.stop();
  say("Stopped; your text is kept.");
  for (const tab of Object.values(tabs)) tab.stopped?.();
});
byId("clear").addEventListener("click", () => {
  byId("output").textContent = "";
  byId("printed").hidden = true;
});

// The file.

fill(byId("example"), [["", "Examples…"], ...site.examples.map(({ name, title }) => [name, title])]);
byId("example").addEventListener("change", ({ target }) => {
  const example = site.examples.find(({ name }) => name === target.value);
  target.value = "";
  if (!example) return;
  editor.text = example.text;
  say(`${example.title}. To get your text back, undo (Ctrl+Z) in the editor.`);
});
byId("share").addEventListener("click", async () => {
  const link = await stored.link(editor.text);
  window.history.replaceState(null, "", link);
  const copied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
  say(copied ? "The link is copied. It has all of your text; nothing is sent." : "The link is in the address bar.");
});
byId("download").addEventListener("click", () => {
  const address = URL.createObjectURL(new Blob([editor.text], { type: "text/x-python" }));
  Object.assign(document.createElement("a"), { href: address, download: site.file }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
});
byId("open").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (file) editor.text = await file.text();
  target.value = "";
});

// The tabs.

const buttons = [...document.querySelectorAll("[role=tab]")];
function choose(name) {
  for (const button of buttons) {
    const chosen = button.dataset.tab === name;
    button.setAttribute("aria-selected", chosen);
    button.tabIndex = chosen ? 0 : -1;
    byId(`${button.dataset.tab}-tab`).hidden = !chosen;
    tabs[button.dataset.tab].shown?.(chosen);
  }
}
for (const [i, button] of buttons.entries()) {
  button.addEventListener("click", () => choose(button.dataset.tab));
  button.addEventListener("keydown", ({ key }) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (!step) return;
    const next = buttons[(i + step + buttons.length) % buttons.length];
    choose(next.dataset.tab);
    next.focus();
  });
}
choose("grade");

if (!stored.canStore) say("This browser stores nothing, so your text is lost when you leave; download it.");
if (typeof WebAssembly !== "object") byId("status").textContent = (await client.call("problems")).error;
else check();

// Offline from the second visit on.
navigator.serviceWorker?.register("service_worker.js").catch(() => {});
