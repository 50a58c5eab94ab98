"""A lecture as slides, in a real browser."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers.site import DOCS

pytestmark = pytest.mark.slow

PAGE = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>A lecture</title>
<style>{style}</style></head><body><main><article><section>
<h1>Games</h1>
<p class="lecture-tools"><button type="button" class="lecture-slides" hidden>Slides</button></p>
<p>An introduction.</p><p>Before the box.</p>
<div class="key-point"><p>Remember this.</p></div>
<section><h2>Trees</h2><p>First.</p><p>Second.</p><div class="made"><img alt="a tree"></div>
<p>After the tree.</p>
<section><h3>Values</h3><p>Only text.</p></section></section>
<section><h2>Code</h2><div class="run-python"><pre contenteditable="true">x</pre></div></section>
</section></article></main><script>{script}</script></body></html>"""


@pytest.fixture
def tab(browser: Any, tmp_path: Path) -> Iterator[Any]:
    static = DOCS / "_static"
    style = (static / "slides.css").read_text("utf-8")
    script = (static / "slides.js").read_text("utf-8")
    path = tmp_path / "page.html"
    path.write_text(PAGE.replace("{style}", style).replace("{script}", script), "utf-8")
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    tab = context.new_page()
    tab.goto(path.as_uri())
    yield tab
    context.close()


def seen(tab: Any) -> list[str]:
    """The words of the slide, without the bar."""
    words: str = tab.locator("section").first.inner_text()
    return [line for line in words.splitlines() if line]


def place(tab: Any) -> str:
    words: str = tab.locator(".slides-place").inner_text()
    return words


def test_slides_show_a_heading_and_one_thing_until_escape_leaves_the_page_as_before(
    tab: Any,
) -> None:
    before = seen(tab)
    tab.click(".lecture-slides")
    assert (place(tab), seen(tab)) == ("1 / 4", ["Games", "Remember this."])
    for key, number, words in (
        ("ArrowRight", 2, ["Trees", "Second."]),
        (" ", 3, ["Values", "Only text."]),
        ("End", 4, ["Code", "x"]),
        ("ArrowRight", 4, ["Code", "x"]),
        ("Home", 1, ["Games", "Remember this."]),
        ("t", 1, ["Games", "An introduction.", "Before the box.", "Remember this."]),
        ("PageDown", 2, ["Trees", "First.", "Second.", "After the tree."]),
        ("t", 2, ["Trees", "Second."]),
    ):
        tab.keyboard.press(key)
        assert (place(tab), seen(tab)) == (f"{number} / 4", words)
    assert tab.locator("img").is_visible()
    tab.keyboard.press("Escape")
    assert seen(tab) == before
    assert tab.locator(".slides-bar").count() == 0
    assert "#" not in tab.url


def test_the_address_opens_a_slide_again_and_typing_in_a_cell_turns_none(tab: Any) -> None:
    tab.click(".lecture-slides")
    tab.click("text=›")
    address = tab.url
    assert address.endswith("#slide=2")
    tab.goto("about:blank")
    tab.goto(address)
    assert place(tab) == "2 / 4"
    tab.keyboard.press("End")
    tab.locator("pre").click()
    tab.keyboard.press("Home")
    tab.keyboard.type("t ")
    assert place(tab) == "4 / 4"
    assert "t" in tab.locator("pre").inner_text()
