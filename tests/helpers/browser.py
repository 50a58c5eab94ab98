"""A real browser for tests of pages, without a screen and without a network."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pacgrid import Record

Visit = Callable[..., Any]
DESKTOP, PHONE, SMALL_PHONE = (1280, 800), (400, 800), (360, 640)

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def chromium() -> Iterator[Any]:
    """Chromium, driven by Playwright; the test is skipped where one of them is missing."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip("Chromium is not installed")
    api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(QUIET))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture
def visit(browser: Any, tmp_path: Path) -> Iterator[Visit]:
    """Opens a record's page from a file; nothing may be complained of or asked for."""
    problems: list[str] = []
    contexts = []

    def open_page(record: Record, size: tuple[int, int] = DESKTOP, **options: Any) -> Any:
        from pacgrid.render.web.page import write_page

        path = tmp_path / "game.html"
        write_page(path, record)
        width, height = size
        context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=size in (PHONE, SMALL_PHONE),
            **{"color_scheme": "dark"} | options,
        )
        contexts.append(context)
        found = context.new_page()
        found.on("console", lambda message: problems.append(message.text))
        found.on("pageerror", lambda error: problems.append(str(error)))
        found.on("dialog", lambda dialog: problems.append(dialog.message))
        address = path.as_uri()
        found.on("request", lambda r: r.url == address or problems.append(r.url))
        found.goto(address)
        return found

    yield open_page
    for context in contexts:
        context.close()
    assert problems == []


def until(tab: Any, condition: str) -> None:
    """Wait for it; Playwright's own way needs `eval`, which the page forbids."""
    look = f"const look = () => ({condition}) ? done() : setTimeout(look, 10); look();"
    tab.evaluate(f"new Promise((done) => {{ {look} }})")
