"""Games live in a browser: the server, as a program and as a browser talk to it, what browsers are
sent, and who gets nothing."""

import json
import queue
import re
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from typing import Any

import pytest
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol
from websockets.sync.client import ClientConnection, connect

from helpers.browser import DESKTOP, MILLISECONDS, PHONE, board_pixels, until
from helpers.frames import ROOM, frame_of
from helpers.processes import PATIENCE
from helpers.recording import RecordingSession
from helpers.search_trees import LECTURE, search_tree
from pacgrid import Action, Layout
from pacgrid.agent_loader import load_agent
from pacgrid.games.board_setup import BoardSetup
from pacgrid.render.web import server as module
from pacgrid.render.web.server import (
    LARGEST,
    OVER,
    REPLACED,
    WATCHING,
    AccessControl,
    Client,
    Clients,
    WebError,
    WebRenderer,
    read_event,
)
from pacgrid.session.game_session import GameSession
from pacgrid.session.playback import Keyboard, LiveGame
from pacgrid.session.session import NextAction, Session
from pacgrid.session.themes import LIGHT
from pacgrid.session.tree_session import TreeSession

pytest.importorskip("websockets", reason="websockets is not installed")


LANE = Layout.parse("%%%%%%%%%\n%P......%\n%.%%%%%%%\n%..%  1 %\n%%%%%%%%%")
"""The ghost can't leave its part, however long a test takes."""


def game(person: bool = True) -> GameSession:
    pacman = Keyboard() if person else load_agent("random_agent")
    return GameSession(LiveGame(LANE, [pacman, load_agent("random_ghost")], seed=3))


@contextmanager
def serving(*sessions: Session, **options: Any) -> Iterator[tuple[WebRenderer, Callable[[], None]]]:
    """A renderer that shows the sessions one after the other, and a function that waits for it."""
    with WebRenderer(open_browser=False, tell=lambda _: None, **options) as renderer:

        def show() -> None:
            for session in sessions:
                renderer.show(session)

        thread = threading.Thread(target=show)
        thread.start()

        def wait() -> None:
            thread.join(PATIENCE)
            assert not thread.is_alive()

        try:
            yield renderer, wait
        finally:
            for session in sessions:
                session.next_action = session.next_action or NextAction.QUIT
            wait()
            for session in sessions:
                session.close()


