// A search in a frame: the page around it says which step to show, for all its frames at once, and hears where a reader goes in this one.

started.then(({ game, ask }) => {
  const tell = (what) => window.parent.postMessage(what, "*");
  const seek = game.seek.bind(game);
  game.seek = (step) => {
    seek(step);
    tell({ step: game.step });
  };
  game.toggle = () => tell({ plays: true });
  window.addEventListener("message", ({ source, data }) => {
    if (source !== window.parent || !("step" in data)) return;
    seek(data.step);
    ask();
  });
  new ResizeObserver(() => tell({ height: byId("page").offsetHeight })).observe(byId("page"));
  tell({ last: game.last });
});
