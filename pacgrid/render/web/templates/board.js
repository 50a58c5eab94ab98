// Paints a moment on a canvas: `{ before, after, fraction, clock, vanished, marks }`, with two plies,
// how far it is from one to the other, seconds for what moves by itself, how much of a caught
// Pac-Man is gone, and what overlays mark. Paths are in units, 200 to a cell.

const UNIT = 200;
const LAST_MOVES = 10; // a ghost that is scared for no more moves than these flashes
const WIDE_OPEN = 42; // degrees from the middle of Pac-Man's mouth to a lip
const TURNS = [-90, 0, 90, 180, 0]; // by direction, clockwise from the east
const RIM = 0.03; // cells around eyes that go home over light ground
const LETTERS = "system-ui, sans-serif";

class Board {
  constructor(canvas, film, theme) {
    this.canvas = canvas;
    this.film = film;
    this.theme = theme;
    this.walls = film.walls.map((path) => new Path2D(path));
    const { bodies, eyes, frightened, numbers } = film.figures;
    const paths = (figure) => figure.map(([colour, path, brush]) => [colour, new Path2D(path), brush]);
    this.bodies = bodies.map((path) => new Path2D(path));
    this.eyes = eyes.map(paths);
    this.frightened = paths(frightened);
    this.numbers = numbers.map(paths);
    this.marker = new Marker(this);
  }

  // Fit the board into so many CSS pixels; cells are whole device pixels, so that lines are crisp.
  fit(width, height) {
    const [columns, rows] = this.film.size;
    const dots = window.devicePixelRatio || 1;
    this.cell = Math.max(2, Math.floor(Math.min(width / columns, height / rows) * dots));
    this.canvas.width = columns * this.cell;
    this.canvas.height = rows * this.cell;
    this.canvas.style.width = `${this.canvas.width / dots}px`;
    this.canvas.style.height = `${this.canvas.height / dots}px`;
    this.use(this.theme);
  }

  use(theme) {
    this.theme = theme;
    this.ground = null;
    this.marker.forget();
  }

  paint({ before, after, fraction, clock = 0, vanished = 0, marks = NO_MARKS }) {
    const { film, theme } = this;
    const pen = this.canvas.getContext("2d");
    pen.setTransform(1, 0, 0, 1, 0, 0);
    this.ground ??= this.emptyBoard();
    pen.drawImage(this.ground, 0, 0);
    const scale = this.cell / UNIT;
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    this.marker.tints(pen, marks.tints);
    const now = fraction < 0.5 ? before : after;
    const [small, large] = film.figures.capsule;
    const pulse = 0.5 + 0.5 * Math.cos(2 * Math.PI * clock);
    this.dots(pen, film.left(film.food, now), theme.food, film.figures.food);
    this.dots(pen, film.left(film.capsules, now), theme.capsule, small + (large - small) * pulse);
    this.marker.trails(pen, marks.trails);
    const [was, is, seen] = [before, after, now].map((ply) => film.frames[ply].agents);
    const between = (i) => ({
      x: was[i].x + (is[i].x - was[i].x) * fraction,
      y: was[i].y + (is[i].y - was[i].y) * fraction,
    });
    this.pacman(pen, between(0), is[0].direction, this.mouth(was[0], is[0], fraction, vanished));
    const eaten = film.ghostsEatenBetween(before, after);
    for (let i = 1; i < is.length; i += 1) {
      const home = fraction < 1 && eaten.some(([, number]) => number === i);
      this.ghost(pen, i, between(i), is[i].direction, home ? "eaten" : moodOf(seen[i].scared));
    }
    this.marker.labels(pen, marks.labels);
    for (const [, , x, y] of fraction < 1 ? eaten : []) this.points(pen, "200", x, y, fraction);
  }

  emptyBoard() {
    const [ground, pen] = this.layer();
    pen.fillStyle = this.theme.background;
    pen.fillRect(0, 0, this.film.size[0] * UNIT, this.film.size[1] * UNIT);
    [this.theme.edge, this.theme.wall].forEach((colour, i) => {
      pen.fillStyle = colour;
      pen.fill(this.walls[i]);
    });
    return ground;
  }

