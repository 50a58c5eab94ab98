"""Games live in a browser: the server, as a program and as a browser talk to it."""

import json
import re
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from http.client import HTTPConnection
from typing import Any

import pytest

from helpers.processes import PATIENCE

pytest.importorskip("websockets", reason="websockets is not installed")

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from helpers.browser import DESKTOP, MILLISECONDS, PHONE, canvas, until
from helpers.search_trees import LECTURE, search_tree
from pacgrid import Layout
from pacgrid.agent_loader import load_agent
from pacgrid.games.board_setup import BoardSetup
from pacgrid.render.web.clients import OVER, REPLACED, WATCHING
from pacgrid.render.web.server import WebError, WebRenderer
from pacgrid.session.game_session import GameSession
from pacgrid.session.game_source import Keyboard, LiveGame
from pacgrid.session.session import NextAction, Session
from pacgrid.session.tree_session import TreeSession

ROOM = Layout.parse("%%%%%%%%%\n%P......%\n%.%%%%%%%\n%..%  1 %\n%%%%%%%%%")
"""The ghost can't leave its part, however long a test takes."""


def game(person: bool = True) -> GameSession:
    pacman = Keyboard() if person else load_agent("random_agent")
    return GameSession(LiveGame(ROOM, [pacman, load_agent("random_ghost")], seed=3))


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


def test_a_game_is_played_and_watched() -> None:
    session = game()
    with (
        serving(session) as (renderer, wait),
        visitors(renderer, renderer.player_token, renderer.watch_token) as (player, watcher),
    ):
        player.until(lambda v: v.view.get("banner"))
        assert player.view["banner"]["title"] == "Ready?"
        player.press("right")
        player.until(lambda v: v.view["playing"])
        watcher.until(lambda v: v.view.get("playing"))
        assert watcher.view["notice"] == WATCHING
        session.view = replace(session.view, countdown=0.001)
        watcher.until(lambda v: v.view["caption"]["ply"] > 2)
        watcher.press("q")  # hears nobody
        player.until(lambda v: v.view["caption"]["ply"] > 4)
        player.press("q")
        wait()
    assert session.next_action is NextAction.QUIT


def test_who_plays_may_go_and_come_back_and_meanwhile_the_game_waits() -> None:
    session = game()
    with (
        serving(session) as (renderer, _),
        visitors(renderer, renderer.watch_token) as (watcher,),
    ):
        with visitors(renderer, renderer.player_token) as (player,):
            player.press("right")
            player.until(lambda v: v.view.get("playing"))
            watcher.until(lambda v: v.view.get("playing"))
        watcher.until(lambda v: v.view.get("playing") is False)
        with visitors(renderer, renderer.player_token) as (player,):
            player.until(lambda v: v.view.get("caption"))
            assert player.view["playing"] is False
            player.press(" ")
            player.until(lambda v: v.view["playing"])


def test_the_game_waits_when_another_browser_takes_over() -> None:
    session = game()
    with (
        serving(session) as (renderer, _),
        visitors(renderer, renderer.player_token) as (old,),
    ):
        old.press("right")
        old.until(lambda v: v.view.get("playing"))
        with visitors(renderer, renderer.player_token) as (new,):
            new.until(lambda v: v.view.get("playing") is False)


def test_agents_play_on_while_nobody_watches_once_somebody_came() -> None:
    session = game(person=False)
    with serving(session) as (renderer, _):
        assert session.playback.after == 0
        with visitors(renderer, renderer.player_token) as (player,):
            player.until(lambda v: v.view.get("caption", {}).get("ply", 0) > 0)
        with visitors(renderer, renderer.watch_token) as (watcher,):
            watcher.until(lambda v: v.view.get("caption", {}).get("ply", 0) > 2)


def test_a_second_browser_takes_the_keys_of_the_first() -> None:
    session = game()
    with (
        serving(session) as (renderer, _),
        visitors(renderer, renderer.player_token) as (old,),
    ):
        old.until(lambda v: v.view.get("caption"))  # the server knows it before the next one comes
        with visitors(renderer, renderer.player_token) as (new,):
            old.until(lambda v: v.view.get("notice") == REPLACED)
            old.press("q")
            new.press("4")
            switched = lambda v: any(s["on"] for s in v.view.get("switches", ()))  # noqa: E731
            new.until(switched)
            old.until(switched)
            assert session.next_action is None


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
        assert error.value.rcvd
        assert error.value.rcvd.code in (1008, 1009)
        good.press("+")
        good.until(lambda v: v.view.get("speed") == "7.5")


