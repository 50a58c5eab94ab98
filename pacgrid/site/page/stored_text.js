// The texts that one has written or opened: each kept in this browser by its name, and shared as a link that has all of
// it.

const KEY = `pacgrid playground ${new URL(".", window.location.href).pathname}`;

/** Whether the browser keeps what is stored. */
export const canStore = (() => {
  try {
    localStorage.setItem(`${KEY} test`, "");
    localStorage.removeItem(`${KEY} test`);
    return true;
  } catch {
    return false;
  }
})();

/** Texts by name. The first one is the file that is handed in; one that was opened is kept once it is changed. */
export class Texts {
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
export async function link(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const url = new URL(window.location.href);
  url.hash = `code=${letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
  return url.href;
}

/** The text of such a link; null if this isn't one, or a damaged one. */
export async function linked() {
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
