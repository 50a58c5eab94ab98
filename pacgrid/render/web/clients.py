"""The browsers that show a session. Each is sent what changed, at its own pace."""

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from pacgrid.render.web.figure_table import FigureTable
from pacgrid.render.web.frame_json import FrameJson, changes, frame_json
from pacgrid.session.frame import Frame
from pacgrid.session.sounds import NOTES, Note

MOST_FIGURES = 2000
"""With more of them, a new table is begun."""
_TABLES = ("figures", "paths", "colours")
_PATIENCE = 1.0
"""Seconds that a browser gets to hear that the session is over."""
WATCHING = "You are watching."
REPLACED = "The game goes on in another browser, and you are watching. Reload to play here."
OVER = "The session is over. You can close this page."


@dataclass(frozen=True)
class _Moment:
    """What all browsers should show by now."""

    json: FrameJson
    table: FigureTable
    known: dict[str, int]
    """How much of the table belongs to this and earlier moments."""
    notes: tuple[Note, ...]
    heard: int
    """How many moments had notes."""


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


class Clients:
    """All browsers, and what they are shown."""

    def __init__(self) -> None:
        self.player: Client | None = None
        self.player_came = False
        self._all: set[Client] = set()
        self._changed = threading.Condition()
        self._moment: _Moment | None = None
        self._over = False

    def publish(self, frame: Frame) -> None:
        """Show `frame` to everybody."""
        before = self._moment
        table = before.table if before else None
        if not table or table.themes != (frame.theme,) or len(table.figures) > MOST_FIGURES:
            table = FigureTable([frame.theme])
        moment = _Moment(
            frame_json(frame, table),
            table,
            {name: len(getattr(table, name)) for name in _TABLES},
            tuple(note for kind in frame.sounds for note in NOTES[kind]),
            (before.heard if before else 0) + bool(frame.sounds),
        )
        if before and before.table is table and before.json == moment.json and not moment.notes:
            return
        with self._changed:
            self._moment = moment
            self._changed.notify_all()

    @contextmanager
    def joined(self, client: Client, *, plays: bool) -> Iterator[Client]:
        """`client` is there."""
        with self._changed:
            self._all.add(client)
            if plays and self.player:
                self.player.notice = REPLACED
            if plays:
                self.player, self.player_came = client, True
            else:
                client.notice = WATCHING
            self._changed.notify_all()
        sender = threading.Thread(target=self._send_all, args=(client,), daemon=True)
        sender.start()
        try:
            yield client
        finally:
            with self._changed:
                client.gone = True
                self._all.discard(client)
                if self.player is client:
                    self.player = None
                self._changed.notify_all()

    def end(self) -> None:
        """Tell everybody that it is over, and let them go."""
        with self._changed:
            self._over = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: not self._all, _PATIENCE)
            for client in self._all:
                with suppress(OSError):
                    client.channel.shutdown(socket.SHUT_RDWR)  # it may be stuck in sending

    def _send_all(self, client: Client) -> None:
        """Send what changes, until the client goes or it is over."""
        from websockets.exceptions import ConnectionClosed

        before: _Moment | None = None
        notice = ""

        def news() -> bool:
            changed = self._moment is not before or client.notice != notice
            return client.gone or self._over or (bool(self._moment) and changed)

        with suppress(ConnectionClosed, OSError):
            while not client.gone:
                with self._changed:
                    self._changed.wait_for(news)
                    moment, over = self._moment, self._over
                message: dict[str, Any] = _since(before, moment) if moment else {}
                if over:
                    client.notice = OVER
                if client.notice != notice:
                    notice = message["notice"] = client.notice
                client.send(json.dumps(message | ({"ended": True} if over else {})))
                before = moment
                if over:
                    client.channel.shutdown(socket.SHUT_RDWR)
                    return


def _since(before: _Moment | None, moment: _Moment) -> dict[str, Any]:
    """What a browser needs that was shown `before`."""
    fresh = before is None or before.table is not moment.table
    old = None if before is None or fresh else before
    message: dict[str, Any] = dict(changes(old.json if old else None, moment.json))
    for name in _TABLES:
        first = old.known[name] if old else 0
        if first < moment.known[name]:
            message[name] = getattr(moment.table, name)[first : moment.known[name]]
    if fresh:
        message["fresh"] = True
    if before and before.heard < moment.heard:
        message["sounds"] = moment.notes
    return message
