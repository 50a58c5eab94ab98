"""A real browser for tests of pages, without a screen and without a network."""

import base64
import io
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from helpers.processes import PATIENCE
from pacgrid import Record
from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.render.board_painter import Bytes
from pacgrid.tree.search_tree import SearchTree

Visit = Callable[..., Any]
MILLISECONDS = 1000 * PATIENCE
"""A test fails that waits so long."""
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


def need_browser() -> tuple[str, Any]:
    """Chromium's program, and Playwright, which drives it; the test is skipped where one of them is
    missing."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip("Chromium is not installed")
    api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    return program, api


@contextmanager
def chromium() -> Iterator[Any]:
    """Chromium, driven by Playwright; the test is skipped where one of them is missing."""
    program, api = need_browser()
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=list(QUIET), timeout=MILLISECONDS
        )
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture
def visit(browser: Any, tmp_path: Path) -> Iterator[Visit]:
    """Opens the page of a record or of a search from a file; nothing may be complained of or asked
    for."""
    problems: list[str] = []
    contexts = []

    def open_page(
        shown: Record | Sequence[SearchTree],
        size: tuple[int, int] = DESKTOP,
        analysis: GameAnalysis | None = None,
        **options: Any,
    ) -> Any:
        from pacgrid.render.web.page import write_page
        from pacgrid.render.web.tree_page import write_tree_page

        path = tmp_path / "page.html"
        if isinstance(shown, Record):
            write_page(path, shown, analysis=analysis)
        else:
            write_tree_page(path, shown, "book")
        width, height = size
        context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=size in (PHONE, SMALL_PHONE),
            **{"color_scheme": "dark"} | options,
        )
        context.set_default_timeout(MILLISECONDS)
        contexts.append(context)
        found = context.new_page()
        found.on("console", lambda message: problems.append(message.text))
        found.on("pageerror", lambda error: problems.append(str(error)))
        found.on("dialog", lambda dialog: problems.append(dialog.message))
        address = path.as_uri()
        found.on("request", lambda r: r.url == address or problems.append(r.url))
        found.goto(address)
        if options.get("java_script_enabled", True):
            until(found, "!byId('page').hidden")
        return found

    yield open_page
    for context in contexts:
        context.close()
    assert problems == []


def until(tab: Any, condition: str) -> None:
    """Wait for it; Playwright's own way needs `eval`, which the page forbids."""
    tab.evaluate(
        f"""new Promise((done, fail) => {{
            const end = Date.now() + {MILLISECONDS};
            const look = () => {{
                if ({condition}) done();
                else if (Date.now() > end) fail(new Error("waited in vain"));
                else setTimeout(look, 10);
            }};
            look();
        }})"""
    )


def press(tab: Any, key: str) -> None:
    """Press a key, and wait until the page has drawn what it does."""
    tab.keyboard.press(key)
    tab.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def shown(tab: Any, *ids: str) -> list[str]:
    """The words in elements."""
    return [tab.locator(f"#{each}").inner_text() for each in ids]


def canvas(tab: Any) -> Bytes:
    """The pixels of the board."""
    from pacgrid.render.sdl import pygame

    address = tab.evaluate("document.querySelector('#boards canvas').toDataURL()")
    surface = pygame.image.load(io.BytesIO(base64.b64decode(address.partition(",")[2])), "x.png")
    pixels: Bytes = pygame.surfarray.array3d(surface).transpose(1, 0, 2)
    return pixels
