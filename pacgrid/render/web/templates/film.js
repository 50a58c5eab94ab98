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
    this.seconds = reel.agents.map(() => [0]); // by agent and by move: what it took so far, itself
    reel.micros.forEach((micros, i) => {
      const taken = this.seconds[i % reel.agents.length];
      taken.push(taken.at(-1) + (i < reel.takenOver ? 0 : micros / 1e6));
    });
    this.thoughts = reel.thoughts ?? {};
  }

  round(ply) {
    return Math.ceil(ply / this.agents.length);
  }

  // Who decides after `ply` plies.
  mover(ply) {
    return ply % this.agents.length;
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

  // What is known of the thought behind the move after `ply` plies.
  thought(ply) {
    const of = (part) => this.thoughts[part]?.[ply] || [];
    const [actions = "", best = "", ...numbers] = of("values");
    const [names, ...shares] = of("features");
    const expanded = of("expanded");
    return {
      values: [...actions].map((action, i) => ({
        action,
        value: numbers[2 * i],
        text: numbers[2 * i + 1] || String(numbers[2 * i]),
        best: best.includes(action),
      })),
      ways: this.thoughts.ways?.[ply] ? this.thoughts.ways[ply].split(",") : [],
      expanded: pairs(expanded).map(([cell, count]) => ({
        x: cell % this.size[0],
        y: Math.floor(cell / this.size[0]),
        count,
      })),
      features: shares.map((share, i) => ({ name: this.thoughts.featureNames[names][i], share })),
      depths: of("depths"),
      trouble: this.thoughts.trouble?.[ply] || "",
    };
  }

  // All cells that can be walked to from a place, nearest first, and how many steps they are away.
  reached({ x, y }) {
    const found = [{ x, y, away: 0 }];
    const seen = new Set([`${x},${y}`]);
    for (const here of found) {
      for (const [dx, dy] of [[0, 1], [1, 0], [0, -1], [-1, 0]]) {
        const there = { x: here.x + dx, y: here.y + dy, away: here.away + 1 };
        const key = `${there.x},${there.y}`;
        if (seen.has(key) || (this.maze[this.size[1] - 1 - there.y]?.[there.x] ?? "%") === "%") continue;
        seen.add(key);
        found.push(there);
      }
    }
    return found;
  }
}

const place = ([x, y, direction, scared]) => ({ x, y, direction, scared });
const pairs = (list) => list.filter((_, i) => i % 2 === 0).map((first, i) => [first, list[2 * i + 1]]);
