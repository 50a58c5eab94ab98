"""The leaderboard of a ladder in Chromium."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers.accessibility import complaints
from helpers.browser import MILLISECONDS, browser, until
from helpers.ladder_tables import made_table
from helpers.ladders import CHASE, HUNGRY, LOOSE, entrant_file, played, replace_ladder_workers
from pacgrid.autograder.batch.journal import Journal
from pacgrid.autograder.ladder.leaderboard import LadderFolder, write_leaderboard

__all__ = ["browser"]
pytestmark = pytest.mark.slow
SCHEMES = pytest.mark.parametrize("scheme", ["light", "dark"])


@pytest.fixture(scope="module")
def ladder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The leaderboard of a ladder that was played."""
    folder = LadderFolder(tmp_path_factory.mktemp("out"))
    entrants = [entrant_file(HUNGRY + CHASE, "ada"), entrant_file(HUNGRY + LOOSE, "bob")]
    with pytest.MonkeyPatch.context() as patch, Journal(folder.journal) as journal:
        replace_ladder_workers(patch)
        table = folder.write(played(entrants, journal=journal))
        return write_leaderboard(folder.path / "pages", table, journal)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The leaderboard of many entrants."""
    table = made_table([f"entrant {n:02}" for n in range(12)])
    return write_leaderboard(tmp_path_factory.mktemp("made"), table)


@pytest.fixture
def tab(browser: Any) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(MILLISECONDS)
    problems: list[str] = []
    found = context.new_page()
    found.on("console", lambda message: problems.append(message.text))
    found.on("pageerror", lambda error: problems.append(str(error)))
    yield found
    context.close()
    assert problems == []


@SCHEMES
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("page", ["made", "ladder"])
def test_nobody_is_kept_out(browser, page, scheme, width, request):
    assert complaints(browser, request.getfixturevalue(page).as_uri(), scheme, width) == []


def names(tab: Any, standing: str) -> list[str]:
    found: list[str] = tab.locator(f".one.{standing} tbody tr:visible th").all_inner_texts()
    return found


def test_the_keyboard_alone_chooses_a_standing_and_hides_anchors(tab: Any, made: Path) -> None:
    tab.goto(made.as_uri())
    assert len(names(tab, "overall")) == 11
    tab.locator("#show-overall").focus()
    tab.keyboard.press("ArrowRight")
    assert names(tab, "overall") == []
    assert "random_agent" in names(tab, "pacman")
    tab.locator("#no-anchors").focus()
    tab.keyboard.press("Space")
    assert "random_agent" not in names(tab, "pacman")


def test_each_game_of_the_leaderboard_plays(tab: Any, ladder: Path) -> None:
    tab.goto(ladder.as_uri())
    links = tab.locator("a", has_text="game")
    addresses = {link.get_attribute("href") for link in links.all()}
    assert len(addresses) == len(list((ladder.parent / "games").iterdir())) > 1
    for address in addresses:
        tab.goto(ladder.as_uri())
        tab.locator(f'a[href="{address}"]:visible').first.click()
        tab.locator("#play").click()
        until(tab, "!byId('banner').hidden")
