// A saved game: all its frames are in the page, see page_data.py, and a small player goes through them.

class SavedGame {
  constructor(data) {
    Object.assign(this, data);
    this.pool = data.pool.map((value) => value?.items?.map((number) => data.pool[number]) ?? value);
    const { plies, rounds, steps, ending } = data;
    for (const group of [plies.view, plies.board, rounds.view, rounds.board, steps, ending.view, ending.board]) {
      for (const part of Object.keys(group)) group[part] = summedUp(group[part]);
    }
    this.insights = summedUp(data.insights);
    this.overlays = data.overlays.map(([name, column]) => [name, summedUp(column)]);
    this.roundEnds = summedUp(data.roundLengths);
    this.last = this.roundEnds.at(-1) ?? 0;
    this.on = new Set();
    this.sheet = null;
    this.seek(0);
  }

  seek(ply) {
    this.ply = Math.min(Math.max(ply, 0), this.last); // where it stands, or stood before it moved
    this.round = null; // the round that is on its way
    this.fraction = 0; // how much of it
    this.ended = null; // how many frames of the end were shown
    this.playing = false;
  }

  toggle() {
    if (this.playing) {
      this.seek(this.round === null ? this.ply : this.roundEnds[this.round]);
      return;
    }
    if (this.ply === this.last) this.seek(0);
    this.playing = this.last > 0;
  }

  // The end of the round after this ply, or of the one before it.
  roundAfter = () => this.roundEnds.find((end) => end > this.ply) ?? this.last;
  roundBefore = () => this.roundEnds.findLast((end) => end < this.ply) ?? 0;

  get busy() {
    return this.playing || this.ended !== null;
  }

  advance(seconds) {
    if (this.ended !== null) this.ended += seconds * this.endingRate;
    if (this.ended >= this.endingFrames) this.ended = null;
    if (!this.playing) return;
    this.round ??= this.roundEnds.findIndex((end) => end > this.ply);
    this.fraction += seconds * Number(this.speeds[this.speed]);
    while (this.playing && this.fraction >= 1) {
      this.ply = this.roundEnds[this.round];
      this.round += 1;
      this.fraction -= 1;
      if (this.ply < this.last) continue;
      this.seek(this.last);
      this.ended = 0;
    }
  }

  frame(still) {
    const { theme, switches, playing, sheet } = this;
    const own = { theme, switches, playing, sheet, ply: this.ply, speed: this.speeds[this.speed] };
    const { view, board } = this.moment(still);
    const marks = this.marks();
    const insight = this.insight(this.pool[this.insights[this.ply]]);
    const letters = [...marks.letters, ...board.letters];
    return { view: { ...own, ...view }, boards: [{ ...board, ...marks, letters, insight }] };
  }

  moment(still) {
    if (this.ended !== null && !still) return this.parts(this.ending, Math.floor(this.ended));
    if (this.round === null || still) return this.parts(this.plies, this.ply);
    const end = this.roundEnds[this.round];
    const { view, board } = this.parts(this.rounds, this.round);
    const step = this.values(this.steps, Math.floor((this.round + this.fraction) * this.stepsPerRound));
    const places = this.plies.board.figures;
    const [from, to] = [this.ply, end].map((ply) => this.pool[places[ply]].map(([, , at]) => at));
    step.figures = step.figures.map((number, i) => [number, 1, tween(from[i], to[i] ?? from[i], this.fraction)]);
    const ply = Math.round(this.ply + (end - this.ply) * this.fraction);
    return { view: { ...view, ply }, board: { ...board, ...step } };
  }

  parts = ({ view, board }, at) => ({ view: this.values(view, at), board: this.values(board, at) });

  values(columns, at) {
    return Object.fromEntries(Object.entries(columns).map(([part, column]) => [part, this.pool[column[at]]]));
  }

  // What the overlays mark that are switched on; of several labels in a place only the last.
  marks() {
    const found = this.overlays.filter(([name]) => this.on.has(name)).map(([, column]) => column[this.ply]);
    const key = found.join();
    if (this.lastMarks?.key !== key) {
      const marked = found.map((number) => this.unfolded(this.pool[number]));
      const [below, letters] = ["below", "letters"].map((layer) => marked.flatMap((marks) => marks[layer]));
      this.lastMarks = { key, marks: { below, letters: onTop(letters) } };
    }
    return this.lastMarks.marks;
  }

