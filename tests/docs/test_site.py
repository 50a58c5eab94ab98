"""The site in a browser: its front page, its search, its tables."""

from pathlib import Path
from typing import Any

import pytest

from helpers.browser import DESKTOP, MILLISECONDS, PHONE
from helpers.playground import served

pytestmark = pytest.mark.slow

BROKEN = """() => [...document.querySelectorAll("article :is(td, th) .pre")].filter((name) => {
  const range = document.createRange();
  range.selectNodeContents(name);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
}).map((name) => name.textContent)"""


def opened(browser: Any, address: str, size: tuple[int, int], **options: Any) -> Any:
    width, height = size
    tab = browser.new_page(viewport={"width": width, "height": height}, **options)
    tab.set_default_timeout(MILLISECONDS)
    tab.goto(address)
    return tab


@pytest.mark.parametrize(
    ("size", "script", "shown"),
    [
        (DESKTOP, True, ".playground > iframe[src$='playground/index.html']"),
        (PHONE, True, ".playground a[href$='playground/index.html'] > img"),
        (DESKTOP, False, "p.playground > img"),
    ],
    ids=["desktop", "phone", "without scripts"],
)
def test_playground_is_the_picture_of_the_front_page(
    site: Path, browser: Any, size: tuple[int, int], script: bool, shown: str
) -> None:
    if not (site / "playground").is_dir():
        pytest.skip("npm is not installed")
    with served(site) as (address, _):
        tab = opened(browser, f"{address}index.html", size, java_script_enabled=script)
        tab.locator(shown).wait_for()
        assert tab.locator(".playground > *").count() == 1
        tab.close()


def test_search_finds_pages_before_the_reference(site: Path, browser: Any) -> None:
    with served(site) as (address, _):
        tab = opened(browser, f"{address}search.html?q=grade", DESKTOP)
        tab.locator("#search-results li a[href*='reference/api']").first.wait_for()
        found = tab.locator("#search-results li > a").evaluate_all(
            "links => links.map((link) => link.getAttribute('href'))"
        )
        tab.close()
    is_reference = [link.startswith("reference/") for link in found]
    assert is_reference == sorted(is_reference)
    assert "grading.html" in found[:5]


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("name", ["mistakes", "reference/commands", "compared"])
def test_no_name_in_a_table_is_broken(
    site: Path, browser: Any, name: str, size: tuple[int, int]
) -> None:
    tab = opened(browser, (site / f"{name}.html").as_uri(), size)
    assert tab.evaluate(BROKEN) == []
    tab.close()


def test_source_is_shown_of_pacgrid_only(site: Path) -> None:
    assert {path.name for path in (site / "_modules").iterdir()} == {"index.html", "pacgrid"}
    assert (site / "favicon.ico").exists()
