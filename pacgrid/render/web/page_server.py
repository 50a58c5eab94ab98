"""A server on this machine for a page that asks for what is new."""

import secrets
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Self

from pacgrid.render.web.access import AccessControl
from pacgrid.render.web.listening import listen, open_in_browser, site

if TYPE_CHECKING:
    from websockets.sync.server import Server, ServerConnection


class PageServer:
    """Serves a page and its documents to browsers that know a token, for the length of a `with`.

    Args:
        page: makes the HTML of the page. It and `documents` are called in many threads.
        documents: see AccessControl.
        port: where to listen; 0: any free port.
        hosts: names of this machine as browsers see it behind a proxy.
        open_browser: whether to open the page in a browser, if there is a screen.

    Raises WebError when it is entered and can't listen.
    """

    def __init__(
        self,
        page: Callable[[], str],
        documents: Callable[[str], str | None],
        *,
        port: int = 0,
        hosts: Sequence[str] = (),
        open_browser: bool = True,
    ) -> None:
        self._token = secrets.token_urlsafe(16)
        self._access = AccessControl(page, (self._token,), hosts, documents)
        self._port = port
        self._open_browser = open_browser
        self._server: Server | None = None

    def __enter__(self) -> Self:
        self._server = listen(_close, self._access, self._port)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        if self._open_browser:
            open_in_browser(self.address)
        return self

    def __exit__(self, *_: object) -> None:
        assert self._server
        self._server.shutdown()

    @property
    def address(self) -> str:
        """Where a browser finds the page."""
        assert self._server
        return f"{site(self._server.socket.getsockname()[1])}/{self._token}/"


def _close(connection: "ServerConnection") -> None:
    """The page opens no WebSocket."""
    connection.close()
