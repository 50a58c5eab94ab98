// The worker in which Python runs. Each message asks for a call, or tells something about a game.

import { loadPython } from "./load_python.mjs";

const MOST_PRINTED = 100_000; // characters of one call
const PAUSE = 100; // milliseconds between two messages with what is printed

const post = (message) => self.postMessage(message);
const read = async (name) => {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.arrayBuffer();
};

class Output {
  constructor() {
    this.decoder = new TextDecoder();
    this.begin();
  }
  begin(id) {
    Object.assign(this, { id, text: "", size: 0, full: false, sent: performance.now() });
  }
  write(bytes) {
    const text = this.decoder.decode(bytes, { stream: true });
    const room = MOST_PRINTED - this.size;
    this.size += text.length;
    if (room > 0) this.text += text.slice(0, room);
    if (text.length > room && !this.full) {
      this.full = true;
      this.text += "\n… what is printed after this isn't shown …\n";
    }
    if (this.text && performance.now() - this.sent > PAUSE) this.send();
    return bytes.length;
  }
  send() {
    if (this.text) post({ id: this.id, output: this.text });
    this.text = "";
    this.sent = performance.now();
  }
  end() {
    this.send();
    this.begin();
  }
}

const output = new Output();
const ready = start();
let last = 0;
let timer = 0;

async function start() {
  const python = await loadPython({ read, indexURL: new URL("pyodide/", import.meta.url).href });
  for (const set of ["setStdout", "setStderr"]) python[set]({ write: (bytes) => output.write(bytes) });
  python.setStdin({ stdin: () => null });
  const calls = python.pyimport("pacgrid.site.in_page.calls");
  post({ status: "ready", words: "Python is ready." });
  return calls;
}

self.addEventListener("message", async ({ data }) => {
  try {
    const calls = await ready;
    if (data.name) answer(calls, data);
    if (data.event) calls.played.press(data.event);
    if (data.paused) timer = clearTimeout(timer) ?? 0;
    if (data.joined) {
      calls.played.joined();
      last = performance.now();
      timer ||= setTimeout(advance, 0, calls);
    }
  } catch (error) {
    crash(error);
  }
});

function answer(calls, { id, name, given }) {
  output.begin(id);
  post({ status: "busy", words: "Python is running." });
  const reply = calls.call(name, given, (progress) => post({ id, progress }));
  output.end();
  post({ status: "ready", words: "Python is ready." });
  post({ id, reply });
}

function advance(calls) {
  try {
    const now = performance.now();
    const pair = calls.played.advance((now - last) / 1000);
    const [news, wait] = pair.toJs();
    pair.destroy();
    last = now;
    if (news) post({ frames: news });
    output.send();
    timer = setTimeout(advance, wait * 1000, calls);
  } catch (error) {
    crash(error);
  }
}

function crash(error) {
  const lines = String(error?.message ?? error).trim().split("\n");
  post({ crash: lines.at(-1).slice(0, 300) });
}

ready.catch(crash);
