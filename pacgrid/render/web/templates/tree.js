// Frames that are stepped through: a search or a board game, see `stepped_frames` in page_data.py.

class SavedSteps extends Saved {
  constructor(data) {
    super(data);
    this.variant ??= ""; // how the frames look: the names of what keys have switched on
    this.variants = { ...this.variants, [this.variant]: this.iterations };
    for (const each of Object.values(this.variants).flat()) {
      each.frames = framesOf(each.view).map((view) => ({ view, boards: [] }));
      each.boards.forEach((columns, i) => framesOf(columns).forEach((board, step) => (each.frames[step].boards[i] = board)));
    }
    this.goTo(this.iterations.length - 1);
    this.seek(this.start);
  }

  goTo(iteration) {
    if (!this.iterations[iteration]) return;
    this.iteration = iteration;
    Object.assign(this, this.iterations[iteration]);
    this.last = this.frames.length - 1;
    this.seek(this.last);
  }

  // Show the same step in another way.
  switchVariant(name) {
    const names = new Set(this.variant.split(" ").filter(Boolean));
    if (!names.delete(name)) names.add(name);
    const variant = [...names].sort().join(" ");
    if (!this.variants[variant]) return;
    const { iteration, step, playing } = this;
    this.variant = variant;
    this.iterations = this.variants[variant];
    this.goTo(iteration);
    this.seek(step);
    this.playing = playing;
  }

  seek(step) {
    this.step = Math.min(Math.max(step, 0), this.last);
    this.since = 0; // in steps
    this.lineStep = 0; // how many moves of the line that was better
    this.playing = false;
  }

  toggle() {
    const plays = !this.playing;
    this.seek(plays && this.step === this.last ? 0 : this.step);
    this.playing = plays && this.last > 0;
  }

  get busy() {
    return this.playing;
  }

  advance(seconds) {
    if (this.sheet) return;
    this.since += seconds * Number(this.speeds[this.speed]);
    const steps = Math.floor(this.since);
    this.step = Math.min(this.step + steps, this.last);
    this.since -= steps;
    this.playing = this.step < this.last;
  }

  frame() {
    const { view, boards } = this.lineStep ? this.lines[this.step][this.lineStep - 1] : this.frames[this.step];
    return { view: { ...view, ...this.parts }, boards };
  }

  chooseTarget(number) {
    for (const step of this.targets[number] ?? []) this.seek(step);
  }

  get ownCommands() {
    const next = (steps) => this.seek(steps.find((each) => each > this.step) ?? this.last);
    const previous = (steps) => this.seek(steps.findLast((each) => each < this.step) ?? 0);
    const inLine = (steps, otherwise) => {
      if (!this.lineStep) otherwise();
      else this.lineStep = Math.min(Math.max(this.lineStep + steps, 0), this.lines[this.step].length);
    };
    return {
      PLY_BACK: () => inLine(-1, () => this.seek(this.step - 1)),
      PLY_FORWARD: () => inLine(1, () => this.seek(this.step + 1)),
      TURNING_POINT: () => this.seek(this.turningPoint ?? this.step),
      BETTER_LINE: () => {
        const starts = !this.lineStep && this.lines[this.step];
        this.seek(this.step);
        this.lineStep = starts ? 1 : 0;
      },
      ROUND_BACK: () => previous(this.cuts),
      ROUND_FORWARD: () => next(this.cuts),
      ACTION_BACK: () => inLine(-1, () => previous(this.actions)),
      ACTION_FORWARD: () => inLine(1, () => next(this.actions)),
      LEAVES_FIRST: () => this.switchVariant("LEAVES_FIRST"),
      BOARDS: () => this.switchVariant("BOARDS"),
      ITERATION_BACK: () => this.goTo(this.iteration - 1),
      ITERATION_FORWARD: () => this.goTo(this.iteration + 1),
    };
  }
}

// A search in a frame: the page around it says which step to show, for all its frames at once, and hears where a reader goes in this one.
function tellHost({ game, ask }) {
  const tell = (what) => window.parent.postMessage(what, "*");
  const seek = game.seek.bind(game);
  game.seek = (step) => {
    seek(step);
    tell({ step: game.step });
  };
  game.toggle = () => tell({ plays: true });
  window.addEventListener("message", ({ source, data }) => {
    if (source !== window.parent || !("step" in data)) return;
    seek(data.step);
    ask();
  });
  new ResizeObserver(() => tell({ height: byId("page").offsetHeight })).observe(byId("page"));
  tell({ last: game.last });
}

if (document.body.matches(".steps")) start(SavedSteps);
if (document.body.matches(".framed")) start(SavedSteps).then(tellHost);
