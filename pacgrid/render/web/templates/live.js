// A session that runs in Python: its frames come over a WebSocket, and what people do goes back.

const settings = JSON.parse(byId("data").textContent);
const frame = { view: {}, boards: [] };
let socket = null;
let over = false;
let asked = false;
let noises = null; // only after a gesture, as browsers want it

const send = (message) => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message));
const source = {
  hears: (key) => [...key].length === 1 || settings.keys.includes(key),
  press: (key, repeated) => send({ press: key, repeated }),
  seek: (ply) => send({ seek: ply }),
};
const page = new Page((key) => source.press(key, false));
page.chooseRow = (row) => send({ choose_row: row });
page.chooseTab = (tab) => send({ choose_tab: tab });

function connect() {
  socket = new WebSocket(new URL("frames", window.location.href.replace(/^http/, "ws")));
  socket.addEventListener("message", ({ data }) => receive(JSON.parse(data)));
  socket.addEventListener("close", () => {
    if (over) return;
    say("The connection is lost; trying again…");
    setTimeout(connect, settings.retry);
  });
}

function receive(message) {
  const { fresh, view, boards, notice, sounds, ended } = message;
  if (fresh) {
    page.table.clear();
    frame.boards.length = 0;
  }
  page.table.add(message);
  Object.assign(frame.view, view);
  boards?.forEach((board, i) => {
    frame.boards[i] = { ...frame.boards[i], ...board };
  });
  if (notice !== undefined) say(notice);
  if (sounds) play(sounds);
  over = Boolean(ended);
  if (asked || !frame.boards.length) return;
  asked = true;
  requestAnimationFrame(draw);
}

function draw() {
  asked = false;
  page.show(frame);
}

function say(notice) {
  byId("notice").textContent = notice;
  byId("notice").hidden = !notice;
}

for (const gesture of ["keydown", "pointerdown"]) {
  document.addEventListener(gesture, () => {
    noises ??= new AudioContext();
    noises.resume();
  });
}

function play(notes) {
  if (!noises) return;
  const volume = noises.createGain();
  volume.gain.value = settings.volume;
  volume.connect(noises.destination);
  let start = noises.currentTime;
  for (const [hertz, seconds] of notes) {
    const tone = noises.createOscillator();
    tone.type = "square";
    tone.frequency.value = hertz;
    tone.connect(volume);
    tone.start(start);
    tone.stop(start += seconds);
  }
}

listen(source, settings);
connect();
