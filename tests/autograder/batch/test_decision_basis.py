from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.decisions import decision
from pacgrid.autograder.batch.decision_basis import checked
from pacgrid.autograder.batch.journal import Journal
from pacgrid.autograder.model.decided_grade import decided
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.model.outcome import Outcome
from pacgrid.autograder.model.question_grade import QuestionGrade
from pacgrid.autograder.model.staff_decision import StaffDecision

CONTENTS = {"q.1": "a1", "q.2": "b1"}


def graded(first: float = 0, second: float = 2, digest: str = "d1", possible: float = 2) -> Grade:
    outcomes = (
        Outcome("t", f"won {first}", first, possible),
        Outcome("t", f"won {second}", second, 2, number=2),
    )
    question = QuestionGrade("q", "Reflex", 2 + possible, "Reflex", outcomes)
    return Grade("ada", (question,), identifier="4711", digest=digest)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def regraded(
    path: Path, grade: Grade, contents: dict[str, str], *decisions: StaffDecision
) -> tuple[float, Sequence[str]]:
    """The points with these decisions, and what is to check."""
    with Journal(path) as journal:
        grade = checked(decided(grade, decisions), "Tiny", contents, journal)
    return grade.points, [one.to_check for one in grade.decisions]


def test_a_decision_is_kept_through_20_regrades_and_named_until_it_is_confirmed(path):
    made = decision("points", "q.1", 2)
    assert regraded(path, graded(), CONTENTS, made) == (4, [""])
    for number in range(20):
        changed = CONTENTS | {"q.1": f"a{number + 2}", "q.2": f"b{number}"}
        assert regraded(path, graded(), changed, made) == (4, ["q.1: the test has changed"])
    confirmed = replace(made, confirmed="2026-11-09")
    assert regraded(path, graded(), changed, confirmed) == (4, [""])
    assert regraded(path, graded(), CONTENTS, confirmed) == (4, ["q.1: the test has changed"])
    assert regraded(path, graded(), CONTENTS, made) == (4, [""]), "it is again what it was"


@pytest.mark.parametrize(
    ("about", "grade", "contents", "to_check"),
    [
        ("q.1", graded(digest="d2"), CONTENTS, "there is another submission"),
        (
            "q.1",
            graded(1),
            CONTENTS,
            "the test has another result: 1 point (won 1), and not 0 points (won 0)",
        ),
        ("q.1", graded(possible=3), CONTENTS, "the test is worth 3 points now"),
        ("q.1", graded(0, 1), CONTENTS | {"q.2": "b2"}, ""),
        (
            "q",
            graded(0, 1),
            CONTENTS | {"q.1": "a2", "q.2": "b2"},
            "q.1 has changed; q.2 has changed",
        ),
        (
            "q",
            graded(),
            {"q.1": "c1", "q.2": "a1"},
            "q.1 has changed: it is q.2 now; q.2 has changed",
        ),
        ("q.1", graded(), {"q.1": "c1", "q.2": "a1"}, "the test has changed: it is q.2 now"),
        ("q", graded(), CONTENTS | {"q.3": "c1"}, "q.3 is new"),
        ("", graded(), {"q.1": "a1"}, "q.2 is gone"),
    ],
)
def test_all_that_it_is_about_is_compared_and_nothing_else(path, about, grade, contents, to_check):
    made = decision("points", about, 1)
    regraded(path, graded(), CONTENTS, made)
    expected = f"{made.what}: {to_check}" if to_check else ""
    assert regraded(path, grade, contents, made)[1] == [expected]


def test_a_corrected_reason_is_no_new_decision(path):
    made = decision("comment", "q.1")
    regraded(path, graded(), CONTENTS, made)
    again = replace(made, reason="a better reason", place="decisions.csv:9")
    assert regraded(path, graded(1), CONTENTS, again)[1] != [""]


@pytest.mark.parametrize(
    "made",
    [
        decision("exempt", "q"),
        decision("add", "", 1),
        decision("comment"),
        decision("regrade", "q", decided="", by=""),
    ],
)
def test_what_is_about_no_result_is_never_out_of_date(path, made):
    first = regraded(path, graded(), CONTENTS, made)[1]
    assert regraded(path, graded(1, digest="d2"), {"q.1": "x"}, made)[1] == first


def test_points_for_who_handed_in_nothing_are_to_check_once_they_hand_in(path):
    nothing = replace(graded(digest=""), questions=(), missing=True)
    made = decision("points", "", 3)
    regraded(path, nothing, CONTENTS, made)
    assert regraded(path, nothing, CONTENTS | {"q.1": "a2"}, made) == (3, [""])
    assert regraded(path, graded(), CONTENTS, made)[1] == ["the total: there is another submission"]
