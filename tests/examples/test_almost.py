from pathlib import Path

import pytest

import pacgrid
from pacgrid.autograder.reports.terminal_report import plain_text, student_report

ALMOST = Path(__file__).parents[2] / "examples" / "almost.py"


@pytest.mark.slow
def test_readmes_first_command_shows_the_one_mistake_in_less_than_30_lines() -> None:
    graded = pacgrid.grade(ALMOST)
    text = plain_text(student_report(graded.view, everything=False), 80)
    assert len(text.splitlines()) < 30
    assert "worth knowing" not in text
    assert "23 of 25 points" in text
    assert "minimax     3 of 5  lets a ghost help Pac-Man" in text
    assert "◀ here the mistake gives" in text
    assert f"  pacgrid grade {ALMOST} --only minimax.3." in text
    whole = plain_text(student_report(graded.view, everything=True), 80)
    assert "Everything it did fits this" in whole
    assert "isn't certain" not in " ".join(whole.split())
