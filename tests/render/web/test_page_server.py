from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from helpers.processes import PATIENCE

pytest.importorskip("websockets", reason="websockets is not installed")

from pacgrid.render.web.page_server import PageServer

DOCUMENTS = {"news.json": "{}", "more.html": "<p>"}


def answer(server: PageServer, path: str, host: str = "") -> tuple[int, str | None, str]:
    address = urlsplit(server.address)
    http = HTTPConnection(address.netloc, timeout=PATIENCE)
    http.request("GET", path, headers={"Host": host} if host else {})
    response = http.getresponse()
    found = response.status, response.headers["Content-Type"], response.read().decode()
    http.close()
    return found


def test_it_serves_a_page_and_its_documents_to_those_who_know_the_token():
    with PageServer(lambda: "<h1>", DOCUMENTS.get, open_browser=False) as server:
        path = urlsplit(server.address).path
        assert answer(server, path) == (200, "text/html; charset=utf-8", "<h1>")
        assert answer(server, f"{path}news.json") == (200, "application/json; charset=utf-8", "{}")
        assert answer(server, f"{path}more.html")[2] == "<p>"
        for other in (f"{path}else", "/", "/news.json", f"/x{path}"):
            assert answer(server, other)[0] == 404
        assert answer(server, path, host="evil.example")[0] == 403
