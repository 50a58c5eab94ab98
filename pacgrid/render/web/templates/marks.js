// Paints what overlays mark, on a board: tints below all that is in a cell, trails below the agents,
// and labels above them.

const ASIDE = [0, 0.12, -0.12, 0.22, -0.22]; // cells by which the trails of agents are moved apart
const NO_MARKS = { tints: [], trails: [], labels: [] };

class Marker {
  constructor(board) {
    this.board = board;
    this.tint = new Path2D(board.film.figures.tint);
  }

  // The board's size or its colours are others now.
  forget() {
    this.kept = null;
  }

  tints(pen, tints) {
    const { film, theme } = this.board;
    for (const { x, y, ink, strength } of tints) {
      pen.save();
      pen.translate(...this.board.middle({ x, y }));
      pen.globalAlpha = film.figures.tintOpacity * strength;
      pen.fillStyle = theme[ink];
      pen.fill(this.tint);
      pen.restore();
    }
  }

  // Each trail is painted by itself at first: it shines through as a whole.
  trails(pen, trails) {
    if (this.kept?.trails !== trails) {
      const layers = trails.map(({ agent, points }) => {
        const [canvas, own] = this.board.layer();
        this.trail(own, agent, points);
        return canvas;
      });
      this.kept = { trails, layers };
    }
    pen.save();
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.globalAlpha = this.board.film.figures.trailOpacity;
    for (const layer of this.kept.layers) pen.drawImage(layer, 0, 0);
    pen.restore();
  }

  trail(pen, agent, points) {
    const aside = ASIDE[agent % ASIDE.length] * UNIT;
    pen.translate(aside, aside);
    pen.fillStyle = pen.strokeStyle = colourOf(this.board.theme, agent);
    pen.lineWidth = this.board.film.figures.trailWidth * UNIT;
    pen.lineCap = pen.lineJoin = "round";
    const way = points.map(([x, y]) => this.board.middle({ x, y }));
    const [bx, by] = way.at(-2);
    const [ax, ay] = way.at(-1);
    const length = Math.hypot(ax - bx, ay - by) || 1;
    const [dx, dy] = [(ax - bx) / length, (ay - by) / length];
    const tip = [ax - 0.1 * UNIT * dx, ay - 0.1 * UNIT * dy]; // covered by the arrow's head
    pen.beginPath();
    pen.moveTo(...way[0]);
    way.slice(1).forEach(([x, y], i) => {
      const jumps = Math.hypot(x - way[i][0], y - way[i][1]) > 1.01 * UNIT;
      const to = i === way.length - 2 ? tip : [x, y];
      if (jumps) pen.moveTo(...to);
      pen.lineTo(...to);
    });
    pen.stroke();
    pen.beginPath();
    for (const [along, off] of [[0.14, 0], [-0.12, 0.17], [-0.12, -0.17]]) {
      pen.lineTo(ax + UNIT * (along * dx - off * dy), ay + UNIT * (along * dy + off * dx));
    }
    pen.fill();
  }

  // Letters always have the size in which four of them fit.
  labels(pen, labels) {
    const { cell, film, theme } = this.board;
    const { smallest, longest, rim } = film.figures.label;
    if (!labels.length || cell / (window.devicePixelRatio || 1) < smallest) return;
    pen.save();
    pen.font = `700 ${UNIT}px ${LETTERS}`;
    const size = (0.88 * UNIT * UNIT) / pen.measureText(longest).width;
    pen.font = `700 ${size}px ${LETTERS}`;
    pen.textAlign = "center";
    pen.lineJoin = "round";
    pen.lineWidth = 2 * rim * UNIT;
    pen.strokeStyle = theme.background;
    for (const { x, y, text, ink } of labels) {
      const [left, middle] = this.board.middle({ x, y });
      pen.strokeText(text, left, middle + 0.36 * size);
      pen.fillStyle = theme[ink];
      pen.fillText(text, left, middle + 0.36 * size);
    }
    pen.restore();
  }
}