class Visitor:
    """A program that does what the page does."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.view: dict[str, Any] = {}

    def press(self, key: str) -> None:
        self.socket.send(json.dumps({"press": key, "repeated": False}))

    def until(self, condition: Callable[["Visitor"], object]) -> None:
        while not condition(self):
            message = json.loads(self.socket.recv(PATIENCE))
            self.view |= message.get("view", {})


@contextmanager
def visitors(renderer: WebRenderer, *tokens: str) -> Iterator[list[Visitor]]:
    host = f"127.0.0.1:{renderer.port}"
    with ExitStack() as stack:
        yield [
            Visitor(
                stack.enter_context(
                    connect(f"ws://{host}/{token}/frames", origin=f"http://{host}", max_size=None)  # type: ignore[arg-type]
                )
            )
            for token in tokens
        ]


def test_a_game_is_played_and_watched_and_waits_while_the_keys_go_to_another_browser() -> None:
    session = game()
    with (
        serving(session) as (renderer, wait),
        visitors(renderer, renderer.watch_token) as (watcher,),
    ):
        with visitors(renderer, renderer.player_token) as (player,):
            player.until(lambda v: v.view.get("banner"))
            assert player.view["banner"]["title"] == "Ready?"
            player.press("right")
            player.until(lambda v: v.view["playing"])
            watcher.until(lambda v: v.view.get("playing"))
            assert watcher.view["notice"] == WATCHING
            watcher.until(lambda v: v.view["caption"]["ply"] > 2)
            watcher.press("q")  # hears nobody
            player.until(lambda v: v.view["caption"]["ply"] > 4)
        watcher.until(lambda v: v.view.get("playing") is False)
        with visitors(renderer, renderer.player_token) as (old,):
            old.until(lambda v: v.view.get("caption"))
            assert old.view["playing"] is False
            old.press(" ")
            old.until(lambda v: v.view["playing"])
            with visitors(renderer, renderer.player_token) as (new,):
                new.until(lambda v: v.view.get("playing") is False)
                old.until(lambda v: v.view.get("notice") == REPLACED)
                old.press("q")
                new.press("4")
                for each in (new, old):
                    each.until(lambda v: any(s["on"] for s in v.view.get("switches", ())))
                assert session.next_action is None
                new.press("q")
                wait()
    assert session.next_action is NextAction.QUIT


def test_agents_play_on_while_nobody_watches_once_somebody_came() -> None:
    session = game(person=False)

    def is_at(ply: int) -> Callable[[Visitor], bool]:
        return lambda v: v.view.get("caption", {}).get("ply", 0) > ply

    with serving(session) as (renderer, _):
        assert session.playback.after == 0
        for token, ply in ((renderer.player_token, 0), (renderer.watch_token, 2)):
            with visitors(renderer, token) as (visitor,):
                visitor.until(is_at(ply))


def test_the_next_session_is_shown_to_the_same_browsers_and_the_end_is_told() -> None:
    first, second = game(), game(person=False)
    with (
        serving(first, second) as (renderer, wait),
        visitors(renderer, renderer.player_token) as (player,),
    ):
        player.until(lambda v: "you" in v.view.get("caption", {}).get("players", ""))
        player.press("r")
        player.until(lambda v: "random_agent" in v.view["caption"]["players"])
        assert first.next_action is NextAction.PLAY_AGAIN
        player.press("q")
        wait()
        ending = threading.Thread(target=renderer._clients.end)
        ending.start()
        player.until(lambda v: v.view["over"])
        assert player.view["notice"] == OVER
        ending.join(PATIENCE)


@pytest.mark.parametrize("message", [b"\0", "nonsense", "{}", '{"seek": -1}', "x" * 1000])
def test_a_bad_message_ends_its_connection_and_no_other(message: str | bytes) -> None:
    with (
        serving(game()) as (renderer, _),
        visitors(renderer, renderer.watch_token, renderer.player_token) as (bad, good),
    ):
        bad.socket.send(message)
        with pytest.raises(ConnectionClosed) as error:
            bad.until(lambda _: False)
        assert error.value.rcvd.code in (1008, 1009)
        good.press("+")
        good.until(lambda v: v.view.get("speed") == "7.5")


def test_it_listens_on_this_machine_alone_to_its_own_pages_and_says_where() -> None:
    lines: list[str] = []
    with WebRenderer(open_browser=False, tell=lines.append) as renderer:
        assert renderer._server.socket.getsockname()[0] == "127.0.0.1"
        here = f"127.0.0.1:{renderer.port}"
        for line, token in zip(lines, (renderer.player_token, renderer.watch_token), strict=True):
            assert line.endswith(f"http://{here}/{token}/")
        assert renderer.player_token != renderer.watch_token
        with pytest.raises(WebError, match=f"can't listen on port {renderer.port}"):
            WebRenderer(port=renderer.port, open_browser=False).__enter__()
        evil: Any = "http://evil.example"
        address = f"ws://{here}/{renderer.watch_token}/frames"
        with pytest.raises(InvalidStatus) as error, connect(address, origin=evil):
            pass
        assert error.value.response.status_code == 403


def test_in_a_codespace_it_names_the_codespaces_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODESPACE_NAME", "space")
    monkeypatch.setenv("GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN", "app.example")
    lines: list[str] = []
    with WebRenderer(open_browser=False, tell=lines.append) as renderer:
        name = f"space-{renderer.port}.app.example"
        assert f"https://{name}/{renderer.player_token}/" in lines[0]
        with closing(HTTPConnection("127.0.0.1", renderer.port, timeout=PATIENCE)) as http:
            http.request("GET", f"/{renderer.watch_token}/", headers={"Host": name})
            assert http.getresponse().status == 200


@pytest.mark.parametrize(
    ("environment", "wanted", "opened"),
    [
        ({}, True, False),
        ({"DISPLAY": ":0"}, True, True),
        ({"BROWSER": "code"}, True, True),  # a remote editor names its own browser
        ({"DISPLAY": ":0"}, False, False),
    ],
)
def test_a_browser_is_opened_where_there_is_a_screen(
    environment: dict[str, str], wanted: bool, opened: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", "linux")
    addresses: queue.Queue[str] = queue.Queue()
    monkeypatch.setattr(webbrowser, "open", addresses.put)
    with WebRenderer(open_browser=wanted, tell=lambda _: None) as renderer:
        if opened:
            assert addresses.get(timeout=PATIENCE) == renderer.address(renderer.player_token)
        assert addresses.empty()


def test_without_websockets_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "websockets.sync.server", None)
    with pytest.raises(WebError, match=re.escape('pip install "pacgrid[web]"')):
        WebRenderer().__enter__()


# In a browser.


@pytest.mark.slow
def test_a_game_is_played_with_real_keys_reloaded_and_watched_by_two(
    open_tab: Callable[..., Any],
) -> None:
    session = GameSession(LiveGame(LANE, [Keyboard()]))  # nobody can end it meanwhile
    with serving(session) as (renderer, wait):
        player = open_tab(renderer.address(renderer.player_token))
        watchers = [
            open_tab(renderer.address(renderer.watch_token), size) for size in (DESKTOP, PHONE)
        ]
        assert player.locator("#banner").inner_text().startswith("READY?")
        player.keyboard.press("ArrowRight")
        for tab in (player, *watchers):
            until(tab, "Number(byId('round').textContent) > 3")
        player.reload()
        until(player, "byId('status').textContent === 'your move'")
        score = session.games[0].states[-1].score
        assert player.locator("#score").inner_text() == str(score), "nothing is lost"
        player.keyboard.press("Space")
        until(player, "document.body.classList.contains('playing')")
        player.keyboard.press("?")
        for tab in (player, *watchers):
            until(tab, "byId('sheet').open")
        player.keyboard.press("Escape")
        for tab in (player, *watchers):
            until(tab, "!byId('sheet').open")
        watchers[0].keyboard.press("q")
        player.keyboard.press("q")
        wait()
        renderer._clients.end()
        until(player, "byId('notice').textContent.startsWith('The session is over')")
        assert not player.locator("#notice").is_hidden()


@pytest.mark.slow
def test_a_page_that_stumbles_connects_again(open_tab: Callable[..., Any]) -> None:
    with serving(game()) as (renderer, _):
        tab = open_tab(renderer.address(renderer.player_token))
        tab.evaluate("dispatchEvent(new ErrorEvent('error', { error: new Error() }))")
        until(tab, "byId('notice').textContent.startsWith('The connection is lost')")
        until(tab, "byId('notice').hidden")
        tab.keyboard.press("+")
        until(tab, "byId('speed').textContent === '7.5'")


@pytest.mark.slow
def test_the_menu_to_take_over_is_chosen_with_the_mouse(open_tab: Callable[..., Any]) -> None:
    with serving(game(person=False)) as (renderer, _):
        tab = open_tab(renderer.address(renderer.player_token))
        until(tab, "Number(byId('round').textContent) > 2")
        tab.get_by_role("button", name="To the start").click()
        tab.locator("#keys button:has(kbd:text-is('T'))").click()
        tab.get_by_role("button", name="ghost 1", exact=True).click()
        tab.get_by_role("button", name=re.compile("minimax_ghost")).click()
        tab.keyboard.press("Enter")
        until(tab, "byId('players').textContent.includes('minimax_ghost')")
        tab.get_by_role("button", name="Light or dark").click()
        until(tab, "document.documentElement.dataset.theme === 'light'")
        assert board_pixels(tab, 20)[0, 0].tolist() == [250, 250, 246]


@pytest.mark.slow
def test_a_finger_steers_and_pauses(open_tab: Callable[..., Any]) -> None:
    session = game()
    with serving(session) as (renderer, _):
        tab = open_tab(renderer.address(renderer.player_token), PHONE)
        box = tab.locator("#boards").bounding_box()
        x, y = box["x"] + 60, box["y"] + 60
        touch = tab.context.new_cdp_session(tab)
        for kind, dx in (("touchStart", 0), ("touchMove", 20), ("touchMove", 50), ("touchEnd", 50)):
            points = [] if kind == "touchEnd" else [{"x": x + dx, "y": y}]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        until(tab, "document.body.classList.contains('playing')")
        until(tab, "Number(byId('score').textContent) > 10")
        tab.locator("#boards").tap()
        until(tab, "!document.body.classList.contains('playing')")


@pytest.mark.slow
def test_cells_of_another_game_are_clicked_by_the_player_alone(
    open_tab: Callable[..., Any],
) -> None:
    game = LiveGame(BoardSetup.load("tictactoe"), [None, None])
    with serving(GameSession(game)) as (renderer, _):
        player = open_tab(renderer.address(renderer.player_token), PHONE)
        watcher = open_tab(renderer.address(renderer.watch_token))
        for left in (9, 8):
            for tab in (player, watcher):
                until(tab, f"document.querySelectorAll('.target').length === {left}")
            until(watcher, f"document.querySelectorAll('.diagram text').length >= {6 + 9 - left}")
            player.locator(".target").first.tap()
        until(watcher, "document.querySelectorAll('.target').length === 7")
        assert watcher.evaluate("getComputedStyle(byId('boards')).pointerEvents") == "none"
        assert len(game.moves) == 2


@pytest.mark.slow
def test_a_search_is_stepped_through_and_its_nodes_are_clicked(
    open_tab: Callable[..., Any],
) -> None:
    tree = search_tree(LECTURE)
    with serving(TreeSession([tree])) as (renderer, _):
        player = open_tab(renderer.address(renderer.player_token))
        watcher = open_tab(renderer.address(renderer.watch_token), PHONE)
        player.keyboard.press("ArrowRight")
        until(watcher, f"byId('words').textContent === {json.dumps(tree.steps[1].words)}")
        player.locator(".target").nth(2).click()
        until(watcher, f"byId('slider').value === '{tree.steps_of[2][-1]}'")
        player.mouse.wheel(0, 100)
        until(watcher, f"byId('slider').value === '{tree.steps_of[2][-1] + 1}'")


@pytest.mark.slow
def test_a_page_of_another_site_gets_nothing(open_tab: Callable[..., Any], browser: Any) -> None:
    with serving(game()) as (renderer, _):
        open_tab(renderer.address(renderer.player_token))
        tab = browser.new_page()
        tab.set_default_timeout(MILLISECONDS)
        tab.route("http://evil.example/", lambda route: route.fulfill(body="<p>hello"))
        tab.goto("http://evil.example/")
        address = f"127.0.0.1:{renderer.port}/{renderer.player_token}/"
        opened = tab.evaluate(
            f"""new Promise((done) => {{
                const socket = new WebSocket("ws://{address}frames");
                socket.onopen = () => done("opened");
                socket.onerror = () => done("refused");
            }})"""
        )
        fetched = tab.evaluate(f"fetch('http://{address}').then(() => 'read', () => 'refused')")
        assert (opened, fetched) == ("refused", "refused")
        tab.close()


class Browser:
    """A browser that takes a message when the test does."""

    def __init__(self, clients: Clients, *, plays: bool = True) -> None:
        self.sent: queue.Queue[dict[str, Any]] = queue.Queue()
        self.free = threading.Event()
        self.free.set()
        self.near, self.far = socket.socketpair()
        self.client = Client(self._send, self.near)
        self.view: dict[str, Any] = {}
        self.joined = clients.joined(self.client, plays=plays)

    def _send(self, text: str) -> None:
        self.free.wait(PATIENCE)
        self.sent.put(json.loads(text))

    def next(self) -> dict[str, Any]:
        message = self.sent.get(timeout=PATIENCE)
        self.view |= message.get("view", {})
        return message


@contextmanager
def browsing(clients: Clients, **options: bool) -> Iterator[Browser]:
    browser = Browser(clients, **options)
    with browser.joined:
        yield browser
    browser.near.close()
    browser.far.close()


def test_a_browser_is_sent_what_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    clients = Clients()
    clients.publish(frame_of())
    with browsing(clients) as browser:
        first = browser.next()
        assert first["fresh"]
        numbers = {number for number, *_ in first["boards"][0]["figures"]}
        assert numbers < {*range(len(first["elements"]))}
        clients.publish(frame_of())
        clients.publish(frame_of(ROOM.successor(Action.EAST), playing=True))
        second = browser.next()
        assert (second["view"], second["fresh"]) == ({"playing": True}, False)
        assert "ground" not in second["boards"][0]
        clients.publish(frame_of(theme=LIGHT))
        third = browser.next()
        assert third["elements"] == [], "a theme needs no others"
        monkeypatch.setattr(module, "MOST_ELEMENTS", -1)
        clients.publish(frame_of(speed=9))
        last = browser.next()
        assert last["fresh"]
        assert last["elements"], "with a new table"


def test_a_slow_browser_skips_frames_and_one_that_can_be_sent_none_is_disconnected() -> None:
    clients = Clients()
    clients.publish(frame_of(speed=1))
    with browsing(clients) as browser:
        browser.next()
        browser.free.clear()
        for speed in range(2, 60):
            clients.publish(frame_of(speed=speed))
        browser.free.set()
        messages = 0
        while browser.view["speed"] != "59":
            browser.next()
            messages += 1
        assert messages <= 2
        browser.client.send = lambda _: (_ for _ in ()).throw(OSError)
        clients.publish(frame_of())
        assert browser.far.recv(1) == b"", "so its page connects again"


@pytest.mark.parametrize(
    ("message", "heard"),
    [
        ({"press": "left", "repeated": True}, ("press", "left", True)),
        ({"press": "é", "repeated": False}, ("press", "é", False)),
        ({"press": " ", "repeated": False}, ("press", " ", False)),
        ({"seek": 12}, ("seek", 12)),
        ({"choose_row": 2}, ("choose_row", 2)),
        ({"choose_tab": 1}, ("choose_tab", 1)),
        ({"choose_target": 0}, ("choose_target", 0)),
    ],
)
def test_events_are_calls_of_the_session(message: Any, heard: tuple[Any, ...]) -> None:
    session: Any = RecordingSession()
    read_event(json.dumps(message))(session)
    assert session.calls == [heard]


@pytest.mark.parametrize(
    "message",
    [
        *(b'{"seek": 1}', "", "seek", "[]", "{}", "null", "NaN", '"press"', "{" * 200),
        *('{"seek": -1}', '{"seek": true}', '{"seek": 1.5}', '{"seek": "1"}'),
        *(f'{{"seek": {LARGEST}}}', '{"seek": 1, "press": "left"}', '{"press": "left"}'),
        *('{"press": "left", "repeated": 1}', '{"press": "left", "repeated": true, "more": 1}'),
        *('{"press": "", "repeated": false}', '{"press": "launch", "repeated": false}'),
        *('{"press": "\\u0007", "repeated": false}', '{"press": 1, "repeated": false}'),
        *('{"choose_row": [0]}', '{"choose_target": "0"}', '{"paint": 3, "gesture": "click"}'),
        *('{"advance": 1}', '{"__class__": "x"}'),
    ],
)
def test_anything_else_is_refused(message: str | bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        read_event(message)


PLAYER, WATCHER = "player-token", "watcher-token"
HERE = "127.0.0.1:8000"


class Connection:
    """What a connection can answer."""

    def respond(self, status: int, text: str) -> Response:
        return ServerProtocol().reject(status, text)


def response(path: str, headers: Headers, hosts: tuple[str, ...] = ()) -> Response | None:
    access = AccessControl("<page>", (PLAYER, WATCHER), hosts)
    return access.answer(Connection(), Request(path, headers))  # type: ignore[arg-type]


def answer(
    path: str,
    *,
    host: str | None = HERE,
    origin: str | None = None,
    upgrade: bool = False,
    hosts: tuple[str, ...] = (),
) -> int:
    """The status of the answer; 101 if a WebSocket opens."""
    headers = Headers({"Upgrade": "websocket"} if upgrade else {})
    for name, value in (("Host", host), ("Origin", origin)):
        if value is not None:
            headers[name] = value
    found = response(path, headers, hosts)
    return found.status_code if found else 101


@pytest.mark.parametrize("token", [PLAYER, WATCHER])
@pytest.mark.parametrize("host", [HERE, "localhost:1", "LocalHost", "[::1]:8000"])
def test_who_has_a_token_gets_the_page_and_its_frames(token: str, host: str) -> None:
    assert answer(f"/{token}/", host=host) == 200
    assert answer(f"/{token}/?theme=x", host=host) == 200
    assert answer(f"/{token}/frames", host=host, origin=f"http://{host}", upgrade=True) == 101


@pytest.mark.parametrize(
    "path",
    [
        *("/", "", "//", "/favicon.ico", "/wrong/", f"/{PLAYER}", f"/{PLAYER[:-1]}/", "/é/"),
        *(f"/{PLAYER}x/", f"/{PLAYER}/../", f"/{PLAYER}/index.html", f"//{PLAYER}/"),
    ],
)
def test_nothing_else_is_there(path: str) -> None:
    assert answer(path) == 404
    assert answer(f"/{PLAYER}/frames") == 404, "without a WebSocket"
    assert answer(f"/{PLAYER}/", origin=f"http://{HERE}", upgrade=True) == 404
    assert answer(path, origin=f"http://{HERE}", upgrade=True) == 404


@pytest.mark.parametrize(
    "host",
    [
        *(None, "", "evil.example", "evil.example:8000", "127.0.0.1.evil.example", "127.0.0.2"),
        *("localhost.evil.example:8000", "evil.example#localhost", "127.0.0.1:8000@evil.example"),
        *("0.0.0.0:8000", "localhost:port"),
    ],
)
def test_other_names_of_this_machine_are_refused(host: str | None) -> None:
    assert answer(f"/{PLAYER}/", host=host) == 403
    assert answer(f"/{PLAYER}/frames", host=host, origin=f"http://{host}", upgrade=True) == 403


@pytest.mark.parametrize(
    "origin",
    [
        *(None, "", "null", "http://evil.example", "http://127.0.0.1", "http://127.0.0.1:8001"),
        *("https://127.0.0.1:8000", "http://localhost:8000", "http://127.0.0.1:8000/"),
        "http://127.0.0.1:8000.evil.example",
    ],
)
def test_other_origins_are_refused(origin: str | None) -> None:
    assert answer(f"/{PLAYER}/frames", origin=origin, upgrade=True) == 403
    if origin is not None:
        assert answer(f"/{PLAYER}/", origin=origin) == 403


def test_the_page_is_kept_nowhere_and_gives_its_address_to_nobody() -> None:
    found = response(f"/{PLAYER}/", Headers(Host=HERE))
    assert found.body == b"<page>"
    assert found.headers["Content-Type"] == "text/html; charset=utf-8"
    assert found.headers["Cache-Control"] == "no-store"
    assert found.headers["Referrer-Policy"] == "no-referrer"
    twice = response(f"/{PLAYER}/", Headers([("Host", HERE), ("Host", HERE)]))
    assert twice.status_code == 403


def test_a_proxy_is_known_by_its_name() -> None:
    name, frames = "hub.example", f"/{PLAYER}/frames"
    for host in (name, HERE):  # a proxy may keep the name or not
        for origin in (f"https://{name}", f"http://{name}"):
            assert answer(frames, host=host, origin=origin, upgrade=True, hosts=(name,)) == 101
    assert answer(f"/{PLAYER}/", host="other.example", hosts=(name,)) == 403
