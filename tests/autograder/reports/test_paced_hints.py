import json
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from helpers.diagnoses import BOARD, diagnosed_grade, diagnosis, outcome
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.batch.grading_version import GradingVersion
from pacgrid.autograder.batch.journal import Journal, recorded
from pacgrid.autograder.course.course_row import CourseRow
from pacgrid.autograder.model.diagnosis import Diagnosis, Finding, Verdict
from pacgrid.autograder.model.evaluation_report import EvaluationReport, EvaluationWarning
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.model.played_game import PlayedGame
from pacgrid.autograder.reports.brief_report import brief_report
from pacgrid.autograder.reports.feedback import as_markdown, as_page, as_text
from pacgrid.autograder.reports.gradescope_results import results
from pacgrid.autograder.reports.paced_hints import (
    UNCOUNTED,
    shown_mistakes,
    with_earlier_hand_ins,
    with_paced_hints,
)
from pacgrid.autograder.reports.report import student_report
from pacgrid.autograder.reports.student_view import student_view
from pacgrid.autograder.submissions.gradescope_metadata import read_shown_before
from pacgrid.common.failure import Failure

ASSIGNMENT = Assignment.parse(
    """
title = "Trees"
hints = "paced"

[[questions]]
name = "minimax"
agent = "Minimax"
points = 5

[[questions.tests]]
kind = "search"
search = "minimax"
depth = 1
points = 5
trees = ["MAX: 3 12"]
""",
    "trees.toml",
)
AT_ONCE = ASSIGNMENT.model_copy(update={"hints": "at once"})
WRONG = diagnosis("chooses_lowest")
(FINDING,) = WRONG.findings
MISTAKE = f"minimax: {FINDING.mistake}"
EXAMPLE = "Expected: "
NEXT = "The explanation is shown with your next hand-in, and an example with the one after that."
AFTER = "An example is shown with your next hand-in."
VERSION = GradingVersion("Trees", "", "a1", "pacgrid 1", "landlock")


def graded(before: int | None, diagnosed: Diagnosis = WRONG, **others: object) -> Grade:
    """A grade of a student who was shown the mistake so often."""
    shown = None if before is None else (MISTAKE,) * before
    return replace(diagnosed_grade(outcome(diagnosed, **others)), shown_before=shown, digest="d0")


def printed(shown: object) -> str:
    console = Console(width=100, file=StringIO())
    console.print(shown)
    return console.file.getvalue()


def everywhere(grade: Grade, assignment: Assignment = ASSIGNMENT) -> list[str]:
    """All that a student reads, with blanks and line ends as single blanks."""
    view = student_view(assignment, grade)
    (test,) = results(assignment, grade)["tests"]
    shown = [as_text(view), as_markdown(view), as_page(view), test["output"]]
    shown += [printed(student_report(view)), printed(brief_report(view))]
    return [" ".join(text.replace("\\", "").split()) for text in shown]


@pytest.mark.parametrize(
    ("before", "explained", "example", "later"),
    [
        (None, False, False, UNCOUNTED),
        (0, False, False, NEXT),
        (1, True, False, AFTER),
        (2, True, True, ""),
        (7, True, True, ""),
    ],
)
def test_every_report_for_students_shows_one_step_more_with_each_hand_in(
    before, explained, example, later
):
    for text in everywhere(graded(before)):
        assert FINDING.title in text
        assert (FINDING.hint in text) == explained
        assert (EXAMPLE in text) == example
        assert later in text
        assert ("hand-in" in text) == bool(later)


def test_by_default_everything_is_shown_at_once():
    for text in everywhere(graded(0), AT_ONCE):
        assert FINDING.hint in text
        assert EXAMPLE in text


def test_staff_see_everything():
    view = student_view(ASSIGNMENT, graded(0), show_hidden=True)
    assert FINDING.hint in as_text(view)
    assert EXAMPLE in as_text(view)


def test_what_to_look_at_would_show_the_example():
    advice = "position 1: chose east, best is north"
    texts = [" ".join(everywhere(graded(n, advice=advice))) for n in (0, 1)]
    assert not any(advice in text for text in texts)


def test_a_lost_game_can_still_be_watched():
    advice = "watch a lost game: pacgrid play\nseed 3, before move 2:"
    lost = (PlayedGame(3, won=False, score=-501),)
    (question,) = with_paced_hints(ASSIGNMENT, graded(0, games=lost, advice=advice)).questions
    assert question.outcomes[0].advice == "watch a lost game: pacgrid play"


def test_of_two_mistakes_each_is_explained_by_its_own_count():
    other = Finding("other", "does something else", hint="Look there.")
    both = replace(WRONG, verdict=Verdict.COMBINED, findings=(FINDING, other))
    (question,) = with_paced_hints(ASSIGNMENT, graded(1, both)).questions
    shown = question.outcomes[0].diagnosis
    assert shown.findings == (FINDING, Finding("other", "does something else"))
    assert (shown.counterexample, shown.later) == (None, NEXT)


