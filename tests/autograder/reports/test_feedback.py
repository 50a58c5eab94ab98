import re

import pytest

from helpers.grades import (
    ASSIGNMENT,
    ATTACKS,
    BROKEN,
    FULL,
    GOOD,
    ILL,
)
from helpers.report_formats import Page
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.reports.feedback import as_page, as_text, unreported
from pacgrid.autograder.reports.student_view import student_view
from pacgrid.common.sanitize import one_line

FORMS = {"txt": as_text, "html": as_page}


@pytest.mark.parametrize("form", FORMS)
def test_the_feedback_explains_every_result(form):
    def feedback(grade: Grade) -> str:
        return FORMS[form](student_view(ASSIGNMENT, grade))

    for part in (
        *("Tiny", "good.py", "Ada Lovelace", "al1815", "2 games on pocket", "won 1 of 2"),
        *("at least 1 win", "at least 2 wins", "reached", "missed", "pacgrid play"),
        *("not answered: no Minimax", "bubblewrap", "3f9a0c77b1d2", "Pacgrid 0"),
    ):
        assert part in feedback(GOOD)
    failed = Page(feedback(ILL)).text if form == "html" else feedback(ILL)
    assert "ValueError: [red]odd[/red] (a.py, line 3, in act)" in failed
    assert '  File "a.py", line 3' in failed
    assert re.search(r"Printed output:?\s+hello", failed)
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
