// The flow of time: how far between which two plies it is now.

const SPEEDS = [0.5, 1, 2, 3, 4, 6, 8, 12, 16, 24, 40, 60, 120, 240]; // rounds a second
const VANISHING = 1.2; // seconds in which a caught Pac-Man vanishes

class Player {
  constructor(film) {
    this.film = film;
    this.speed = 6;
    this.playing = false;
    this.onChange = () => {};
    this.onEnd = () => {};
    this.goTo(0);
  }

  // What is shown, or being gone to.
  get ply() {
    return this.after;
  }

  get moment() {
    const { before, after, fraction, clock } = this;
    return { before, after, fraction, clock, vanished: Math.min(this.sinceEnd / VANISHING, 1) };
  }

  get moving() {
    return this.playing || (this.sinceEnd > 0 && this.sinceEnd < VANISHING);
  }

  goTo(ply) {
    this.before = this.after = Math.min(Math.max(ply, 0), this.film.last);
    this.fraction = 1;
    this.clock = 0;
    this.sinceEnd = 0;
    this.onChange();
  }

  // Stand still at this ply.
  pauseAt(ply) {
    this.playing = false;
    this.goTo(ply);
  }

  toggle() {
    if (!this.playing && this.after === this.film.last) this.goTo(0);
    this.playing = !this.playing;
    if (!this.playing) this.goTo(this.after);
    this.onChange();
  }

  faster(steps) {
    const now = SPEEDS.indexOf(this.speed);
    this.speed = SPEEDS[Math.min(Math.max(now + steps, 0), SPEEDS.length - 1)];
    this.onChange();
  }

  advance(seconds) {
    if (this.playing) {
      this.clock += seconds;
      this.fraction += seconds * this.speed;
      while (this.fraction >= 1 && this.playing) this.nextStride();
    } else if (this.sinceEnd > 0) {
      this.sinceEnd += seconds;
    }
  }

  nextStride() {
    if (this.after === this.film.last) {
      this.goTo(this.film.last);
      this.playing = false;
      this.sinceEnd = this.film.end.caught ? 1e-9 : 0;
      this.onChange();
      this.onEnd();
    } else {
      this.before = this.after;
      this.after = this.film.roundAfter(this.after);
      this.fraction -= 1;
      this.onChange();
    }
  }
}
