import io
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from helpers.report_cards import BROKEN, FULL, GAMES, GOOD, ILL, UNANSWERED, grades, reflex
from pacgrid.autograder.reports.comparison import Change, Pair, compare, comparison_table

BETTER = replace(ILL, questions=(reflex(GAMES), UNANSWERED))


def shown(changes: list[Change]) -> list[str]:
    console = Console(width=100, file=io.StringIO(), record=True)
    console.print(comparison_table(changes))
    return [" ".join(line.split()) for line in console.export_text().splitlines() if line.strip()]


def test_points_then_and_now_stand_side_by_side():
    (change,) = compare([ILL], [BETTER])
    assert change == Change(
        "ill.py", Pair(0, 2), {"reflex": Pair(0, 2), "minimax": Pair(None, None)}
    )
    assert change.differs


def test_what_differs_is_shown_and_the_rest_counted():
    changes = compare([GOOD, ILL, FULL, BROKEN], [GOOD, BETTER, FULL, BROKEN])
    assert shown(changes) == [
        "submission reflex minimax total",
        "ill.py 0 → 2 – 0 → 2",
        "unchanged: 3; higher: 1; average 4 → 4.5",
    ]


def test_lower_points_are_counted_apart():
    assert shown(compare([BETTER], [ILL]))[-1] == "unchanged: 0; lower: 1; average 2 → 0"


def test_nothing_that_differs_needs_no_table():
    assert shown(compare([GOOD, ILL], [GOOD, ILL])) == ["unchanged: 2"]


def test_a_new_submission_and_one_that_is_gone_are_shown():
    assert shown(compare([GOOD], [ILL])) == [
        "submission reflex minimax total",
        "ill.py – → 0 – – → 0",
        "good.py 5 → – – 5 → –",
        "unchanged: 0; new: 1; gone: 1",
    ]


def test_a_question_that_is_answered_now_differs_even_without_points():
    answered = replace(UNANSWERED, answer="Minimax")
    changes = compare([GOOD], [replace(GOOD, questions=(GOOD.questions[0], answered))])
    assert shown(changes)[1:] == ["good.py 5 – → 0 5", "unchanged: 0; same total: 1"]


@pytest.mark.parametrize("width", [0.1 + 0.2, 0.3])
def test_the_order_in_which_points_were_added_up_is_no_difference(width):
    assert not Pair(0.3, width).differ


@settings(max_examples=25)
@given(st.lists(grades, max_size=3), st.lists(grades, max_size=3))
def test_every_submission_of_either_time_has_one_change(old, new):
    changes = compare(old, new)
    names = [change.name for change in changes]
    assert set(names) == {grade.name for grade in [*old, *new]}
    assert len(set(names)) == len(names)
    assert not any(change.differs for change in compare(new, new))


@settings(max_examples=25)
@given(grades, grades)
def test_nothing_handed_in_commands_the_terminal(old, new):
    text = "\n".join(shown(compare([old], [new])))
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text)
