"""The playground, built once, and the programs that use it."""

import functools
import http.server
import json
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

IN_NODE = Path(__file__).with_name("in_node.mjs")


def need_node() -> None:
    """Skip the test where a program is missing."""
    for program in ("node", "npm"):
        if not shutil.which(program):
            pytest.skip(f"{program} is not installed")


def build_site(folder: Path, source: str = "pacman") -> Path:
    """The site of an assignment, built into `folder`. The test is skipped without node and npm."""
    need_node()
    from pacgrid.site.build import build

    build(source, folder, examples=source == "pacman")
    return folder


def in_node(site: Path, calls: Sequence[tuple[str, dict[str, Any]]]) -> list[Any]:
    """What `calls` by name are worth in Pyodide, one after the other."""
    from pacgrid.site.build import PAGE, node_modules

    text = json.dumps([[name, json.dumps(given)] for name, given in calls])
    command = ["node", str(IN_NODE), str(site), str(PAGE), str(node_modules() / "pyodide")]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def comparable(grade: dict[str, Any]) -> dict[str, Any]:
    """All of a grade that doesn't tell where and how fast it was made, and what isn't compressed:
    there are several versions of zlib."""
    text = re.sub(r'"(seconds|sandbox)": ("[^"]*"|[\d.e-]+)', r'"\1": ""', json.dumps(grade))
    text = re.sub(r"sandbox: \w+|<dd>\w*process</dd>", "", text)
    same: dict[str, Any] = json.loads(re.sub(r"[A-Za-z0-9+/]{200,}=*", "", text))
    return same


class _Quiet(http.server.SimpleHTTPRequestHandler):
    server: "_Server"

    def log_message(self, *_: object) -> None:
        self.server.asked.append(self.path)


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.asked: list[str] = []

    def handle_error(self, *_: object) -> None:
        """A browser that leaves in the midst of a file is no error."""


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, _Server]]:
    """The address of the files in `folder`, and what serves them."""
    server = _Server(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
