"""How fast the playground is: from opening it to a named mistake, the first time and later.

    python benchmarks/playground.py

Needs Chromium, Playwright (pip install playwright), node 18 or later, npm, and the network for the
first run.
"""

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

FILE = Path(__file__).parents[1] / "tests/students/wrong/depth_per_agent_simple.py"
PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chrome")
MOST_MILLISECONDS = 300_000


class Visit(NamedTuple):
    """Seconds since the link was opened."""

    ready: float
    """Until Python runs."""
    named: float
    """Until the first mistake is named, if **Grade** is pressed then."""


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of the files in `folder`."""
    handler = partial(QuietHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def visit(browser: Any, address: str, text: str) -> Visit:
    """Opens the playground in a new tab, and grades a file at a first look."""
    tab = browser.new_page()
    tab.set_default_timeout(MOST_MILLISECONDS)
    began = time.perf_counter()
    tab.goto(address)
    tab.wait_for_selector("body[data-python=ready]")
    ready = time.perf_counter() - began
    tab.locator(".cm-content").fill(text)
    tab.locator("#grade-button").click()
    tab.locator("#fast").check()
    pressed = time.perf_counter()
    tab.locator("#grade").click()
    tab.locator("#mistakes li").first.wait_for()
    named = ready + time.perf_counter() - pressed
    tab.wait_for_selector("#graded:not([hidden])")
    tab.close()
    return Visit(ready, named)


def table(visits: list[Visit]) -> Table:
    """A row for each visit."""
    shown = Table(title=f"Grading {FILE.name}")
    for column in ("visit", "Python is ready", "a mistake is named"):
        shown.add_column(column, justify="right")
    for number, seconds in enumerate(visits, start=1):
        shown.add_row(str(number), *(f"{each:.1f} s" for each in seconds))
    return shown


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=3)
    options = parser.parse_args()
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if not (program and shutil.which("node") and shutil.which("npm")):
        sys.exit("Chromium, node and npm are needed")
    from playwright.sync_api import sync_playwright

    from pacgrid.site.build import build

    text = FILE.read_text("utf-8")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = build("pacman", Path(folder) / "site").folder
        browser = playwright.chromium.launch_persistent_context(
            Path(folder) / "profile", executable_path=program, args=["--no-sandbox"], headless=True
        )
        with served(site) as address:
            visits = [visit(browser, address, text) for _ in range(options.visits)]
        browser.close()
    Console().print(table(visits))


if __name__ == "__main__":
    main()
