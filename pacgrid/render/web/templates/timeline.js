// Paints the whole game behind the slider: the score as a curve, and marks for what was eaten.

const PAD = 14; // pixels left free at both ends, where the slider's thumb has its middle

class Timeline {
  constructor(canvas, film, theme) {
    this.canvas = canvas;
    this.film = film;
    this.theme = theme;
    this.scores = film.frames.map((frame) => frame.score);
    this.low = this.scores.reduce((a, b) => Math.min(a, b), 0);
    this.high = this.scores.reduce((a, b) => Math.max(a, b), 1);
  }

  paint(ply) {
    const { canvas, film, theme } = this;
    const dots = window.devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (canvas.width !== Math.round(width * dots)) canvas.width = Math.round(width * dots);
    if (canvas.height !== Math.round(height * dots)) canvas.height = Math.round(height * dots);
    const pen = canvas.getContext("2d");
    pen.setTransform(dots, 0, 0, dots, 0, 0);
    pen.clearRect(0, 0, width, height);
    const x = (at) => PAD + (film.last ? (at / film.last) * (width - 2 * PAD) : 0);
    this.curve(pen, x, height, theme.edge, 0.45, film.last);
    this.curve(pen, x, height, theme.edge, 0.95, ply);
    if (film.takenOver) this.border(pen, x(film.takenOver), height);
    for (const [, , eaten] of film.food) {
      if (eaten) this.tick(pen, x(eaten), height, eaten <= ply);
    }
    for (const [, , eaten] of film.capsules) {
      if (eaten) this.disc(pen, x(eaten), height - 13, 4, theme.capsule);
    }
    for (const [eaten, number] of film.ghostsEaten) this.ghost(pen, x(eaten), 10, number);
    if (film.end.won || film.end.caught || film.end.reason) this.ending(pen, width, height);
  }

  curve(pen, x, height, colour, strength, upTo) {
    const { scores, low, high } = this;
    const y = (score) => height - 8 - ((score - low) / (high - low)) * (height - 16);
    pen.beginPath();
    const step = Math.max(1, Math.floor(this.film.last / 1500));
    for (let at = 0; at <= upTo; at += step) pen.lineTo(x(at), y(scores[at]));
    pen.lineTo(x(upTo), y(scores[upTo]));
    pen.strokeStyle = colour;
    pen.globalAlpha = strength;
    pen.lineWidth = 1.5;
    pen.lineJoin = "round";
    pen.stroke();
    pen.lineTo(x(upTo), height);
    pen.lineTo(x(0), height);
    pen.globalAlpha = strength * 0.3;
    pen.fillStyle = colour;
    pen.fill();
    pen.globalAlpha = 1;
  }

  // Other agents played up to here.
  border(pen, x, height) {
    pen.strokeStyle = this.theme.text;
    pen.lineWidth = 1.5;
    pen.setLineDash([3, 3]);
    pen.beginPath();
    pen.moveTo(x, 0);
    pen.lineTo(x, height);
    pen.stroke();
    pen.setLineDash([]);
  }

  tick(pen, x, height, past) {
    pen.fillStyle = this.theme.food;
    pen.globalAlpha = past ? 1 : 0.55;
    pen.fillRect(x - 0.5, height - 5, 1, 4);
    pen.globalAlpha = 1;
  }

  disc(pen, x, y, radius, colour) {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.fill();
  }

  ghost(pen, x, y, number) {
    const { theme, film } = this;
    pen.save();
    pen.translate(x, y);
    pen.scale(16 / UNIT, 16 / UNIT);
    const body = new Path2D(film.figures.bodies[0]);
    pen.fillStyle = theme.ghosts[(number - 1) % theme.ghosts.length];
    pen.strokeStyle = theme.background;
    pen.lineWidth = 30;
    pen.stroke(body);
    pen.fill(body);
    for (const [colour, path] of film.figures.eyes[2]) {
      pen.fillStyle = theme[colour];
      pen.fill(new Path2D(path));
    }
    pen.restore();
  }

  // A tick for a game that Pac-Man won, a cross for one that he lost.
  ending(pen, width, height) {
    const [x, y, r] = [width - PAD, height / 2, 5];
    this.disc(pen, x, y, 9, this.film.end.won ? this.theme.good : this.theme.bad);
    pen.beginPath();
    if (this.film.end.won) {
      pen.moveTo(x - r + 1, y);
      pen.lineTo(x - 1, y + 3.5);
      pen.lineTo(x + r - 1, y - 3.5);
    } else {
      pen.moveTo(x - 3.5, y - 3.5);
      pen.lineTo(x + 3.5, y + 3.5);
      pen.moveTo(x + 3.5, y - 3.5);
      pen.lineTo(x - 3.5, y + 3.5);
    }
    pen.strokeStyle = this.theme.background;
    pen.lineWidth = 2.2;
    pen.lineCap = "round";
    pen.stroke();
  }
}
