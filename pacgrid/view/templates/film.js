// The game as it was computed: what is where after every ply. Nothing here knows the rules.

class Film {
  constructor(reel) {
    Object.assign(this, reel);
    this.last = reel.changes.length;
    this.rounds = Math.ceil(this.last / reel.agents.length);
    this.frames = [{ score: 0, agents: reel.start.map(place) }];
    for (const [points, ...changed] of reel.changes) {
      const before = this.frames.at(-1);
      const frame = { score: before.score + points, agents: before.agents.slice() };
      for (let i = 0; i < changed.length; i += 5) {
        frame.agents[changed[i]] = place(changed.slice(i + 1, i + 5));
      }
      this.frames.push(frame);
    }
    this.seconds = reel.agents.map(() => [0]); // by agent and by move: what it took so far
    reel.micros.forEach((micros, i) => {
      const taken = this.seconds[i % reel.agents.length];
      taken.push(taken.at(-1) + micros / 1e6);
    });
  }

  round(ply) {
    return Math.ceil(ply / this.agents.length);
  }

  score(ply) {
    return ply === this.last ? this.end.score : this.frames[ply].score;
  }

  // The end of the round after `ply`, or of the one before it; the game may end sooner.
  roundAfter(ply) {
    return Math.min((Math.floor(ply / this.agents.length) + 1) * this.agents.length, this.last);
  }

  roundBefore(ply) {
    return Math.max((Math.ceil(ply / this.agents.length) - 1) * this.agents.length, 0);
  }

  left(things, ply) {
    return things.filter(([, , eaten]) => !eaten || eaten > ply);
  }

  ghostsEatenBetween(before, after) {
    return this.ghostsEaten.filter(([ply]) => before < ply && ply <= after);
  }
}

const place = ([x, y, direction, scared]) => ({ x, y, direction, scared });
