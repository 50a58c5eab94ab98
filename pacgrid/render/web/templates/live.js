// A session that runs in Python: its frames come over a socket, and what people do goes back.

const settings = JSON.parse(byId("data").textContent);
let frame = { view: {}, boards: [] };
let socket = null;
let asked = false;

const send = (message) => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message));
const source = {
  hears: (key) => [...key].length === 1 || settings.keys.includes(key),
  press: (key, repeated = false) => send({ press: key, repeated }),
  seek: (ply) => send({ seek: ply }),
};
const page = new Page(source);
page.chooseRow = (row) => send({ choose_row: row });
page.chooseTab = (tab) => send({ choose_tab: tab });
page.chooseTarget = (number) => send({ choose_target: number });

// Frames come from a server; or, if this page is `hosted`, from the page that shows it in a frame and runs the session.
const openSocket = () =>
  document.body.matches(".hosted") ? new HostSocket() : new WebSocket(new URL("frames", window.location.href.replace(/^http/, "ws")));

// The first message has the whole frame, and the next ones what changed; so whatever goes wrong is mended by a new connection.
function connect() {
  socket = openSocket();
  socket.addEventListener("message", ({ data }) => receive(JSON.parse(data)));
  socket.addEventListener("close", () => {
    if (frame.view.over) return;
    say("The connection is lost; trying again…");
    setTimeout(connect, settings.retry);
  });
}
// Events without an error are complaints of a browser that has laid out a page twice.
window.addEventListener("error", ({ error }) => error && socket.close());

function receive({ fresh, view, boards, elements }) {
  if (fresh) {
    frame = { view: {}, boards: [] };
    page.table.clear();
    page.forget();
  } else if (!frame.boards.length) return; // it was meant for the page that was here before
  page.table.add(elements);
  frame = { view: { ...frame.view, ...view }, boards: boards.map((board, i) => ({ ...frame.boards[i], ...board })) };
  if (asked) return;
  asked = true;
  requestAnimationFrame(draw);
}

function draw() {
  asked = false;
  say(frame.view.notice);
  document.body.classList.toggle("watching", !frame.view.plays);
  byId("slider").disabled = !frame.view.plays;
  if (frame.boards.length) page.show(frame);
}

function say(notice) {
  setText("notice", notice);
  byId("notice").hidden = !notice;
}

class HostSocket extends EventTarget {
  readyState = WebSocket.OPEN;
  #hear = ({ source, data }) => {
    if (source === window.parent && data.frames) this.dispatchEvent(new MessageEvent("message", { data: data.frames }));
  };
  constructor() {
    super();
    window.addEventListener("message", this.#hear);
    window.parent.postMessage({ hello: true }, "*");
  }
  send(event) {
    window.parent.postMessage({ event }, "*");
  }
  close() {
    window.removeEventListener("message", this.#hear);
    this.dispatchEvent(new Event("close"));
  }
}

listen(source, settings);
connect();
