"""axe-core finds nothing on the site, nor on the pages that Pacgrid writes, light and dark."""

from pathlib import Path
from typing import Any

import pytest

from helpers.accessibility import complaints
from helpers.analyses import analysis_of
from helpers.diagnoses import diagnosed_grade, diagnosis, outcome
from helpers.grades import ASSIGNMENT
from helpers.search_trees import search_tree
from pacgrid import Layout, play
from pacgrid.agent_loader import load_agent
from pacgrid.autograder.reports.pages import as_page
from pacgrid.autograder.reports.student_view import student_view
from pacgrid.quizzes.quiz import quiz
from pacgrid.render.web.page import page
from pacgrid.render.web.quiz_page import quiz_page
from pacgrid.render.web.tree_page import tree_page

pytestmark = pytest.mark.slow

SITE_PAGES = (
    "index.html",
    "agents.html",
    "reference/api/index.html",
    "house.html",
    "lectures/learning.html",
    "tutorials/first_agent.html",
)


def written(name: str) -> str:
    """A page that Pacgrid writes."""
    match name:
        case "record":
            record = play(Layout.load("pocket"), [load_agent("alpha_beta")], seed=1, thoughts=True)
            return page(record, analysis=analysis_of(record, {0: 300}))
        case "tree":
            return tree_page([search_tree([[3, 12, 8], [2, 4, 6]])], "book")
        case "quiz":
            return quiz_page(quiz("book"))
    grade = diagnosed_grade(outcome(diagnosis("one_ply_too_many")))
    return as_page(student_view(ASSIGNMENT, grade))


@pytest.mark.parametrize("name", SITE_PAGES)
def test_nobody_is_kept_out_of_a_page_of_the_site(site: Path, browser: Any, name: str) -> None:
    address = (site / name).as_uri()
    assert complaints(browser, address) == []
    if name == "index.html":
        assert complaints(browser, address, "light", width=390) == [], "on a phone"


@pytest.mark.parametrize("name", ["record", "tree", "quiz", "feedback"])
def test_nobody_is_kept_out_of_a_page_that_pacgrid_writes(
    browser: Any, name: str, tmp_path: Path
) -> None:
    path = tmp_path / "page.html"
    path.write_text(written(name), "utf-8")
    keys = ("", ". .", "Space") if name == "record" else ("",)
    assert complaints(browser, path.as_uri(), keys=keys) == []


def test_keyboard_alone_plays_the_game_of_a_lecture(site: Path, browser: Any) -> None:
    tab = browser.new_page()
    tab.goto((site / "lectures" / "minimax.html").as_uri())
    game = tab.locator(".made-game iframe").last
    game.scroll_into_view_if_needed()
    frame = game.element_handle().content_frame()
    frame.wait_for_load_state()  # it is loaded when it comes into view
    frame.locator("#play").focus()
    tab.keyboard.press("End")
    banner = frame.locator("#banner-title:visible")
    banner.wait_for()
    assert banner.inner_text().casefold() == "won"
    tab.close()
