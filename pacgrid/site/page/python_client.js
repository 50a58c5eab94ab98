// Python in the page: Pacgrid in a worker that can be stopped at any moment.
//
// What runs there may be a stranger's file, from a link. So the worker belongs to a frame without an origin, whose
// policy forbids every request: it reaches neither this page, nor what the browser keeps for it, nor any server.
// All that Python needs is read here and handed over.
//
//   import { PythonClient } from "./python_client.js";
//   const client = new PythonClient("playground/");  // the folder of this file
//   const { value, html, error, line } = await client.run("1 + 1", { onOutput: (text) => … });
//   client.stop();                                    // also in the midst of a run
//
// `run` shares its names with the runs before, as in a notebook; stopping forgets them. It never
// throws: what goes wrong comes back as `error`, in one line.

const SCRIPT = "python_worker.js";
const FILES = ["pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json", "packages.zip"];
const POLICY = "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' blob:; worker-src blob:";
const FRAME = `<!DOCTYPE html><html lang="en"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>Python</title><script>
addEventListener("message", ({ data: { script, files }, ports }) => {
  const worker = new Worker(URL.createObjectURL(script));
  worker.addEventListener("error", ({ message }) => parent.postMessage({ crash: message || "no reason given" }, "*"));
  worker.postMessage(files, ports);
}, { once: true });
</script><main><h1>Python</h1></main>`;

const LONG = 2_000; // milliseconds of an agent's thinking that are told

const NO_WEBASSEMBLY = "This browser has no WebAssembly, so Python can't run in it; use another one.";
export const STOPPED = "stopped";

export class PythonClient {
  #base;
  #names;
  #files = null;
  #frame = null;
  #port = null;
  #calls = new Map();
  #count = 0;
  #timer = 0;

  /** Called with "loading", "ready", "busy", or "failed", and with what is being done. */
  onStatus = () => {};
  /** Called with what is new in the game that is played, for the page that shows it. */
  onFrames = () => {};
  /** Called with what agents print outside of a run. */
  onOutput = () => {};

  /** `course`: whether there is a course.zip, too. */
  constructor(baseUrl = new URL(".", import.meta.url), { course = false } = {}) {
    this.#names = course ? [...FILES, "course.zip"] : FILES;
    this.#base = new URL(baseUrl, globalThis.location?.href);
    globalThis.addEventListener?.("message", ({ source, data }) => {
      if (this.#frame && source === this.#frame.contentWindow) this.#crash(String(data?.crash));
    });
  }

  /** Load Python now rather than with the first run. */
  start() {
    if (this.#frame || typeof WebAssembly !== "object") return;
    this.onStatus("loading", "Python is loading…");
    const { port1: port, port2: workers } = new MessageChannel();
    port.onmessage = ({ data }) => port === this.#port && this.#hear(data);
    this.#port = port;
    const frame = document.createElement("iframe");
    Object.assign(frame, { hidden: true, title: "Python", srcdoc: FRAME });
    frame.setAttribute("sandbox", "allow-scripts");
    frame.addEventListener("load", async () => {
      try {
        const files = await this.#read();
        frame.contentWindow?.postMessage(files, "*", [workers]);
      } catch (error) {
        if (frame === this.#frame) this.#crash(error.message);
      }
    });
    document.body.append(frame);
    this.#frame = frame;
  }

  /** The worker's script and its files; read once, since Python is started anew whenever it is stopped. */
  #read() {
    const read = async (name) => {
      const response = await fetch(new URL(name, this.#base));
      if (!response.ok) throw new Error(`${name}: ${response.status}`);
      return response.blob();
    };
    this.#files ??= Promise.all([SCRIPT, ...this.#names].map(read)).then(([script, ...blobs]) => ({
      script: new Blob([script], { type: "text/javascript" }),
      files: Object.fromEntries(this.#names.map((name, i) => [name, blobs[i]])),
    }));
    this.#files.catch(() => (this.#files = null)); // the next start tries again
    return this.#files;
  }

  /** Run a cell: `{value, html}`, or `{error, line, details}`. */
  async run(code, options = {}) {
    const { value, ...failed } = await this.call("run", { code }, options);
    return value ?? failed;
  }

  /** What a call by name is worth: `{value}` or `{error, details}`. See `pacgrid.site.in_page`. */
  call(name, given = {}, { onOutput = this.onOutput, onProgress = () => {} } = {}) {
    if (typeof WebAssembly !== "object") return Promise.resolve({ error: NO_WEBASSEMBLY });
    this.start();
    const id = ++this.#count;
    this.#port.postMessage({ id, name, given: JSON.stringify(given) });
    return new Promise((resolve) => this.#calls.set(id, { resolve, onOutput, onProgress }));
  }

  /** Tell the worker something that has no answer: `joined`, `paused`, or an `event` of a game. */
  tell(message) {
    this.#port?.postMessage(message);
    if (message.joined) this.#played();
    if (message.paused) clearTimeout(this.#timer);
  }

  /** End what runs, and start anew. What waits for an answer gets the error "stopped". */
  stop() {
    this.#end(STOPPED);
    this.start();
  }

  get isBusy() {
    return this.#calls.size > 0;
  }

  #hear({ id, reply, progress, output, frames, status, words, crash, played }) {
    const call = this.#calls.get(id);
    if (status) this.onStatus(status, words);
    if (played) this.#played();
    if (frames) this.onFrames(frames);
    if (output) (call?.onOutput ?? this.onOutput)(output);
    if (progress) call?.onProgress(progress);
    if (crash) this.#crash(crash);
    if (reply === undefined || !call) return;
    this.#calls.delete(id);
    call.resolve(JSON.parse(reply));
  }

  /** Python has let a game go on, and will again unless an agent keeps it. */
  #played() {
    clearTimeout(this.#timer);
    if (this.#timer < 0) this.onStatus("ready", "Python is ready.");
    this.#timer = setTimeout(() => {
      if (this.isBusy) return;
      this.#timer = -1;
      this.onStatus("busy", "An agent is thinking; Stop ends it.");
    }, LONG);
  }

  #crash(reason) {
    this.#end(`Python has stopped, and is started anew: ${reason}`);
    this.onStatus("failed", reason);
  }

  #end(error) {
    clearTimeout(this.#timer);
    this.#frame?.remove(); // and the worker with it
    this.#frame = this.#port = null;
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const { resolve } of calls) resolve({ error });
  }
}
