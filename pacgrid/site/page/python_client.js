// Python in the page: Pacgrid in a worker that can be stopped at any moment.
//
//   import { PythonClient } from "./python_client.js";
//   const client = new PythonClient("playground/");  // the folder of this file
//   const { value, html, error, line } = await client.run("1 + 1", { onOutput: (text) => … });
//   client.stop();                                    // also in the midst of a run
//
// `run` shares its names with the runs before, as in a notebook; stopping forgets them. It never
// throws: what goes wrong comes back as `error`, in one line.

const NO_WEBASSEMBLY = "This browser has no WebAssembly, so Python can't run in it; use another one.";
export const STOPPED = "stopped";

export class PythonClient {
  #base;
  #worker = null;
  #calls = new Map();
  #count = 0;

  /** Called with "loading", "ready", "busy", or "failed", and with what is being done. */
  onStatus = () => {};
  /** Called with what is new in the game that is played, for the page that shows it. */
  onFrames = () => {};
  /** Called with what agents print outside of a run. */
  onOutput = () => {};

  constructor(baseUrl = new URL(".", import.meta.url)) {
    this.#base = new URL(baseUrl, globalThis.location?.href);
  }

  /** Load Python now rather than with the first run. */
  start() {
    if (this.#worker || typeof WebAssembly !== "object") return;
    this.onStatus("loading", "Python is loading…");
    const worker = new Worker(new URL("python_worker.js", this.#base), { type: "module" });
    worker.addEventListener("message", ({ data }) => this.#hear(data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#crash(event.message || "Python can't be loaded");
    });
    this.#worker = worker;
  }

  /** Run a cell: `{value, html}`, or `{error, line, details}`. */
  async run(code, options = {}) {
    const { value, ...failed } = await this.call("run", { code }, options);
    return value ?? failed;
  }

  /** What a call by name is worth: `{value}` or `{error, details}`. See `pacgrid.site.in_page.calls`. */
  call(name, given = {}, { onOutput = this.onOutput, onProgress = () => {} } = {}) {
    if (typeof WebAssembly !== "object") return Promise.resolve({ error: NO_WEBASSEMBLY });
    this.start();
    const id = ++this.#count;
    this.#worker.postMessage({ id, name, given: JSON.stringify(given) });
    return new Promise((resolve) => this.#calls.set(id, { resolve, onOutput, onProgress }));
  }

  /** Tell the worker something that has no answer: `joined`, `paused`, or an `event` of a game. */
  tell(message) {
    this.#worker?.postMessage(message);
  }

  /** End what runs, and start anew. What waits for an answer gets the error "stopped". */
  stop() {
    this.#end(STOPPED);
    this.start();
  }

  get isBusy() {
    return this.#calls.size > 0;
  }

  #hear({ id, reply, progress, output, frames, status, words, crash }) {
    const call = this.#calls.get(id);
    if (status) this.onStatus(status, words);
    if (frames) this.onFrames(frames);
    if (output) (call?.onOutput ?? this.onOutput)(output);
    if (progress) call?.onProgress(progress);
    if (crash) this.#crash(crash);
    if (reply === undefined || !call) return;
    this.#calls.delete(id);
    call.resolve(JSON.parse(reply));
  }

  #crash(reason) {
    this.#end(`Python has stopped, and is started anew: ${reason}`);
    this.onStatus("failed", reason);
  }

  #end(error) {
    this.#worker?.terminate();
    this.#worker = null;
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const { resolve } of calls) resolve({ error });
  }
}
