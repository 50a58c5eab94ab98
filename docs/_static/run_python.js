// Makes the cells of a page run in the reader's browser, if the site has the playground: its Python client runs them.
// A cell needs the variables of those above it, so these run first.

const root = new URL(document.documentElement.dataset.content_root ?? "./", location.href);
const playground = new URL("playground/", root);
const cells = [...document.querySelectorAll(".run-python, .run-python-hidden")];

function make(name, className, text = "") {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

class Cell {
  constructor(box, number) {
    this.box = box;
    this.code = box.querySelector(".run-python-code pre");
    this.button = make("button", "run-python-button", "Run");
    this.button.type = "button";
    this.ran = "";
    this.makeEditable(`Code of cell ${number + 1}`);
    const bar = make("div", "run-python-bar");
    bar.append(this.button);
    box.querySelector(".run-python-code").after(bar);
  }

  makeEditable(label) {
    const { code } = this;
    try {
      code.contentEditable = "plaintext-only";
    } catch {
      code.contentEditable = "true"; // older browsers
    }
    code.spellcheck = false;
    for (const [name, value] of Object.entries({ role: "textbox", "aria-multiline": "true", "aria-label": label })) {
      code.setAttribute(name, value);
    }
    code.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey || event.shiftKey)) return;
      event.preventDefault();
      this.button.click();
    });
  }

  get text() {
    return this.code.innerText.replaceAll("\u00a0", " ");
  }

  // Where the output goes: what was computed for the site makes room.
  clear() {
    this.box.querySelectorAll(".run-python-picture, .run-python-output").forEach((each) => each.remove());
    this.output = make("pre", "run-python-output");
    this.output.setAttribute("role", "status");
    this.output.tabIndex = 0;
    this.box.append(this.output);
  }

  // What is waited for: Python itself, the first time.
  status(words) {
    this.button.textContent = words || "Stop";
  }

  // In a frame that may run scripts, but can't reach this page.
  showPicture(html) {
    const picture = make("iframe", "run-python-picture");
    picture.setAttribute("sandbox", "allow-scripts");
    picture.title = "What the cell returns";
    picture.srcdoc = html;
    this.box.append(picture);
  }
}

class Runner {
  constructor(client, boxes) {
    this.client = client;
    this.cells = boxes.map((box, number) => new Cell(box, number));
    this.cells.forEach((cell) => cell.button.addEventListener("click", () => this.pressed(cell)));
    client.onStatus = (status, words) => this.running?.status(status === "loading" ? words : "");
    this.running = null;
  }

  async pressed(cell) {
    if (this.running) {
      this.client.stop();
      this.cells.forEach((each) => (each.ran = ""));
      return;
    }
    this.running = cell;
    cell.button.textContent = "Stop";
    try {
      const above = this.cells.slice(0, this.cells.indexOf(cell));
      const waiting = [...above.filter((each) => each.ran !== each.text), cell];
      for (const each of waiting) if (!(await this.run(each))) break;
    } finally {
      this.running = null;
      cell.button.textContent = "Run";
    }
  }

  async run(cell) {
    const { text } = cell;
    cell.clear();
    const say = (words) => (cell.output.textContent += words);
    const { value, html, error, details } = await this.client.run(text, { onOutput: say });
    if (html) cell.showPicture(html);
    else if (error || value) say(`${[details, error ?? value].filter(Boolean).join("\n")}\n`);
    cell.ran = error ? "" : text;
    return !error;
  }
}

async function start() {
  const { PythonClient } = await import(new URL("python_client.js", playground));
  new Runner(new PythonClient(playground.href), cells);
}

// Without the playground there is nothing to run with, and no button.
if (cells.length) start().catch(() => {});
