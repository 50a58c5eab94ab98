// The worker in which Python runs. The first message has the files that Python needs, and the port for all others,
// each of which asks for a call or tells something about a game.

import { loadPyodide } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";

import { loadPython } from "./load_python.mjs";

const MOST_PRINTED = 100_000; // characters of one call
const PAUSE = 100; // milliseconds between two messages with what is printed
const MEMORY = "files:///"; // where Pyodide asks for files; nothing is fetched from anywhere

const first = new Promise((resolve) => self.addEventListener("message", resolve, { once: true }));
let port = null;
const post = (message) => port.postMessage(message);

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
  const { data: files, ports } = await first;
  [port] = ports;
  port.onmessage = ({ data }) => hear(data);
  self.fetch = async (address) => {
    const file = files[String(address).replace(MEMORY, "")];
    if (!file) throw new TypeError("this page sends nothing, and gets nothing");
    return new Response(file, { headers: { "content-type": "application/wasm" } });
  };
  const python = await loadPython({
    loadPyodide,
    options: { createPyodideModule, indexURL: MEMORY },
    read: (name) => files[name]?.arrayBuffer(),
  });
  for (const set of ["setStdout", "setStderr"]) python[set]({ write: (bytes) => output.write(bytes) });
  python.setStdin({ stdin: () => null });
  const calls = python.pyimport("pacgrid.site.in_page");
  post({ status: "ready", words: "Python is ready." });
  return calls;
}

async function hear(data) {
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
}

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
    post({ played: true });
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
