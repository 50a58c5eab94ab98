"""Games live in a browser: a server on this machine for one player and any number of watchers.

A page of another site can make a browser on this machine send requests here. It can't know a token,
and its `Origin` gives it away; if it has this machine's address under a name of its own (DNS
rebinding), `Host` does.
"""

import json
import logging
import os
import queue
import re
import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from http import HTTPStatus
from secrets import compare_digest
from time import monotonic
from typing import TYPE_CHECKING, Any, Self

from pacgrid.errors import PacgridError
from pacgrid.render.web.frame_json import ElementTable, FrameJson, changes, frame_json
from pacgrid.render.web.page import KEY_NAMES, live_page
from pacgrid.session.frame import Frame
from pacgrid.session.session import Session

if TYPE_CHECKING:
    from websockets.http11 import Request, Response
    from websockets.sync.server import Server, ServerConnection


MOVING_RATE, RESTING_RATE = 30, 20
ADDRESS = "127.0.0.1"
_LARGEST_MESSAGE = 256
_LOGGER = logging.getLogger(__name__)
_LOGGER.disabled = True  # what strangers send is nothing for the terminal
FRAMES = "frames"
"""Where the frames are, seen from the page."""
_LOOPBACK = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?", re.IGNORECASE)
_HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "SAMEORIGIN",
}


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
        access = AccessControl(live_page(), (self.player_token, self.watch_token), self._hosts)
        self._server = listen(self._serve, access, self._port)
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
        assert self._server
        port: int = self._server.socket.getsockname()[1]
        return port

    def address(self, token: str) -> str:
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

    def _serve(self, connection: "ServerConnection") -> None:
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


class WebError(PacgridError):
    """The browser view can't be opened."""


def listen(
    serve_one: "Callable[[ServerConnection], None]", access: "AccessControl", port: int
) -> "Server":
    """A server that listens on `port`, any free one if it is 0; it answers requests as `access`
    says, and `serve_one` talks to each WebSocket. Raises WebError."""
    try:
        from websockets.sync.server import serve
    except ImportError:
        message = 'the browser view needs one more package: pip install "pacgrid[web]"'
        raise WebError(message) from None
    try:
        server = serve(
            serve_one,
            ADDRESS,
            port,
            process_request=access.answer,
            max_size=_LARGEST_MESSAGE,
            open_timeout=3,
            close_timeout=1,
            server_header=None,
            logger=_LOGGER,
        )
    except OSError as error:
        raise WebError(f"can't listen on port {port}: {os.strerror(error.errno or 0)}") from None
    if name := _codespace(server.socket.getsockname()[1]):
        access.hosts.add(name)
    return server


def site(port: int) -> str:
    """The address of a server that listens on `port`, as browsers see it."""
    name = _codespace(port)
    return f"https://{name}" if name else f"http://{ADDRESS}:{port}"


