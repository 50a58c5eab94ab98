"""What browsers are sent."""

import json
import queue
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from helpers.frames import ROOM, frame_of
from helpers.processes import PATIENCE
from pacgrid import Action
from pacgrid.render.web import clients as module
from pacgrid.render.web.clients import (
    LARGEST,
    OVER,
    REPLACED,
    WATCHING,
    Client,
    Clients,
    read_event,
)
from pacgrid.session.scene import EventKind
from pacgrid.session.themes import LIGHT

pytest.importorskip("websockets", reason="websockets is not installed")


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


def test_the_first_message_has_everything_and_the_next_what_changed() -> None:
    clients = Clients()
    clients.publish(frame_of())
    with browsing(clients) as browser:
        first = browser.next()
        assert first["fresh"]
        assert first["view"]["playing"] is False
        assert {number for number, *_ in first["boards"][0]["figures"]} < {
            *range(len(first["figures"]))
        }
        clients.publish(frame_of(ROOM.successor(Action.EAST), playing=True))
        second = browser.next()
        assert second["view"] == {"playing": True}
        assert not second["fresh"]
        assert "ground" not in second["boards"][0]


def test_who_comes_later_gets_everything_too() -> None:
    clients = Clients()
    clients.publish(frame_of())
    with browsing(clients) as player:
        player.next()
        clients.publish(frame_of(playing=True))
        with browsing(clients, plays=False) as watcher:
            message = watcher.next()
            assert message["fresh"]
            assert message["view"]["notice"] == WATCHING
            assert message["view"]["playing"] is True


def test_a_slow_browser_skips_frames_and_misses_nothing() -> None:
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


def test_a_frame_that_shows_nothing_new_is_not_sent() -> None:
    clients = Clients()
    clients.publish(frame_of())
    with browsing(clients) as browser:
        browser.next()
        clients.publish(frame_of())
        clients.publish(frame_of(playing=True))
        assert browser.next()["view"] == {"playing": True}


@pytest.mark.parametrize("why", ["another theme", "MOST_FIGURES", "MOST_ELEMENTS"])
def test_a_new_table_of_figures_is_a_new_start(why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    clients = Clients()
    clients.publish(frame_of())
    with browsing(clients) as browser:
        browser.next()
        if why.isupper():
            monkeypatch.setattr(module, why, -1)
        frame = frame_of(theme=LIGHT) if why == "another theme" else frame_of(speed=9)
        clients.publish(frame)
        message = browser.next()
        assert message["fresh"]
        assert message["figures"]
        assert message["paths"]


def test_sounds_are_sent_once() -> None:
    clients = Clients()
    clients.publish(frame_of())
    with browsing(clients) as browser:
        browser.next()
        clients.publish(frame_of(sounds=(EventKind.CAPSULE,)))
        sounds = browser.next()["view"]["sounds"]
        assert [hertz for hertz, _ in sounds["notes"]] == [330, 440, 550]
        clients.publish(frame_of(playing=True))
        assert "sounds" not in browser.next()["view"]


def test_the_newest_browser_plays_and_the_older_one_is_told() -> None:
    clients = Clients()
    clients.publish(frame_of())
    with browsing(clients) as old:
        old.next()
        assert clients.player is old.client
        with browsing(clients) as new:
            assert clients.player is new.client
            assert old.next()["view"]["notice"] == REPLACED
        assert clients.player is None
        assert clients.player_came


def test_a_browser_that_can_not_be_sent_a_frame_is_disconnected() -> None:
    clients = Clients()
    with browsing(clients) as browser:
        browser.next()
        browser.client.send = lambda _: (_ for _ in ()).throw(OSError)
        clients.publish(frame_of())
        assert browser.far.recv(1) == b"", "so its page connects again"


def test_everybody_hears_that_it_is_over() -> None:
    clients = Clients()
    clients.publish(frame_of())
    with browsing(clients) as browser:
        browser.next()
        thread = threading.Thread(target=clients.end)
        thread.start()
        view = browser.next()["view"]
        assert view["over"]
        assert view["notice"] == OVER
        assert browser.far.recv(1) == b"", "the line is closed"
    thread.join(PATIENCE)
    assert not thread.is_alive()


class Listener:
    """A session that writes down what it is told."""

    def __init__(self) -> None:
        self.heard: list[Any] = []
        self.sheets = self

    def press(self, key: str, *, repeated: bool) -> None:
        self.heard.append((key, repeated))

    def seek(self, ply: int) -> None:
        self.heard.append(ply)

    def choose_row(self, row: int) -> None:
        self.heard.append(f"row {row}")

    def choose_tab(self, tab: int) -> None:
        self.heard.append(f"tab {tab}")

    def choose_target(self, number: int) -> None:
        self.heard.append(f"target {number}")


@pytest.mark.parametrize(
    ("message", "heard"),
    [
        ({"press": "left", "repeated": True}, [("left", True)]),
        ({"press": "é", "repeated": False}, [("é", False)]),
        ({"press": " ", "repeated": False}, [(" ", False)]),
        ({"seek": 12}, [12]),
        ({"choose_row": 2}, ["row 2"]),
        ({"choose_tab": 1}, ["tab 1"]),
        ({"choose_target": 0}, ["target 0"]),
    ],
)
def test_events_are_calls_of_the_session(message: Any, heard: list[Any]) -> None:
    listener = Listener()
    read_event(json.dumps(message))(listener)  # type: ignore[arg-type]
    assert listener.heard == heard


@pytest.mark.parametrize(
    "message",
    [
        b'{"seek": 1}',
        "",
        "seek",
        "[]",
        "{}",
        "null",
        "NaN",
        '"press"',
        "{" * 200,
        '{"seek": -1}',
        '{"seek": true}',
        '{"seek": 1.5}',
        '{"seek": "1"}',
        f'{{"seek": {LARGEST}}}',
        '{"seek": 1, "press": "left"}',
        '{"press": "left"}',
        '{"press": "left", "repeated": 1}',
        '{"press": "left", "repeated": true, "more": 1}',
        '{"press": "", "repeated": false}',
        '{"press": "launch", "repeated": false}',
        '{"press": "\\u0007", "repeated": false}',
        '{"press": 1, "repeated": false}',
        '{"choose_row": [0]}',
        '{"choose_target": "0"}',
        '{"paint": 3, "gesture": "click"}',
        '{"advance": 1}',
        '{"__class__": "x"}',
    ],
)
def test_anything_else_is_refused(message: str | bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        read_event(message)