@pytest.mark.parametrize(
    ("headers", "token", "status"),
    [
        ({}, None, 200),
        ({}, "wrong", 404),
        ({"Host": "evil.example"}, None, 403),
        ({"Origin": "http://evil.example"}, None, 403),
    ],
)
def test_the_page_is_served_to_those_who_may_see_it(
    headers: dict[str, str], token: str | None, status: int
) -> None:
    with serving(game()) as (renderer, _):
        http = HTTPConnection("127.0.0.1", renderer.port, timeout=PATIENCE)
        http.request("GET", f"/{token or renderer.watch_token}/", headers=headers)
        response = http.getresponse()
        assert response.status == status
        assert (b"<canvas" in response.read() or status == 200) is (status == 200)
        http.close()


@pytest.mark.parametrize("origin", [None, "http://evil.example"])
def test_frames_are_for_pages_from_here(origin: Any) -> None:
    with serving(game()) as (renderer, _):
        address = f"ws://127.0.0.1:{renderer.port}/{renderer.watch_token}/frames"
        with pytest.raises(InvalidStatus) as error, connect(address, origin=origin):
            pass
        assert error.value.response.status_code == 403


def test_it_listens_on_this_machine_alone_and_says_where() -> None:
    lines: list[str] = []
    with WebRenderer(open_browser=False, tell=lines.append) as renderer:
        assert renderer._server
        assert renderer._server.socket.getsockname()[0] == "127.0.0.1"
        for line, token in zip(lines, (renderer.player_token, renderer.watch_token), strict=True):
            assert line.endswith(f"http://127.0.0.1:{renderer.port}/{token}/")
        assert renderer.player_token != renderer.watch_token
        with pytest.raises(WebError, match=f"can't listen on port {renderer.port}"):
            WebRenderer(port=renderer.port, open_browser=False).__enter__()


def test_in_a_codespace_it_names_the_codespaces_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODESPACE_NAME", "space")
    monkeypatch.setenv("GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN", "app.example")
    lines: list[str] = []
    with WebRenderer(open_browser=False, tell=lines.append) as renderer:
        name = f"space-{renderer.port}.app.example"
        assert f"https://{name}/{renderer.player_token}/" in lines[0]
        http = HTTPConnection("127.0.0.1", renderer.port, timeout=PATIENCE)
        http.request("GET", f"/{renderer.watch_token}/", headers={"Host": name})
        assert http.getresponse().status == 200
        http.close()


@pytest.mark.parametrize(
    ("environment", "wanted", "opened"),
    [({}, True, False), ({"DISPLAY": ":0"}, True, True), ({"DISPLAY": ":0"}, False, False)],
)
def test_a_browser_is_opened_where_there_is_a_screen(
    environment: dict[str, str], wanted: bool, opened: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", "linux")
    addresses: list[str] = []
    was_opened = threading.Event()
    monkeypatch.setattr(
        webbrowser, "open", lambda address: (addresses.append(address), was_opened.set())
    )
    with WebRenderer(open_browser=wanted, tell=lambda _: None) as renderer:
        if opened:
            assert was_opened.wait(PATIENCE)
        assert addresses == [renderer.address(renderer.player_token)] * opened


def test_without_websockets_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "websockets.sync.server", None)
    with pytest.raises(WebError, match=re.escape('pip install "pacgrid[web]"')):
        WebRenderer().__enter__()


# In a browser.


@pytest.fixture
def tabs(browser: Any) -> Iterator[Callable[..., Any]]:
    problems: list[str] = []
    contexts = []

    def open_tab(address: str, size: tuple[int, int] = DESKTOP) -> Any:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, has_touch=size == PHONE
        )
        contexts.append(context)
        tab = context.new_page()
        tab.set_default_timeout(MILLISECONDS)
        tab.on("pageerror", lambda error: problems.append(str(error)))
        tab.goto(address)
        until(tab, "!byId('page').hidden")
        return tab

    yield open_tab
    for context in contexts:
        context.close()
    assert problems == []


