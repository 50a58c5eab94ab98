// The playground: an editor, and three tabs that use what is written in it.

import { Editor } from "./editor.js";
import { PythonClient } from "./python_client.js";
import { byId, fill, GradeTab, later, PlayTab, TreeTab } from "./tabs.js";

// The texts that one has written or opened: each kept in this browser by its name, and shared as a link that has all of
// it.

const KEY = `pacgrid playground ${new URL(".", window.location.href).pathname}`;

/** Whether the browser keeps what is stored. */
const canStore = (() => {
  try {
    localStorage.setItem(`${KEY} test`, "");
    localStorage.removeItem(`${KEY} test`);
    return true;
  } catch {
    return false;
  }
})();

/** Texts by name. The first one is the file that is handed in; one that was opened is kept once it is changed. */
class Texts {
  #unsaved = new Map(); // what the browser doesn't keep
  #key = (name) => (name === this.first ? KEY : `${KEY} text ${name}`);

  constructor(first) {
    this.first = first;
    this.name = this.#get(`${KEY} last`) ?? first;
    if (this.load(this.name) === null) this.name = first;
  }

  get names() {
    const kept = [...this.#unsaved.keys(), ...(canStore ? Object.keys(localStorage) : [])];
    const prefix = this.#key("");
    return [this.first, ...kept.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length)).sort()];
  }

  load(name) {
    return this.#get(this.#key(name));
  }

  /** Go on with a text that is kept, or with a new one. */
  choose(name) {
    this.name = name;
    this.#set(`${KEY} last`, name);
  }

  /** Go on with a text from elsewhere: under a name that no other text has. */
  add(name, text) {
    let free = name;
    for (let count = 2; ![null, text].includes(free === this.first ? "" : this.load(free)); count++) free = `${count} ${name}`;
    this.choose(free);
  }

  store(text) {
    this.#set(this.#key(this.name), text);
  }

  remove() {
    this.#unsaved.delete(this.#key(this.name));
    if (canStore) localStorage.removeItem(this.#key(this.name));
    this.choose(this.first);
  }

  #get(key) {
    return this.#unsaved.get(key) ?? (canStore ? localStorage.getItem(key) : null);
  }

  #set(key, text) {
    try {
      localStorage.setItem(key, text);
      this.#unsaved.delete(key);
    } catch {
      this.#unsaved.set(key, text); // full or forbidden
    }
  }
}

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** A link to this page with `text` in its fragment, which no server gets. */
async function link(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const url = new URL(window.location.href);
  url.hash = `code=${letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
  return url.href;
}

/** The text of such a link; null if this isn't one, or a damaged one. */
async function linked() {
  const found = /^#code=([\w-]+)$/.exec(window.location.hash);
  if (!found) return null;
  try {
    const letters = atob(found[1].replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes));
  } catch {
    return null;
  }
}

// The page.

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
