// The text of the file: kept in this browser, and shared as a link that has all of it.

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

export const load = () => (canStore ? localStorage.getItem(KEY) : null);

export function store(text) {
  try {
    localStorage.setItem(KEY, text);
  } catch {
    // Full or forbidden: the text stays in the page.
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
