// Hears keys, the mouse and touch, and passes them on to a source of frames: `press` and `seek`. What
// the source does not hear is left to the browser.

// What a key is called, as in pacgrid/session/key_commands.py.
function nameOf(key) {
  if (key.length === 1) return key.toLowerCase();
  return key.replace("Arrow", "").replace("Page", "Page_").toLowerCase();
}

function toggleFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else if (document.fullscreenEnabled) document.documentElement.requestFullscreen().catch(() => {});
}

function listen(source, { fullScreen, swipe, wheel }) {
  const isOwn = (key) => key === fullScreen && !source.typing?.();
  const press = (key, repeated = false) => (isOwn(key) ? toggleFullScreen() : source.press(key, repeated));

  document.addEventListener("keydown", (event) => {
    const { key, target, repeat } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("pre, input:not(#slider)")) return;
    if ([" ", "Enter"].includes(key) && target.closest("button, summary") && !byId("sheet").open) return;
    if (key === "Tab" && !byId("sheet").open) return;
    const name = nameOf(key);
    if (!isOwn(name) && !source.hears(name)) return;
    event.preventDefault();
    press(name, repeat);
  });
  for (const button of document.querySelectorAll("button[data-key]")) {
    const { key } = button.dataset;
    button.addEventListener("click", () => (key === fullScreen ? toggleFullScreen() : press(key)));
  }
  // What was clicked doesn't keep the focus, or the next space would press it again.
  document.addEventListener("click", ({ target, detail }) => detail && target.closest("button")?.blur());
  byId("slider").addEventListener("input", ({ target }) => source.seek(Number(target.value)));
  byId("sheet").addEventListener("cancel", (event) => event.preventDefault());
  byId("sheet").addEventListener("click", ({ target }) => target === byId("sheet") && press("escape"));
  listenToBoards(byId("boards"), press, swipe, wheel);

  byId("full-screen").hidden = !document.fullscreenEnabled;
  document.addEventListener("fullscreenchange", () => {
    byId("full-screen").setAttribute("aria-pressed", Boolean(document.fullscreenElement));
  });
}

// A tap pauses and plays, a swipe is an arrow key, and the wheel goes back and forth.
function listenToBoards(boards, press, swipe, wheel) {
  let from = null; // where the finger went down, or where its last swipe ended
  let swiped = false;
  let turned = 0;
  boards.addEventListener("pointerdown", ({ clientX, clientY }) => {
    [from, swiped] = [[clientX, clientY], false];
  });
  boards.addEventListener("pointermove", ({ clientX, clientY, pointerType }) => {
    if (!from || pointerType === "mouse") return;
    const [dx, dy] = [clientX - from[0], clientY - from[1]];
    if (Math.max(Math.abs(dx), Math.abs(dy)) < swipe) return;
    if (Math.abs(dx) > Math.abs(dy)) press(dx > 0 ? "right" : "left");
    else press(dy > 0 ? "down" : "up");
    [from, swiped] = [[clientX, clientY], true];
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => (from = null));
  boards.addEventListener("click", ({ target }) => swiped || target.closest(".diagram") || press(" "));
  boards.addEventListener("wheel", (event) => {
    if (byId("timeline").hidden) return; // there is nothing to go back to
    event.preventDefault();
    turned += event.deltaY;
    if (Math.abs(turned) < wheel) return;
    const [back, forward] = event.target.closest(".diagram") ? [",", "."] : ["<", ">"];
    press(turned > 0 ? forward : back);
    turned = 0;
  }, { passive: false });
}
