"""The browsers that show a session. Each is sent what changed, at its own pace."""

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from pacgrid.render.web.frame_json import FrameJson
from pacgrid.render.web.frame_stream import FrameStream, ShownFrame
from pacgrid.session.frame import Frame

_PATIENCE = 1.0
"""Seconds that a browser gets to hear that the session is over."""
WATCHING = "You are watching."
REPLACED = "The game goes on in another browser, and you are watching. Reload to play here."
OVER = "The session is over. You can close this page."


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
