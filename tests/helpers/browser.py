"""A real browser for tests of pages, without a screen and without a network."""

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
from pacgrid.quizzes.quiz import Quiz
from pacgrid.render.board_painter import Bytes
from pacgrid.render.board_svg import UNIT
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
def open_tab(browser: Any) -> Iterator[Callable[..., Any]]:
    """Opens an address, and waits until its page is drawn; nothing may be complained of, nor asked
    for beside what is below `own`."""
    problems: list[str] = []
    contexts = []

    def opened(
        address: str, size: tuple[int, int] = DESKTOP, *, own: str = "", **options: Any
    ) -> Any:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=size in (PHONE, SMALL_PHONE),
            **options,
        )
        context.set_default_timeout(MILLISECONDS)
        contexts.append(context)
        found = context.new_page()
        if own:
            found.on("console", lambda message: problems.append(message.text))
        found.on("pageerror", lambda error: problems.append(str(error)))
        found.on("dialog", lambda dialog: problems.append(dialog.message))
        found.on("request", lambda r: r.url.startswith(own) or problems.append(r.url))
        found.goto(address)
        if options.get("java_script_enabled", True):
            until(found, "!byId('page').hidden")
        return found

    yield opened
    for context in contexts:
        context.close()
    assert problems == []


@pytest.fixture
def visit(open_tab: Callable[..., Any], tmp_path: Path) -> Visit:
    """Opens the page of a record, of a search or of a quiz from a file; it may ask for nothing."""

    def open_page(
        shown: Record | Quiz | Sequence[SearchTree],
        size: tuple[int, int] = DESKTOP,
        analysis: GameAnalysis | None = None,
        **options: Any,
    ) -> Any:
        from pacgrid.render.web.page import page
        from pacgrid.render.web.quiz_page import quiz_page
        from pacgrid.render.web.tree_page import tree_page

        path = tmp_path / "page.html"
        if isinstance(shown, Record):
            text = page(shown, analysis=analysis)
        elif isinstance(shown, Quiz):
            text = quiz_page(shown)
        else:
            text = tree_page(shown, "book")
        path.write_text(text, "utf-8")
        options = {"color_scheme": "dark"} | options
        return open_tab(path.as_uri(), size, own=path.as_uri(), **options)

    return open_page


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


def board_pixels(tab: Any, cell: int) -> Bytes:
    """The pixels of the board, with cells of so many."""
    from pacgrid.render.sdl import pygame

    tab.evaluate(
        f"""() => {{
            const board = document.querySelector('#boards svg');
            const [, , width, height] = board.getAttribute('viewBox').split(' ');
            Object.assign(board.style, {{
                position: 'fixed', left: 0, top: 0, zIndex: 9, borderRadius: 0,
                width: `${{width * {cell} / {UNIT}}}px`, height: `${{height * {cell} / {UNIT}}}px`,
            }});
        }}"""
    )
    picture = tab.locator("#boards svg").screenshot()
    pixels = pygame.surfarray.array3d(pygame.image.load(io.BytesIO(picture), "board.png"))
    found: Bytes = pixels.transpose(1, 0, 2)
    return found