  // Layers from a letter for each cell, which stands for all that is in it.
  unfolded(marks) {
    if (typeof marks !== "string") return marks;
    const layers = { below: [], letters: [] };
    [...marks].forEach((letter, cell) => {
      const look = this.looks[letter.codePointAt(0) - this.firstLetter];
      for (const [layer, number, opacity] of look) layers[layer].push([number, opacity, this.cells[cell]]);
    });
    return layers;
  }

  insight(whole) {
    if (!whole || !this.on.size) return null;
    const key = [...this.on].join();
    if (this.lastInsight?.whole !== whole || this.lastInsight.key !== key) {
      const [{ heading }, ...all] = whole;
      const panels = all.filter(({ overlay }) => !overlay || this.on.has(overlay));
      this.lastInsight = { whole, key, insight: { heading, panels } };
    }
    return this.lastInsight.insight;
  }

  switch(overlay) {
    if (this.switches.find((each) => each.overlay === overlay).off) return;
    if (!this.on.delete(overlay)) this.on.add(overlay);
    this.switches = this.switches.map((each) => ({ ...each, on: this.on.has(each.overlay) }));
  }

  do(command) {
    const { colours, background } = this.themes.find(({ name }) => name === this.theme);
    const faster = (steps) => (this.speed = Math.min(Math.max(this.speed + steps, 0), this.speeds.length - 1));
    const commands = {
      PAUSE: () => this.toggle(),
      ROUND_BACK: () => this.seek(this.roundBefore()),
      ROUND_FORWARD: () => this.seek(this.roundAfter()),
      PLY_BACK: () => this.seek(this.ply - 1),
      PLY_FORWARD: () => this.seek(this.ply + 1),
      START: () => this.seek(0),
      END: () => this.seek(this.last),
      SLOWER: () => faster(-1),
      FASTER: () => faster(1),
      COLOURS: () => (this.theme = colours),
      BACKGROUND: () => (this.theme = background),
      HELP: () => (this.sheet = this.help),
    };
    if (commands[command]) commands[command]();
    else this.switch(command);
  }
}

function summedUp(differences) {
  let sum = 0;
  return differences.map((difference) => (sum += difference));
}

const tween = (from, to, fraction) => from.map((value, i) => value + (to[i] - value) * fraction);

function onTop(letters) {
  const taken = new Set();
  return letters.toReversed().map(([number, opacity, at]) => {
    const free = [];
    for (let i = 0; i < at.length; i += 2) {
      const place = `${at[i]},${at[i + 1]}`;
      if (!taken.has(place)) free.push(at[i], at[i + 1]);
      taken.add(place);
    }
    return [number, opacity, free];
  });
}

async function unpacked(text) {
  const packed = Uint8Array.from(atob(text), (letter) => letter.codePointAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

async function start() {
  const game = new SavedGame(await unpacked(byId("data").textContent));
  const little = window.matchMedia("(prefers-reduced-motion: reduce)");
  const light = window.matchMedia("(prefers-color-scheme: light)");
  const groundOfSystem = () => {
    const numbered = game.themes.find(({ name }) => name === game.theme)?.numbered ?? false;
    game.theme = game.themes.find((each) => each.light === light.matches && each.numbered === numbered).name;
  };
  let asked = false;
  let lastTime;
  const draw = (time) => {
    asked = false;
    if (game.busy) game.advance(lastTime ? Math.min((time - lastTime) / 1000, game.longestDelay) : 0);
    lastTime = game.busy ? time : undefined;
    page.show(game.frame(little.matches));
    if (game.busy) ask();
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
  const page = new Page(source.press);
  page.themes = game.themes;
  page.table.add(game);
  groundOfSystem();
  light.addEventListener("change", () => {
    groundOfSystem();
    ask();
  });
  listen(source, game);
  ask();
}

start();