  // One more canvas like the board's.
  layer() {
    const canvas = document.createElement("canvas");
    canvas.width = this.canvas.width;
    canvas.height = this.canvas.height;
    const pen = canvas.getContext("2d");
    pen.scale(this.cell / UNIT, this.cell / UNIT);
    return [canvas, pen];
  }

  middle({ x, y }) {
    return [(x + 0.5) * UNIT, (this.film.size[1] - 0.5 - y) * UNIT];
  }

  dots(pen, places, colour, hundredths) {
    pen.fillStyle = colour;
    pen.beginPath();
    for (const [x, y] of places) {
      const [left, top] = this.middle({ x, y });
      pen.moveTo(left, top);
      pen.arc(left, top, hundredths * (UNIT / 200), 0, 2 * Math.PI);
    }
    pen.fill();
  }

  mouth(was, is, fraction, vanished) {
    const walking = was.x !== is.x || was.y !== is.y;
    const open = walking ? WIDE_OPEN * Math.abs(Math.cos(Math.PI * fraction)) : WIDE_OPEN;
    return open + (180 - open) * vanished;
  }

  pacman(pen, at, direction, mouth) {
    if (mouth >= 180) return;
    const lip = (Math.round(mouth) * Math.PI) / 180;
    pen.save();
    pen.translate(...this.middle(at));
    pen.rotate((TURNS[direction] * Math.PI) / 180);
    pen.fillStyle = this.theme.pacman;
    pen.beginPath();
    pen.moveTo(-0.06 * UNIT, 0);
    pen.arc(0, 0, 0.43 * UNIT, lip, 2 * Math.PI - lip);
    pen.fill();
    pen.restore();
  }

  ghost(pen, number, at, looking, mood) {
    const { theme } = this;
    const own = colourOf(theme, number);
    const colours = { ...theme, face: mood === "flashing" ? theme.scared : theme.eye };
    colours.ink = theme.inks[(number - 1) % theme.inks.length];
    pen.save();
    pen.translate(...this.middle(at));
    if (mood !== "eaten") {
      pen.fillStyle = mood === "active" ? own : theme[mood];
      pen.fill(this.bodies[Math.floor(2 * (at.x + at.y)) % 2]);
    }
    if (mood === "scared" || mood === "flashing") {
      this.figure(pen, this.frightened, colours);
    } else {
      if (theme.numbered && mood === "active") this.figure(pen, this.numbers[number - 1], colours);
      if (theme.numbered) pen.translate(0, -this.film.figures.eyesUp * UNIT);
      if (theme.light && mood === "eaten") this.rims(pen, this.eyes[looking]);
      this.figure(pen, this.eyes[looking], colours);
    }
    pen.restore();
  }

  figure(pen, parts, colours) {
    for (const [colour, path, brush] of parts) {
      pen.fillStyle = pen.strokeStyle = colours[colour];
      pen.lineWidth = brush;
      pen.lineCap = pen.lineJoin = "round";
      if (brush) pen.stroke(path);
      else pen.fill(path);
    }
  }

  rims(pen, eyes) {
    pen.strokeStyle = this.theme.pupil;
    pen.lineWidth = 2 * RIM * UNIT;
    for (const [colour, path] of eyes) if (colour === "eye") pen.stroke(path);
  }

  points(pen, text, x, y, fraction) {
    const [left, top] = this.middle({ x, y });
    pen.font = `800 ${0.48 * UNIT}px ${LETTERS}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillStyle = this.theme.eye;
    pen.strokeStyle = this.theme.background;
    pen.lineWidth = 0.12 * UNIT;
    pen.lineJoin = "round";
    pen.strokeText(text, left, top - (0.4 + 0.5 * fraction) * UNIT);
    pen.fillText(text, left, top - (0.4 + 0.5 * fraction) * UNIT);
  }
}

const colourOf = (theme, agent) => (agent ? theme.ghosts[(agent - 1) % theme.ghosts.length] : theme.pacman);

function moodOf(scared) {
  if (!scared) return "active";
  return scared <= LAST_MOVES && scared % 2 === 0 ? "flashing" : "scared";
}
