"""Who may see what: the page and its frames, for browsers that know a token, and nothing else.

A page of another site can make a browser on this machine send requests here. It can't know a token,
and its `Origin` gives it away; if it has this machine's address under a name of its own (DNS
rebinding), `Host` does.
"""

import re
from collections.abc import Sequence
from http import HTTPStatus
from secrets import compare_digest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from websockets.http11 import Request, Response
    from websockets.sync.server import ServerConnection

FRAMES = "frames"
"""Where the frames are, seen from the page."""
_LOOPBACK = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?", re.IGNORECASE)
_HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "SAMEORIGIN",
}


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
