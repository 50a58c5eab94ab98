// What overlays mark on the board, as pacgrid/view/overlays.py has it. Nothing here paints.

const FAR = 9; // steps from which on an active ghost is no danger to a cell any more
const VECTORS = { N: [0, 1], E: [1, 0], S: [0, -1], W: [-1, 0], "-": [0, 0] };

// The marks of these overlays when the agent to move after `ply` decides: `{ tints, trails, labels }`,
// in the order of painting.
function marksOf(film, ply, overlays) {
  const thought = film.thought(ply);
  const on = (overlay, marks) => (overlays.has(overlay) ? marks() : []);
  return {
    tints: [
      ...on("distance", () => distances(film, ply)),
      ...on("danger", () => dangers(film, ply)),
      ...on("expanded", () => expandedTints(thought)),
    ],
    trails: on("principal-variation", () => trails(film, ply, thought)),
    labels: onTop([
      ...on("distance", () => steps(film, ply)),
      ...on("values", () => values(film, ply, thought)),
    ]),
  };
}

function distances(film, ply) {
  const reached = film.reached(film.frames[ply].agents[0]);
  const furthest = Math.max(...reached.map(({ away }) => away));
  return reached.map(({ x, y, away }) => ({ x, y, ink: "distance", strength: 1 - away / (furthest + 1) }));
}

function steps(film, ply) {
  return film
    .reached(film.frames[ply].agents[0])
    .filter(({ away }) => away > 0 && away < 1000)
    .map(({ x, y, away }) => ({ x, y, text: String(away), ink: "distance" }));
}

function dangers(film, ply) {
  const ghosts = film.frames[ply].agents.slice(1).filter(({ scared }) => !scared);
  const nearest = new Map();
  for (const { x, y, away } of ghosts.flatMap((ghost) => film.reached(ghost))) {
    const key = `${x},${y}`;
    if (away < FAR && !(nearest.get(key)?.away <= away)) nearest.set(key, { x, y, away });
  }
  return [...nearest.values()].map(({ x, y, away }) => ({ x, y, ink: "danger", strength: 1 - away / FAR }));
}

function expandedTints({ expanded }) {
  const most = Math.max(...expanded.map(({ count }) => count));
  return expanded.map(({ x, y, count }) => ({ x, y, ink: "expanded", strength: 0.25 + (0.75 * count) / most }));
}

function values(film, ply, thought) {
  const { x, y } = film.frames[ply].agents[film.mover(ply)];
  return thought.values.map(({ action, text, best }) => {
    const [dx, dy] = VECTORS[action];
    return { x: x + dx, y: y + dy, text, ink: best ? "best" : "value" };
  });
}

// The ways of all who move in the line, Pac-Man's on top. A small letter is half a step; the letter
// after an H is a step from home, where a ghost that was eaten begins again.
function trails(film, ply, { ways }) {
  const found = [];
  ways.forEach((letters, agent) => {
    let { x, y } = film.frames[ply].agents[agent];
    const points = [[x, y]];
    for (const [step] of letters.matchAll(/H?./g)) {
      if (step[0] === "H") ({ x, y } = film.frames[0].agents[agent]);
      const letter = step.at(-1);
      const [dx, dy] = VECTORS[letter.toUpperCase()];
      const length = letter in VECTORS ? 1 : 0.5;
      [x, y] = [x + length * dx, y + length * dy];
      points.push([x, y]);
    }
    if (points.length > 1) found.unshift({ agent, points });
  });
  return found;
}

// Of several labels in a place only the last.
function onTop(labels) {
  const places = new Map(labels.map((label) => [`${label.x},${label.y}`, label]));
  return [...places.values()];
}
