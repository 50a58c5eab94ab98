// The playground: an editor, and three tabs that use what is written in it.

import { Editor } from "./editor.js";
import { PythonClient } from "./python_client.js";
import { canStore, link, linked, Texts } from "./stored_text.js";
import { byId, fill, GradeTab, later, PlayTab, TreeTab } from "./tabs.js";

const site = JSON.parse(byId("site").textContent);
const client = new PythonClient(new URL(".", window.location.href), { course: Boolean(site.kit) });
const EXAMPLES = [...site.examples, { name: "starter", title: "The starter file", text: site.starter }];
const texts = new Texts(site.file);
const shared = await linked();
if (shared !== null) texts.add("shared.py", shared);
const editor = new Editor(byId("editor"), { text: shared ?? kept(), names: site.names, changed });
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
  if (shared === null) tabs.play.begin();
});

function changed(text) {
  texts.store(text);
  listTexts();
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

// The texts.

/** The text that is kept by the chosen name. */
function kept() {
  return texts.load(texts.name) ?? (site.examples[0]?.text ?? site.starter);
}

function listTexts() {
  const names = [...new Set([...texts.names, texts.name])];
  const own = names.map((name) => new Option(name, name, false, name === texts.name));
  const examples = EXAMPLES.map(({ name, title }) => new Option(title, `example ${name}`));
  byId("text").replaceChildren(group("Your texts", own), group("To begin with", examples));
  byId("remove").hidden = texts.name === texts.first;
}

function group(label, options) {
  const made = Object.assign(document.createElement("optgroup"), { label });
  made.append(...options);
  return made;
}

function open(text) {
  editor.open(text);
  window.history.replaceState(null, "", window.location.pathname);
  listTexts();
  check();
}

byId("text").addEventListener("change", ({ target }) => {
  const example = EXAMPLES.find(({ name }) => target.value === `example ${name}`);
  if (example) texts.add(`${example.name}.py`, example.text);
  else texts.choose(target.value);
  open(example?.text ?? kept());
});
byId("remove").addEventListener("click", () => {
  const { name } = texts;
  if (!window.confirm(`Remove ${name} from this browser?`)) return;
  texts.remove();
  open(kept());
});
byId("share").addEventListener("click", async () => {
  const address = await link(editor.text);
  window.history.replaceState(null, "", address);
  const copied = await navigator.clipboard?.writeText(address).then(() => true, () => false);
  say(copied ? "The link is copied. It has all of your text; nothing is sent." : "The link is in the address bar.");
});
byId("download").addEventListener("click", () => {
  const address = URL.createObjectURL(new Blob([editor.text], { type: "text/x-python" }));
  Object.assign(document.createElement("a"), { href: address, download: texts.name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
});
byId("open").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  target.value = "";
  if (!file) return;
  const text = await file.text();
  texts.add(file.name, text);
  open(text);
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
choose(shared === null ? "play" : "grade"); // a text from a link runs when one asks for it
listTexts();

if (!canStore) say("This browser stores nothing, so your text is lost when you leave; download it.");
if (typeof WebAssembly !== "object") byId("status").textContent = (await client.call("problems")).error;
else check();

// Offline from the second visit on.
navigator.serviceWorker?.register("service_worker.js").catch(() => {});
