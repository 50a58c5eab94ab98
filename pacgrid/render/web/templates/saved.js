// A page that needs no server: all its frames are in it, and a player goes through them; `frame` is up to its kind.

class Saved {
  constructor(data) {
    Object.assign(this, data);
    this.sheet = null;
  }

  get parts() {
    const { theme, playing, sheet } = this;
    return { theme, playing, sheet, speed: this.speeds[this.speed] };
  }

  do(command) {
    const { colours, background } = this.themes.find(({ name }) => name === this.theme);
    const faster = (steps) => (this.speed = Math.min(Math.max(this.speed + steps, 0), this.speeds.length - 1));
    const commands = {
      PAUSE: () => this.toggle(),
      START: () => this.seek(0),
      END: () => this.seek(this.last),
      SLOWER: () => faster(-1),
      FASTER: () => faster(1),
      COLOURS: () => (this.theme = colours),
      BACKGROUND: () => (this.theme = background),
      HELP: () => (this.sheet = this.help),
      ...this.ownCommands,
    };
    commands[command]();
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
    const numbered = game.themes.find(({ name }) => name === game.theme)?.numbered ?? false;
    game.theme = game.themes.find((each) => each.light === ground.light && each.numbered === numbered).name;
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
  const page = new Page(source);
  page.chooseTarget = (number) => {
    game.chooseTarget(number);
    ask();
  };
  page.themes = game.themes;
  page.table.add(game);
  chooseTheme();
  ground.changed = () => {
    chooseTheme();
    ask();
  };
  listen(source, game);
  ask();
  return { game, ask, page };
}
