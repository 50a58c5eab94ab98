"""How servers of pages listen on this machine, and where browsers find them."""

import logging
import os
import sys
import threading
import webbrowser
from collections.abc import Callable
from typing import TYPE_CHECKING

from pacgrid.errors import PacgridError
from pacgrid.render.web.access import AccessControl

if TYPE_CHECKING:
    from websockets.sync.server import Server, ServerConnection

ADDRESS = "127.0.0.1"
_LARGEST_MESSAGE = 256
_LOGGER = logging.getLogger(__name__)
_LOGGER.disabled = True  # what strangers send is nothing for the terminal


class WebError(PacgridError):
    """The browser view can't be opened."""


def listen(
    serve_one: "Callable[[ServerConnection], None]", access: AccessControl, port: int
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
    """Open `address` in a browser, if there is a screen."""
    if _has_screen():
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _codespace(port: int) -> str:
    """The name of a port of this machine on the web, if it is a Codespace."""
    name = os.environ.get("CODESPACE_NAME")
    domain = os.environ.get("GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN")
    return f"{name}-{port}.{domain}" if name and domain else ""


def _has_screen() -> bool:
    """Whether a browser would open in a window: one in the terminal would cover what is there."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    return sys.platform in ("darwin", "win32") or any(map(os.environ.get, names))
