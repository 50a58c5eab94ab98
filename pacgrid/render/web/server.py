"""Games live in a browser: a server on this machine for one player and any number of watchers."""

import queue
import secrets
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Self

from pacgrid.render.web.access import AccessControl
from pacgrid.render.web.clients import Client, Clients
from pacgrid.render.web.listening import listen, open_in_browser, site
from pacgrid.render.web.messages import Event, read_event
from pacgrid.render.web.page import live_page
from pacgrid.session.session import Session

if TYPE_CHECKING:
    from websockets.sync.server import Server, ServerConnection

MOVING_RATE, RESTING_RATE = 30, 20
"""Frames per second."""


class WebRenderer:
    """Shows sessions in browsers. The newest browser at the player's address plays; all others see
    everything, and their keys do nothing.

    Args:
        port: where to listen; 0: any free port.
        hosts: names of this machine as browsers see it behind a proxy; only the loopback names are
            known otherwise, so that no other site can reach the game through a name of its own.
        open_browser: whether to open the player's address in a browser, if there is a screen.
        tell: writes a line for the person at the terminal.

    Raises WebError when it is entered and can't listen.
    """

    real_time = True

    def __init__(
        self,
        *,
        port: int = 0,
        hosts: Sequence[str] = (),
        open_browser: bool = True,
        tell: Callable[[str], object] | None = None,
    ) -> None:
        self.player_token, self.watch_token = (secrets.token_urlsafe(16) for _ in range(2))
        self._port = port
        self._hosts = hosts
        self._open_browser = open_browser
        self._tell = tell or (lambda line: print(line, file=sys.stderr, flush=True))  # noqa: T201
        self._clients = Clients()
        self._events: queue.Queue[Event] = queue.Queue(maxsize=100)
        self._server: Server | None = None

    def __enter__(self) -> Self:
        self._server = self._listen()
        thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        thread.start()
        self._tell(f"Play at   {self.address(self.player_token)}")
        self._tell(f"Watch at  {self.address(self.watch_token)}")
        if self._open_browser:
            open_in_browser(self.address(self.player_token))
        return self

    def __exit__(self, *_: object) -> None:
        assert self._server
        self._clients.end()
        self._server.shutdown()

    @property
    def port(self) -> int:
        """The port it listens on."""
        assert self._server
        port: int = self._server.socket.getsockname()[1]
        return port

    def address(self, token: str) -> str:
        """Where a browser finds the page."""
        return f"{site(self.port)}/{token}/"

    def show(self, session: Session) -> None:
        """Show `session` until its `next_action` is set. It waits for the first player.

        A person's game is paused when its player leaves, reloads or changes to another browser.
        """
        before, player = monotonic(), self._clients.player
        while session.next_action is None:
            now = monotonic()
            if self._clients.player_came:
                session.advance(now - before)
            before = now
            frame = session.frame()
            last, player = player, self._clients.player
            gone = player is None or last not in (None, player)
            if gone and frame.playing and session.steering:
                session.press(" ")
            self._clients.publish(frame)
            rate = MOVING_RATE if frame.moving else RESTING_RATE
            with suppress(queue.Empty):
                event = self._events.get(timeout=1 / rate)
                while session.next_action is None:
                    event(session)
                    event = self._events.get_nowait()

    def _listen(self) -> "Server":
        access = AccessControl(live_page(), (self.player_token, self.watch_token), self._hosts)
        return listen(self._serve, access, self._port)

    def _serve(self, connection: "ServerConnection") -> None:
        """Talk to one browser until it goes."""
        from websockets.exceptions import ConnectionClosed

        assert connection.request
        plays = connection.request.path.startswith(f"/{self.player_token}/")
        client = Client(connection.send, connection.socket)
        with self._clients.joined(client, plays=plays), suppress(ConnectionClosed, queue.Full):
            try:
                for message in connection:
                    event = read_event(message)
                    if self._clients.player is client:
                        self._events.put_nowait(event)
            except ValueError:
                connection.close(1008, "not understood")