@pytest.mark.slow
def test_a_game_is_played_with_real_keys_reloaded_and_watched_by_two(
    tabs: Callable[..., Any],
) -> None:
    session = GameSession(LiveGame(ROOM, [Keyboard()]))  # nobody can end it meanwhile
    with serving(session) as (renderer, wait):
        player = tabs(renderer.address(renderer.player_token))
        watchers = [tabs(renderer.address(renderer.watch_token), size) for size in (DESKTOP, PHONE)]
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
def test_a_page_that_stumbles_connects_again(tabs: Callable[..., Any]) -> None:
    with serving(game()) as (renderer, _):
        tab = tabs(renderer.address(renderer.player_token))
        tab.evaluate("dispatchEvent(new ErrorEvent('error', { error: new Error() }))")
        until(tab, "byId('notice').textContent.startsWith('The connection is lost')")
        until(tab, "byId('notice').hidden")
        tab.keyboard.press("+")
        until(tab, "byId('speed').textContent === '7.5'")


@pytest.mark.slow
def test_a_finger_steers_and_pauses(tabs: Callable[..., Any]) -> None:
    session = game()
    with serving(session) as (renderer, _):
        tab = tabs(renderer.address(renderer.player_token), PHONE)
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
def test_the_menu_to_take_over_is_chosen_with_the_mouse(tabs: Callable[..., Any]) -> None:
    session = game(person=False)
    with serving(session) as (renderer, _):
        tab = tabs(renderer.address(renderer.player_token))
        until(tab, "Number(byId('round').textContent) > 2")
        tab.get_by_role("button", name="To the start").click()
        tab.locator("#keys button:has(kbd:text-is('T'))").click()
        tab.get_by_role("button", name="ghost 1", exact=True).click()
        tab.get_by_role("button", name=re.compile("minimax_ghost")).click()
        tab.keyboard.press("Enter")
        until(tab, "byId('players').textContent.includes('minimax_ghost')")
        tab.get_by_role("button", name="Light or dark").click()
        until(tab, "document.documentElement.dataset.theme === 'light'")
        assert canvas(tab)[0, 0].tolist() == [250, 250, 246]


@pytest.mark.slow
def test_cells_of_another_game_are_clicked_by_the_player_alone(tabs: Callable[..., Any]) -> None:
    game = LiveGame(BoardSetup.load("tictactoe"), [None, None])
    session = GameSession(game)
    with serving(session) as (renderer, _):
        player = tabs(renderer.address(renderer.player_token), PHONE)
        watcher = tabs(renderer.address(renderer.watch_token))
        for left in (9, 8):
            for tab in (player, watcher):
                until(tab, f"document.querySelectorAll('.target').length === {left}")
            until(watcher, f"document.querySelectorAll('.diagram text').length >= {6 + 9 - left}")
            player.locator(".target").first.tap()
        until(watcher, "document.querySelectorAll('.target').length === 7")
        assert watcher.evaluate("getComputedStyle(byId('boards')).pointerEvents") == "none"
        assert len(game.moves) == 2


@pytest.mark.slow
def test_a_search_is_stepped_through_and_its_nodes_are_clicked(tabs: Callable[..., Any]) -> None:
    tree = search_tree(LECTURE)
    with serving(TreeSession([tree])) as (renderer, _):
        player = tabs(renderer.address(renderer.player_token))
        watcher = tabs(renderer.address(renderer.watch_token), PHONE)
        player.keyboard.press("ArrowRight")
        until(watcher, f"byId('words').textContent === {json.dumps(tree.steps[1].words)}")
        player.locator(".target").nth(2).click()
        until(watcher, f"byId('slider').value === '{tree.steps_of[2][-1]}'")
        player.mouse.wheel(0, 100)
        until(watcher, f"byId('slider').value === '{tree.steps_of[2][-1] + 1}'")


@pytest.mark.slow
def test_a_page_of_another_site_gets_nothing(tabs: Callable[..., Any], browser: Any) -> None:
    with serving(game()) as (renderer, _):
        tabs(renderer.address(renderer.player_token))
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


@pytest.mark.slow
def test_a_phone_is_told_to_swipe_and_a_desktop_which_keys_there_are(
    tabs: Callable[..., Any],
) -> None:
    for size, ready, keys in (
        (PHONE, "Swipe to start", "swipe"),
        (DESKTOP, "Press an arrow key, or W A S D", "← ↑ ↓ →"),
    ):
        session = GameSession(LiveGame(ROOM, [Keyboard()]), real_time=True)
        with serving(session) as (renderer, _):
            tab = tabs(renderer.address(renderer.player_token), size)
            assert tab.inner_text("#banner-lines") == ready
            assert tab.inner_text("#keys kbd >> nth=0") == keys
