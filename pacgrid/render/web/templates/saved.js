// A page that needs no server: all its frames are in it, and a player steps through them: a game, or a search. See page_data.py.

class Saved {
  constructor(data) {
    Object.assign(this, data);
    this.sheet = null;
    for (const each of this.iterations) {
      each.frames = framesOf(each.view).map((view) => ({ view, boards: [] }));
      each.boards.forEach((columns, i) => framesOf(columns).forEach((board, step) => (each.frames[step].boards[i] = board)));
      each.stops ??= each.frames.map((_, step) => step);
      each.moments = framesOf(each.moments ?? {});
    }
    this.marks = framesOf(this.marks ?? {}); // by step: the layers of each overlay
    this.marked = remembered((marks, on) => marksOf(on.flatMap((overlay) => marks[overlay] ?? [])));
    this.insight = remembered(({ heading, panels }, on) => ({
      heading,
      panels: panels.filter(({ overlay }) => !overlay || on.includes(overlay)),
    }));
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

  switch(overlay) {
    if (this.switches.find((each) => each.overlay === overlay).off) return;
    this.on = this.overlays.filter((each) => (each === overlay) !== this.on.includes(each));
    this.switches = this.switches.map((each) => ({ ...each, on: this.on.includes(each.overlay) }));
  }

  seek(step) {
    this.step = Math.min(Math.max(step, 0), this.last);
    this.since = 0; // the part of the way to the next stop; at the end, how much of it was shown
    this.playing = false;
  }

  toggle() {
    const plays = !this.goesOn;
    this.seek(plays && this.step === this.last ? 0 : plays ? this.step : this.nextStop);
    this.playing = plays && this.last > 0;
  }

  // It stops where it would have come to, if there is a way to go.
  get nextStop() {
    return this.since && this.moments.length ? (this.stops.find((stop) => stop > this.step) ?? this.last) : this.step;
  }

  get goesOn() {
    return this.playing && this.step < this.last;
  }

  advance(seconds) {
    if (this.sheet) return;
    this.since += seconds * (this.goesOn ? this.speed : this.endingSpeed);
    while (this.goesOn && this.since >= 1) {
      this.step = this.stops.find((stop) => stop > this.step) ?? this.last;
      this.since -= 1;
    }
    if (!this.goesOn && !this.moments[this.moment]) this.seek(this.step);
  }

  // The number of the moment that is shown, if there are any.
  get moment() {
    const passed = this.stops.filter((stop) => stop <= this.step).length;
    return Math.floor((passed + this.since) * this.momentsPerStop);
  }

  get parts() {
    const { theme, sheet } = this;
    return { theme, sheet, playing: this.goesOn, speed: String(Number(this.speed.toPrecision(3))) };
  }

  frame(still) {
    const here = this.frames[this.step];
    const { view, boards } = this.playing && !still ? this.onTheWay(here) : here;
    if (!this.switches) return { view: { ...view, ...this.parts }, boards };
    const insight = this.on.length ? this.insight(here.boards[0].insight, this.on) : null;
    const marks = this.marked(this.marks[this.step], this.on);
    const letters = marks.letters?.length ? marks.letters : boards[0].letters; // they would hide each other
    const board = { ...boards[0], ...marks, letters, insight };
    return { view: { ...view, ...this.parts, switches: this.switches }, boards: [board] };
  }

  onTheWay(here) {
    const [now, next] = [0, 1].map((more) => this.moments[this.moment + more]);
    if (!now) return here;
    const there = this.frames[this.goesOn ? this.nextStop : this.step];
    const part = (this.since * this.momentsPerStop) % 1;
    const figures = now.figures.map(([number, opacity, at], i) => [number, opacity, tween(at, next?.figures[i]?.at(-1) ?? at, part)]);
    const [ply] = tween([here.view.ply], [there.view.ply], Math.min(this.since, 1));
    const board = { ...there.boards[0], ...now, figures, positions: "" };
    return { view: { ...there.view, ply: Math.round(ply) }, boards: [board] };
  }

  chooseTarget(number) {
    for (const step of this.targets[number] ?? []) this.seek(step);
  }

  do(command) {
    const [slowest, fastest] = this.speeds;
    const faster = (factor) => (this.speed = Math.min(Math.max(this.speed * factor, slowest), fastest));
    const otherTheme = (bit) => (this.theme = this.themes[this.themes.indexOf(this.theme) ^ bit]); // see themes.py
    const next = (steps, otherwise) => this.seek(steps.find((each) => each > this.step) ?? otherwise);
    const previous = (steps, otherwise) => this.seek(steps.findLast((each) => each < this.step) ?? otherwise);
    const commands = {
      PAUSE: () => this.toggle(),
      START: () => this.seek(0),
      END: () => this.seek(this.last),
      SLOWER: () => faster(1 / this.faster),
      FASTER: () => faster(this.faster),
      COLOURS: () => otherTheme(2),
      BACKGROUND: () => otherTheme(1),
      HELP: () => (this.sheet = this.help),
      PLY_BACK: () => this.seek(this.step - 1),
      PLY_FORWARD: () => this.seek(this.step + 1),
      ROUND_BACK: () => previous(this.cuts, 0),
      ROUND_FORWARD: () => next(this.cuts, this.last),
      ACTION_BACK: () => previous(this.actions, 0),
      ACTION_FORWARD: () => next(this.actions, this.last),
      PREVIOUS_MISTAKE: () => previous(this.mistakes, this.step),
      NEXT_MISTAKE: () => next(this.mistakes, this.step),
      TURNING_POINT: () => this.seek(this.turningPoint ?? this.step),
      ITERATION_BACK: () => this.goTo(this.iteration - 1),
      ITERATION_FORWARD: () => this.goTo(this.iteration + 1),
      ...this.ownCommands,
    };
    if (commands[command]) commands[command]();
    else this.switch(command);
  }
}

// Frames from columns: of each part a list of its values, each `[value]`, or `[]` where it stays the same.
function framesOf(columns) {
  const frames = [];
  for (const [part, column] of Object.entries(columns)) {
    let before;
    column.forEach(([value = before], i) => {
      (frames[i] ??= {})[part] = before = value;
    });
  }
  return frames;
}

// The marks of several overlays; of several labels in a place only the last.
function marksOf(overlays) {
  const [below, letters] = ["below", "letters"].map((layer) => overlays.flatMap((marks) => marks[layer]));
  const places = new Map();
  for (const [number, opacity, at] of letters) at.forEach((x, i) => i % 2 || places.set(`${x} ${at[i + 1]}`, [number, opacity, [x, at[i + 1]]]));
  return { below, letters: [...places.values()] };
}

const tween = (from, to, part) => from.map((value, i) => value + (to[i] - value) * part);

// `make`, but for the same arguments as before it gives the same result.
function remembered(make) {
  let [before, result] = [[], null];
  return (...given) => {
    if (given.some((each, i) => each !== before[i])) [before, result] = [given, make(...given)];
    return result;
  };
}

async function unpacked(text) {
  const packed = Uint8Array.from(atob(text), (letter) => letter.codePointAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

// Light or dark, as the system prefers, or as the page around this one says: `{ light: true }`.
function chosenGround() {
  const system = window.matchMedia("(prefers-color-scheme: light)");
  const ground = { light: system.matches, changed: () => {} };
  const choose = (light) => {
    ground.light = light;
    ground.changed();
  };
  system.addEventListener("change", () => choose(system.matches));
  window.addEventListener("message", ({ source, data }) => {
    if (source === window.parent && typeof data?.light === "boolean") choose(data.light);
  });
  return ground;
}

async function start(Kind) {
  const ground = chosenGround(); // before anything is awaited, so that no message is missed
  const game = new Kind(await unpacked(byId("data").textContent));
  const little = window.matchMedia("(prefers-reduced-motion: reduce)");
  const chooseTheme = () => {
    const isColourBlind = game.themes.indexOf(game.theme) >= 2;
    game.theme = game.themes[2 * isColourBlind + ground.light];
  };
  let asked = false;
  let lastTime;
  const draw = (time) => {
    asked = false;
    if (game.playing) game.advance(lastTime ? Math.min((time - lastTime) / 1000, game.longestDelay) : 0);
    lastTime = game.playing ? time : undefined;
    page.show(game.frame(little.matches));
    if (game.playing) ask();
  };
  const ask = () => {
    if (!asked) window.requestAnimationFrame(draw);
    asked = true;
  };
  const source = {
    hears: (key) => game.sheet || key in game.commands,
    press(key) {
      if (game.sheet) game.sheet = null;
      else if (game.commands[key]) game.do(game.commands[key]);
      ask();
    },
    seek(ply) {
      game.seek(ply);
      ask();
    },
  };
  const page = new Page(source);
  page.chooseTarget = (number) => {
    game.chooseTarget(number);
    ask();
  };
  page.table.add(game.elements);
  chooseTheme();
  ground.changed = () => {
    chooseTheme();
    ask();
  };
  listen(source, game);
  ask();
  return { game, ask, page };
}

if (document.body.matches(".saved")) start(Saved);