def open_in_browser(address: str) -> None:
    """Open `address` in a browser, if there is a screen: one in the terminal would cover what is
    there."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    if sys.platform in ("darwin", "win32") or any(map(os.environ.get, names)):
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _codespace(port: int) -> str:
    """The name of a port of this machine on the web, if it is a Codespace."""
    name = os.environ.get("CODESPACE_NAME")
    domain = os.environ.get("GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN")
    return f"{name}-{port}.{domain}" if name and domain else ""


class AccessControl:
    """Answers requests that have a token and come from this machine's own pages.

    Args:
        page: the HTML of the page.
        tokens: what addresses start with.
        hosts: further names of this machine.
    """

    def __init__(self, page: str, tokens: Sequence[str], hosts: Sequence[str]) -> None:
        self.hosts = set(hosts)
        self._page = page
        self._tokens = tuple(tokens)

    def answer(self, connection: "ServerConnection", request: "Request") -> "Response | None":
        """The page, or why there is none; None lets a WebSocket open."""
        upgrade = "websocket" in ",".join(request.headers.get_all("Upgrade")).lower()
        path = request.path.partition("?")[0]
        token, slash, rest = path.removeprefix("/").partition("/")
        is_known = any(compare_digest(token.encode(), each.encode()) for each in self._tokens)
        if not self._comes_from_here(request, upgrade=upgrade):
            status, text = HTTPStatus.FORBIDDEN, "Not from there.\n"
        elif is_known and upgrade and rest == FRAMES:
            return None
        elif is_known and not upgrade and slash and not rest:
            status, text = HTTPStatus.OK, self._page
        else:
            status, text = HTTPStatus.NOT_FOUND, "Nothing here.\n"
        response = connection.respond(status, text)
        if status == HTTPStatus.OK:
            del response.headers["Content-Type"]
            response.headers["Content-Type"] = "text/html; charset=utf-8"
        response.headers.update(_HEADERS)
        return response

    def _comes_from_here(self, request: "Request", *, upgrade: bool) -> bool:
        hosts, origins = request.headers.get_all("Host"), request.headers.get_all("Origin")
        if len(hosts) != 1 or len(origins) > 1:
            return False
        (host,) = hosts
        if not (host in self.hosts or _LOOPBACK.fullmatch(host)):
            return False
        known = {f"{scheme}://{name}" for scheme in ("http", "https") for name in self.hosts}
        return origins[0] in known | {f"http://{host}"} if origins else not upgrade


_PATIENCE = 1.0
"""Seconds that a browser gets to hear that the session is over."""
WATCHING = "You are watching."
REPLACED = "The game goes on in another browser, and you are watching. Reload to play here."
OVER = "The session is over. You can close this page."
MOST_ELEMENTS = 20_000
"""With more of them, a new table is begun."""
LARGEST = 1_000_000
Event = Callable[[Session], None]


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
    def __init__(self) -> None:
        self.player: Client | None = None
        self.player_came = False
        self._all: set[Client] = set()
        self._changed = threading.Condition()
        self._version = 0
        """How often something changed that browsers show."""
        self._frame: Frame | None = None
        self._over = False

    def publish(self, frame: Frame) -> None:
        if frame != self._frame:
            with self._change():
                self._frame = frame

    @contextmanager
    def joined(self, client: Client, *, plays: bool) -> Iterator[Client]:
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
                    version, frame, over = self._version, self._frame, self._over
                    notice, plays = OVER if over else client.notice, client is self.player
                if news := stream.news(frame, notice=notice, plays=plays, over=over):
                    client.send(json.dumps(news))
        except (ConnectionClosed, OSError):
            pass
        finally:
            client.disconnect()


class FrameStream:
    """The messages to one browser: each has what changed since the last one."""

    def __init__(self) -> None:
        self._before: FrameJson | None = None
        self._table = ElementTable()
        self._known = 0

    @property
    def is_over(self) -> bool:
        """Whether the last message said so."""
        return bool(self._before and self._before["view"]["over"])

    def news(self, frame: Frame | None, **own: Any) -> dict[str, Any] | None:
        """What the browser doesn't know yet of `frame`, and of what it is told of its `own`; None
        if there is no news."""
        if len(self._table.elements) > MOST_ELEMENTS:
            self._before, self._table, self._known = None, ElementTable(), 0
        now: FrameJson = {"view": {}, "boards": []}
        if frame:
            now = frame_json(frame, self._table)
        now["view"] |= own
        if now == self._before:
            return None
        fresh, elements = self._before is None, self._table.elements[self._known :]
        self._known += len(elements)
        message = {"fresh": fresh, "elements": elements, **changes(self._before, now)}
        self._before = now
        return message


def read_event(message: str | bytes) -> Event:
    """The event in a message. Raises ValueError if there is none."""
    if isinstance(message, bytes):
        raise ValueError("not a text")
    match json.loads(message):
        case {"press": str(key), "repeated": bool(repeated), **rest} if not rest:
            if key in KEY_NAMES or (len(key) == 1 and key.isprintable()):
                return lambda session: session.press(key, repeated=repeated)
        case dict(event) if len(event) == 1:
            ((name, number),) = event.items()
            if name in _NUMBERED and type(number) is int and 0 <= number < LARGEST:
                return lambda session: _NUMBERED[name](session, number)
    raise ValueError("not an event")


_NUMBERED: Mapping[str, Callable[[Session, int], None]] = {
    "seek": lambda session, ply: session.seek(ply),
    "choose_row": lambda session, row: session.sheets.choose_row(row),
    "choose_tab": lambda session, tab: session.sheets.choose_tab(tab),
    "choose_target": lambda session, number: session.choose_target(number),
}
