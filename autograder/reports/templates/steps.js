// Fills frames with what steps through a search when a reader opens what they are in, and steps through all of them together.

const PAUSE = 500; // milliseconds between two steps

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.codePointAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
}

class Stepper {
  constructor(details) {
    this.frames = [...details.querySelectorAll("iframe")];
    this.lasts = new Map(); // by frame, once it has said so
    this.step = 0;
    this.timer = 0;
    this.output = details.querySelector("output");
    this.playButton = details.querySelector("[data-go=play]");
    for (const button of details.querySelectorAll("[data-go]")) button.addEventListener("click", () => this[button.dataset.go]());
    window.addEventListener("message", ({ source, data }) => {
      const frame = this.frames.find(({ contentWindow }) => contentWindow === source);
      if (frame) this.hear(frame, data);
    });
  }

  get last() {
    return Math.max(0, ...this.lasts.values());
  }

  hear(frame, { last, step, height, plays }) {
    if (height) frame.style.height = `${height}px`;
    if (plays) this.play();
    if (last !== undefined) {
      this.lasts.set(frame, last);
      this.goTo(this.step);
    }
    if (step !== undefined) {
      this.stop();
      this.goTo(step, frame);
    }
  }

  // Show a step in all frames but one that already does.
  goTo(step, shown = null) {
    this.step = Math.min(Math.max(step, 0), this.last);
    this.output.textContent = `Step ${this.step} of ${this.last}`;
    for (const frame of this.frames) {
      if (frame !== shown) frame.contentWindow.postMessage({ step: this.step }, "*");
    }
    if (this.step === this.last) this.stop();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.playButton.textContent = "Play";
  }

  play() {
    if (this.timer) return this.stop();
    if (this.step === this.last) this.goTo(0);
    this.timer = setInterval(() => this.goTo(this.step + 1), PAUSE);
    this.playButton.textContent = "Pause";
  }

  walk(step) {
    this.stop();
    this.goTo(step);
  }

  start() {
    this.walk(0);
  }

  back() {
    this.walk(this.step - 1);
  }

  next() {
    this.walk(this.step + 1);
  }

  end() {
    this.walk(this.last);
  }
}

for (const details of document.querySelectorAll("details.steps")) {
  const stepper = new Stepper(details);
  details.addEventListener("toggle", async () => {
    if (!details.open) return stepper.stop();
    const page = await unpacked(document.getElementById("stepper").textContent);
    for (const frame of stepper.frames) {
      if (!frame.srcdoc) frame.srcdoc = page.replace("{search}", frame.dataset.search);
    }
  });
}