def test_what_no_mistake_explains_has_its_example_next():
    unknown = replace(WRONG, verdict=Verdict.UNEXPLAINED, findings=())
    first = with_paced_hints(ASSIGNMENT, graded(0, unknown)).questions[0].outcomes[0].diagnosis
    assert (first.counterexample, first.later) == (None, AFTER)
    again = replace(graded(0, unknown), shown_before=("minimax: unexplained",))
    second = with_paced_hints(ASSIGNMENT, again).questions[0].outcomes[0].diagnosis
    assert (second.counterexample, second.later) == (unknown.counterexample, "")


def test_beside_an_error_nothing_is_held_back():
    raised = Diagnosis(Verdict.FAILED, 1, 0, counterexample=WRONG.counterexample)
    grade = graded(0, raised, failure=Failure("ValueError: x"), advice="position 1: it failed")
    assert with_paced_hints(ASSIGNMENT, grade) == grade
    assert shown_mistakes(grade) == []


@pytest.mark.parametrize(
    ("before", "words", "drawings"), [(0, False, 0), (1, True, 0), (2, True, 1)]
)
def test_warnings_about_an_evaluation_are_paced_too(before, words, drawings):
    warning = EvaluationWarning(FINDING, "3 in all positions", (str(BOARD),))
    grade = graded(before, None, evaluation=EvaluationReport(3, (warning,)))
    (shown,) = with_paced_hints(ASSIGNMENT, grade).questions[0].outcomes[0].evaluation.warnings
    assert (bool(shown.finding.hint), bool(shown.evidence)) == (words, words)
    assert len(shown.positions) == drawings
    assert bool(shown.later) == (before < 2)
    for text in everywhere(grade):
        assert ("3 in all positions" in text) == words


@given(st.lists(st.sampled_from("abc"), max_size=6))
def test_what_is_shown_only_grows_and_a_regrade_shows_the_same(digests):
    """Each letter is a hand-in with other files; the same letter is the same files again."""
    shown = []
    seen: list[str] = []
    for digest in digests:
        seen += [digest] if digest not in seen else []
        before = (MISTAKE,) * (len(set(seen) - {digest}))
        grade = with_paced_hints(ASSIGNMENT, replace(graded(0), shown_before=before))
        shown.append(len(str(grade.questions[0].outcomes[0].diagnosis.findings)))
    assert shown == sorted(shown)


# Where the count comes from.


def hand_in(journal: Journal, digest: str, version: GradingVersion = VERSION, **others) -> Grade:
    """Grades files with that digest, as `pacgrid grade` does."""
    grade = replace(graded(None), digest=digest, **others)
    journal.record([recorded(grade, version, CourseRow())])
    return with_earlier_hand_ins(journal, ASSIGNMENT, grade)


def test_a_journal_counts_other_files_of_the_same_student(tmp_path: Path):
    with Journal(tmp_path / "journal") as journal:
        assert hand_in(journal, "", missing=True).shown_before == ()
        assert hand_in(journal, "d1").shown_before == ()
        assert hand_in(journal, "d1").shown_before == ()
        assert hand_in(journal, "d2").shown_before == (MISTAKE,)
        assert hand_in(journal, "d2", replace(VERSION, assignment="a2")).shown_before == (MISTAKE,)
        assert hand_in(journal, "d3").shown_before == (MISTAKE,) * 2
        assert hand_in(journal, "d3", name="bob.py").shown_before == ()
        assert hand_in(journal, "d4", identifier="17").shown_before == (MISTAKE,) * 3
        assert hand_in(journal, "d5", identifier="18").shown_before == (MISTAKE,) * 3
        other = replace(VERSION, title="Other")
        assert hand_in(journal, "d6", other, name="cy").shown_before == ()
        assert hand_in(journal, "d7", name="cy").shown_before == ()


def test_gradescope_counts_the_hand_ins_that_its_metadata_lists():
    def previous(digest: str) -> dict[str, object]:
        grade = replace(graded(None), digest=digest)
        return {"score": 0.0, "results": results(ASSIGNMENT, grade)}

    def before(*previous_submissions: object, digest: str = "d9") -> tuple[str, ...]:
        data = {"users": [], "previous_submissions": previous_submissions}
        return read_shown_before(json.dumps(data).encode(), "Trees", digest)

    assert before() == ()
    assert before(previous("d1")) == (MISTAKE,)
    assert before(previous("d1"), previous("d1"), previous("d2")) == (MISTAKE,) * 2
    assert before(previous("d1"), previous("d2"), digest="d2") == (MISTAKE,)
    odd = [None, {}, {"results": None}, {"results": {"extra_data": {"digest": 3}}}]
    assert before(*odd, previous("d1")) == (MISTAKE,)
    assert read_shown_before(b"not JSON", "Trees", "d1") == ()
    assert (
        read_shown_before(json.dumps({"previous_submissions": [previous("d1")]}).encode(), "x", "d")
        == ()
    )


def test_hidden_tests_say_nothing_about_mistakes():
    assert shown_mistakes(graded(0)) == [MISTAKE]
    assert shown_mistakes(graded(0, visibility="hidden")) == []
    hidden = results(ASSIGNMENT, graded(0, visibility="hidden"))
    assert hidden["extra_data"]["mistakes"] == []
