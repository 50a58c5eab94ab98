import re
from typing import Any

import pytest

from helpers.browser import DESKTOP
from helpers.diagnoses import BOARD, diagnosed_grade, diagnosis, outcome
from helpers.grades import ASSIGNMENT, ATTACKS, BROKEN, FULL, GOOD, ILL
from helpers.report_formats import PICTURES, Page, checked_page
from pacgrid.autograder.course.dates import CourseRow
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.reports.pages import as_page, index_page, unreported
from pacgrid.autograder.reports.student_view import student_view
from pacgrid.common.sanitize import one_line


def feedback(grade: Grade) -> str:
    return as_page(student_view(ASSIGNMENT, grade))


def test_the_page_explains_every_result():
    for part in (
        *("Tiny", "good.py", "Ada Lovelace", "al1815", "2 games on pocket", "won 1 of 2"),
        *("at least 1 win", "at least 2 wins", "reached", "missed", "pacgrid play"),
        *("not answered: no Minimax", "bubblewrap", "3f9a0c77b1d2", "Pacgrid 0"),
    ):
        assert part in feedback(GOOD)
    failed = Page(feedback(ILL)).text
    assert "ValueError: [red]odd[/red] (a.py, line 3, in act)" in failed
    assert '  File "a.py", line 3' in failed
    assert re.search(r"Printed output\s+hello", failed)
    assert feedback(BROKEN).count("ValueError") == 1
    assert "answered" not in re.sub(r"\.card.*", "", feedback(BROKEN))
    assert "asked for 1,234 successors" in feedback(FULL)
    assert "7 of 7" in re.sub(r"<[^>]*>", "", feedback(FULL))
    assert "on the visible tests" in feedback(FULL)


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_page_without_details_has_the_name_as_text(attack):
    page = Page(unreported(one_line(attack)))
    assert set(page.tags) == {"meta", "title", "p"}
    assert one_line(attack) in page.text


def test_the_page_draws_the_position_and_both_searches_and_runs_nothing():
    wrong = diagnosis("only_own_move"), diagnosis("one_ply_too_many", root=BOARD)
    outcomes = (outcome(each, number) for number, each in enumerate(wrong, start=1))
    text = feedback(diagnosed_grade(*outcomes))
    found = checked_page(text, PICTURES)
    assert found.tags["figure"] == 4
    assert found.tags["svg"] > 5
    assert "#" not in "".join(value for _, name, value in found.attributes if name == "fill")
    assert "--only minimax.1.3" in found.text
    assert len(text) < 200_000


@pytest.mark.slow
def test_a_long_rule_of_lateness_makes_the_page_for_staff_no_wider(browser: Any) -> None:
    rule = f"extension until 2026-11-02 23:59 ({'a conference abroad, ' * 8}); 1 late day used"
    tab = browser.new_page(viewport={"width": DESKTOP[0], "height": DESKTOP[1]})
    tab.set_content(index_page(ASSIGNMENT, [GOOD], {GOOD.name: CourseRow(rule=rule)}))
    table = tab.locator("[aria-label=Submissions]")
    assert "conference" in table.inner_text()
    assert table.evaluate("e => e.scrollWidth <= e.clientWidth")
    tab.close()
