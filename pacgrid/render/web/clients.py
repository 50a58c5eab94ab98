"""The browsers that show a session: each is sent what changed, at its own pace; and the messages
that they send, which are checked, because anybody may have written them."""

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from pacgrid.render.web.frame_json import FigureTable, FrameJson, changes, frame_json
from pacgrid.session.frame import Frame
from pacgrid.session.game_source import STEERING
from pacgrid.session.key_commands import KEYS
from pacgrid.session.scene import NOTES
from pacgrid.session.session import Session

_PATIENCE = 1.0
"""Seconds that a browser gets to hear that the session is over."""
WATCHING = "You are watching."
REPLACED = "The game goes on in another browser, and you are watching. Reload to play here."
OVER = "The session is over. You can close this page."
MOST_FIGURES, MOST_ELEMENTS = 2000, 20_000
"""With more of them, a new table is begun."""
KEY_NAMES = {*KEYS, *STEERING, "up", "down", "tab", "backspace", "page_up", "page_down"}
"""Keys with a name of more than one letter, and some more."""
LARGEST = 1_000_000
Event = Callable[[Session], None]
"""Something that a person did."""


class Client:
    """One browser.

    Args:
        send: sends a text; may block.
        channel: what it is sent through.
    """

    def __init__(self, send: Callable[[str], None], channel: socket.socket) -> None:
        self.send = send
        self.channel = channel
        self.notice = ""
        self.gone = False

    def disconnect(self) -> None:
        """Close the channel, also while it sends. The page connects again, unless it is over."""
        with suppress(OSError):
            self.channel.shutdown(socket.SHUT_RDWR)


class Clients:
    """All browsers, and what they are shown."""

    def __init__(self) -> None:
        self.player: Client | None = None
        self.player_came = False
        self._all: set[Client] = set()
        self._changed = threading.Condition()
        self._version = 0
        """How often something changed that browsers show."""
        self._shown = ShownFrame()
        self._over = False

    def publish(self, frame: Frame) -> None:
        """Show `frame` to everybody."""
        if shown := self._shown.next(frame):
            with self._change():
                self._shown = shown

    @contextmanager
    def joined(self, client: Client, *, plays: bool) -> Iterator[Client]:
        """`client` is there."""
        with self._change():
            self._all.add(client)
            if not plays:
                client.notice = WATCHING
            else:
                if self.player:
                    self.player.notice = REPLACED
                self.player, self.player_came = client, True
        threading.Thread(target=self._send_all, args=(client,), daemon=True).start()
        try:
            yield client
        finally:
            with self._change():
                client.gone = True
                self._all.discard(client)
                if self.player is client:
                    self.player = None

    def end(self) -> None:
        """Tell everybody that it is over, and let them go."""
        with self._change():
            self._over = True
        with self._changed:
            self._changed.wait_for(lambda: not self._all, _PATIENCE)
            for client in self._all:
                client.disconnect()

    @contextmanager
    def _change(self) -> Iterator[None]:
        """Change what browsers show."""
        with self._changed:
            yield
            self._version += 1
            self._changed.notify_all()

    def _send_all(self, client: Client) -> None:
        """Send what changes, until the client goes or it is over."""
        from websockets.exceptions import ConnectionClosed

        stream, version = FrameStream(), -1
        try:
            while not (client.gone or stream.is_over):
                with self._changed:
                    self._changed.wait_for(lambda: self._version != version)  # noqa: B023
                    version, frame = self._version, self._for(client)
                    news = stream.news(frame, self._shown.table)
                client.send(json.dumps(news))
        except (ConnectionClosed, OSError):
            pass
        finally:
            client.disconnect()

    def _for(self, client: Client) -> FrameJson:
        """What `client` is to show."""
        own = {
            "notice": OVER if self._over else client.notice,
            "plays": client is self.player,
            "over": self._over,
        }
        return {"view": self._shown.json["view"] | own, "boards": self._shown.json["boards"]}


class ShownFrame:
    """The frame that is shown, and the table of the figures in it."""

    def __init__(self) -> None:
        self.json: FrameJson = {"view": {}, "boards": []}
        self.table = FigureTable([])
        self._sounds: dict[str, Any] = {"number": 0, "notes": ()}

    def next(self, frame: Frame) -> "ShownFrame | None":
        """This with `frame`; None if it looks the same."""
        table = self.table
        full = len(table.figures) > MOST_FIGURES or len(table.elements) > MOST_ELEMENTS
        if full or table.themes != (frame.theme,):
            table = FigureTable([frame.theme])
        json_ = frame_json(frame, table)
        if frame.sounds:
            notes = [note for kind in frame.sounds for note in NOTES[kind]]
            self._sounds = {"number": self._sounds["number"] + 1, "notes": notes}
        json_["view"]["sounds"] = self._sounds
        if table is self.table and json_ == self.json:
            return None
        shown = ShownFrame()
        shown.json, shown.table, shown._sounds = json_, table, self._sounds
        return shown


class FrameStream:
    """The messages to one browser: each has what changed since the last one."""

    def __init__(self) -> None:
        self._before: FrameJson | None = None
        self._table: FigureTable | None = None
        self._known: dict[str, int] = {}

    @property
    def is_over(self) -> bool:
        """Whether the last message said so."""
        return bool(self._before and self._before["view"]["over"])

    def news(self, frame: FrameJson, table: FigureTable) -> dict[str, Any]:
        """What the browser doesn't know yet of `frame`, whose figures are in `table`. The table may
        grow meanwhile only in the thread that calls this, or under its lock."""
        fresh, self._table = table is not self._table, table
        if fresh:
            self._before, self._known = None, dict.fromkeys(table.lists, 0)
        new = {name: values[self._known[name] :] for name, values in table.lists.items()}
        self._known = {name: self._known[name] + len(values) for name, values in new.items()}
        message = {"fresh": fresh, **new, **changes(self._before, frame)}
        self._before = frame
        return message


def read_event(message: str | bytes) -> Event:
    """The event in a message. Raises ValueError if there is none."""
    if isinstance(message, bytes):
        raise ValueError("not a text")
    match json.loads(message):
        case {"press": str(key), "repeated": bool(repeated), **rest} if not rest and _is_key(key):
            return lambda session: session.press(key, repeated=repeated)
        case {"seek": ply, **rest} if not rest and _is_number(ply):
            return lambda session: session.seek(ply)
        case {"choose_row": row, **rest} if not rest and _is_number(row):
            return lambda session: session.sheets.choose_row(row)
        case {"choose_tab": tab, **rest} if not rest and _is_number(tab):
            return lambda session: session.sheets.choose_tab(tab)
        case {"choose_target": number, **rest} if not rest and _is_number(number):
            return lambda session: session.choose_target(number)
    raise ValueError("not an event")


def _is_key(name: str) -> bool:
    return name in KEY_NAMES or (len(name) == 1 and name.isprintable())


def _is_number(value: object) -> bool:
    return type(value) is int and 0 <= value < LARGEST
