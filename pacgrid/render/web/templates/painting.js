// Paints the cells of a board, where they can be painted: a press, a drag, and the second button. `board` gives the board as it is now.
function listenToPainting(canvas, board, paint) {
  let last = null; // the cell that was touched last, while a button is down
  const touch = (event, gesture) => {
    const { size: [width, height], halfCell } = board();
    const [columns, rows] = [width / halfCell / 2, height / halfCell / 2];
    const box = canvas.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * columns);
    const row = Math.floor(((event.clientY - box.top) / box.height) * rows);
    if (column < 0 || row < 0 || column >= columns || row >= rows) return;
    const cell = row * columns + column;
    if (gesture === "drag" && cell === last) return;
    last = cell;
    paint(cell, gesture);
  };
  const on = (name, act) => canvas.addEventListener(name, (event) => {
    if (!board().painted) return;
    event.preventDefault();
    event.stopPropagation();
    act(event);
  });
  on("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    if (event.button === 0 || event.button === 2) touch(event, event.button ? "second" : "click");
  });
  on("pointermove", (event) => last !== null && touch(event, "drag"));
  on("click", () => {});
  on("contextmenu", () => {});
  for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => (last = null));
}
