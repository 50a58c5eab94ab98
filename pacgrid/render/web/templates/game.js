// A saved game, see page_data.py.

class SavedGame extends Saved {
  constructor(data) {
    super(data);
    for (const group of ["plies", "steps", "ending"]) this[group] = framesOf(data[group]);
    this.last = this.plies.length - 1;
    this.marks = remembered((frame, on) => this.marksOf(on.flatMap((overlay) => frame[overlay] ?? [])));
    this.insight = remembered(({ heading, panels }, on) => ({
      heading,
      panels: panels.filter(({ overlay }) => !overlay || on.includes(overlay)),
    }));
    this.seek(data.start);
  }

  seek(ply) {
    this.ply = Math.min(Math.max(ply, 0), this.last); // where it stands, or stood before it moved
    this.round = null; // the round that is on its way
    this.fraction = 0; // how much of it
    this.ended = null; // how many frames of the end were shown
    this.lineRounds = 0; // how many rounds of the line that was better
    this.playing = false;
  }

  toggle() {
    this.lineRounds = 0;
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
    if (this.ended >= this.ending.length) this.ended = null;
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
    const { switches, on } = this;
    const frame = still ? this.plies[this.ply] : this.moment();
    const { below, letters } = this.marks(this.plies[this.ply], on);
    const line = this.lineRounds ? this.line[this.lineRounds - 1] : null;
    const parts = {
      ...frame, ...this.parts, switches, below,
      keys: [],
      letters: [...letters, ...frame.letters],
      ...line,
      insight: on.length ? this.insight(this.plies[this.ply].insight, on) : null,
    };
    return { view: parts, boards: [parts] };
  }

  moment() {
    if (this.ended !== null) return { ...this.plies[this.last], ...this.ending[Math.floor(this.ended)] };
    const from = this.plies[this.ply];
    if (this.round === null) return from;
    const to = this.plies[this.roundEnds[this.round]];
    const step = this.steps[Math.floor((this.round + this.fraction) * this.stepsPerRound)];
    const figures = step.looks.map((number, i) => {
      const [start, end] = [from, to].map((ply) => ply.figures[i]?.at(-1));
      return [number, 1, tween(start, end ?? start, this.fraction)];
    });
    const ply = Math.round(tween([from.ply], [to.ply], this.fraction)[0]);
    return { ...to, ...step, figures, ply };
  }

  // The marks of several overlays; of several labels in a place only the last.
  marksOf(overlays) {
    const unfolded = overlays.map((marks) => (typeof marks === "string" ? this.unfolded(marks) : marks));
    const [below, letters] = ["below", "letters"].map((layer) => unfolded.flatMap((marks) => marks[layer]));
    const places = letters.map(([, , at]) => at.join());
    return { below, letters: letters.filter((_, i) => places.lastIndexOf(places[i]) === i) };
  }

  // Layers from a letter for each cell, which stands for all that is in it.
  unfolded(marks) {
    const layers = { below: [], letters: [] };
    [...marks].forEach((letter, cell) => {
      const marking = this.markings[letter.codePointAt(0) - this.firstLetter];
      for (const [layer, number, opacity] of marking) layers[layer].push([number, opacity, this.cells[cell]]);
    });
    return layers;
  }

  switch(overlay) {
    if (this.switches.find((each) => each.overlay === overlay).off) return;
    this.on = this.overlays.filter((each) => (each === overlay) !== this.on.includes(each));
    this.switches = this.switches.map((each) => ({ ...each, on: this.on.includes(each.overlay) }));
  }

  // The frames of the line that was better than the next move.
  get line() {
    return this.lines[this.ply] ?? [];
  }

  // Step in that line if it is shown, else in the game.
  step(steps, ply) {
    const rounds = this.lineRounds;
    if (!rounds) this.seek(ply);
    else this.lineRounds = Math.min(rounds + steps, this.line.length);
  }

  showLine() {
    const rounds = this.lineRounds;
    this.seek(this.ply);
    this.lineRounds = rounds || !this.line.length ? 0 : 1;
  }

  get ownCommands() {
    return {
      ROUND_BACK: () => this.step(-1, this.roundBefore()),
      ROUND_FORWARD: () => this.step(1, this.roundAfter()),
      PLY_BACK: () => this.step(-1, this.ply - 1),
      PLY_FORWARD: () => this.step(1, this.ply + 1),
      BETTER_LINE: () => this.showLine(),
      PREVIOUS_MISTAKE: () => this.seek(this.mistakes.findLast((ply) => ply < this.ply) ?? this.ply),
      NEXT_MISTAKE: () => this.seek(this.mistakes.find((ply) => ply > this.ply) ?? this.ply),
      TURNING_POINT: () => this.seek(this.turningPoint ?? this.ply),
      ...Object.fromEntries(this.overlays.map((overlay) => [overlay, () => this.switch(overlay)])),
    };
  }
}

const tween = (from, to, fraction) => from.map((value, i) => value + (to[i] - value) * fraction);

// `make`, but for the same arguments as before it gives the same result.
function remembered(make) {
  let [before, result] = [[], null];
  return (...given) => {
    if (given.some((each, i) => each !== before[i])) [before, result] = [given, make(...given)];
    return result;
  };
}

start(SavedGame);
