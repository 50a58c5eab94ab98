"""Who gets the page, and who gets frames."""

import pytest

pytest.importorskip("websockets", reason="websockets is not installed")

from websockets.datastructures import Headers
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol

from pacgrid.render.web.server import AccessControl

PLAYER, WATCHER = "player-token", "watcher-token"
HERE = "127.0.0.1:8000"


class Connection:
    """What a connection can answer."""

    def respond(self, status: int, text: str) -> Response:
        return ServerProtocol().reject(status, text)


def answer(
    path: str,
    *,
    host: str | None = HERE,
    origin: str | None = None,
    upgrade: bool = False,
    hosts: tuple[str, ...] = (),
    **more: str,
) -> int:
    """The status of the answer; 101 if a WebSocket opens."""
    headers = Headers(more)
    for name, value in (("Host", host), ("Origin", origin)):
        if value is not None:
            headers[name] = value
    if upgrade:
        headers["Upgrade"] = "websocket"
    access = AccessControl("<page>", (PLAYER, WATCHER), hosts)
    response = access.answer(Connection(), Request(path, headers))  # type: ignore[arg-type]
    return response.status_code if response else 101


@pytest.mark.parametrize("token", [PLAYER, WATCHER])
@pytest.mark.parametrize("host", [HERE, "localhost:1", "LocalHost", "[::1]:8000"])
def test_who_has_a_token_gets_the_page_and_its_frames(token: str, host: str) -> None:
    assert answer(f"/{token}/", host=host) == 200
    assert answer(f"/{token}/?theme=x", host=host) == 200
    assert answer(f"/{token}/frames", host=host, origin=f"http://{host}", upgrade=True) == 101


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "",
        "//",
        "/favicon.ico",
        "/wrong/",
        f"/{PLAYER}",
        f"/{PLAYER[:-1]}/",
        f"/{PLAYER}x/",
        f"/{PLAYER}/../",
        f"/{PLAYER}/index.html",
        f"//{PLAYER}/",
        "/é/",
    ],
)
def test_nothing_else_is_there(path: str) -> None:
    assert answer(path) == 404
    assert answer(path, origin=f"http://{HERE}", upgrade=True) == 404


def test_frames_need_a_web_socket_and_the_page_needs_none() -> None:
    assert answer(f"/{PLAYER}/frames") == 404
    assert answer(f"/{PLAYER}/", origin=f"http://{HERE}", upgrade=True) == 404
    assert answer("/wrong/frames", origin=f"http://{HERE}", upgrade=True) == 404


@pytest.mark.parametrize(
    "host",
    [
        None,
        "",
        "evil.example",
        "evil.example:8000",
        "127.0.0.1.evil.example",
        "localhost.evil.example:8000",
        "evil.example#localhost",
        "127.0.0.1:8000@evil.example",
        "127.0.0.2",
        "0.0.0.0:8000",
        "localhost:port",
    ],
)
def test_other_names_of_this_machine_are_refused(host: str | None) -> None:
    assert answer(f"/{PLAYER}/", host=host) == 403
    assert answer(f"/{PLAYER}/frames", host=host, origin=f"http://{host}", upgrade=True) == 403


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "",
        "null",
        "http://evil.example",
        "http://127.0.0.1",
        "http://127.0.0.1:8001",
        "https://127.0.0.1:8000",
        "http://localhost:8000",
        "http://127.0.0.1:8000/",
        "http://127.0.0.1:8000.evil.example",
    ],
)
def test_other_origins_are_refused(origin: str | None) -> None:
    assert answer(f"/{PLAYER}/frames", origin=origin, upgrade=True) == 403
    if origin is not None:
        assert answer(f"/{PLAYER}/", origin=origin) == 403


def test_a_header_given_twice_is_refused() -> None:
    headers = Headers([("Host", HERE), ("Host", HERE)])
    access = AccessControl("", (PLAYER,), ())
    response = access.answer(Connection(), Request(f"/{PLAYER}/", headers))  # type: ignore[arg-type]
    assert response
    assert response.status_code == 403


def test_a_proxy_is_known_by_its_name() -> None:
    name = "hub.example"
    for host in (name, HERE):  # a proxy may keep the name or not
        for origin in (f"https://{name}", f"http://{name}"):
            known = answer(
                f"/{PLAYER}/frames", host=host, origin=origin, upgrade=True, hosts=(name,)
            )
            assert known == 101
    assert answer(f"/{PLAYER}/", host="other.example", hosts=(name,)) == 403


def test_the_page_is_kept_nowhere_and_gives_its_address_to_nobody() -> None:
    request = Request(f"/{PLAYER}/", Headers(Host=HERE))
    response = AccessControl("<page>", (PLAYER,), ()).answer(Connection(), request)  # type: ignore[arg-type]
    assert response
    assert response.body == b"<page>"
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["Referrer-Policy"] == "no-referrer"
