import pytest

from helpers.exercises import OWN, SHARED, answered, assignment
from pacgrid.autograder.assignments.answers import Answer, Unanswered, answers
from pacgrid.autograder.assignments.written_answers import NO_IDENTIFIER, written_answers
from pacgrid.autograder.submissions.submission import Submission
from pacgrid.autograder.worker_client.replies import Loaded
from pacgrid.common.failure import Failure

ONE = b"[question_1]\nA = '3'\n"
FOR_ADA = b"student = 'Ada '\n" + ONE


def own(content: bytes, identifier: str = "ada", name: str = "own.toml") -> Answer:
    """How a submission answers the individual exercise."""
    hand_in = Submission("x", ((name, content),), identifier=identifier)
    return written_answers(assignment(OWN), hand_in)["own"]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (own(ONE), "own.toml"),
        (own(FOR_ADA), "own.toml"),
        (own(FOR_ADA, "bob"), Failure("own.toml belongs to Ada, not to bob")),
        (own(ONE, ""), Failure(f"own.toml {NO_IDENTIFIER}")),
        (own(b"", ""), Unanswered("own.toml is not written yet")),
        (own(b"\xff\xfe"), Failure("own.toml is not UTF-8 text; save it as UTF-8")),
        (own(ONE, name="deep/down/own.toml"), "own.toml"),
        (own(ONE, name="own (1).toml"), Unanswered("no own.toml; did you mean 'own (1).toml'?")),
        (own(ONE, name="own.toml.txt"), Unanswered("no own.toml; did you mean 'own.toml.txt'?")),
        (own(ONE, name="agent.py"), Unanswered("no own.toml")),
    ],
)
def test_an_exercise_is_answered_by_a_file_with_an_answer_of_its_own_student(
    answer: Answer, expected: Answer
) -> None:
    assert answer == expected


def test_a_shared_exercise_needs_no_identifier() -> None:
    hand_in = Submission("x", (("shared.toml", FOR_ADA),))
    assert written_answers(assignment(SHARED), hand_in) == {"shared": "shared.toml"}


def test_the_file_at_the_top_counts() -> None:
    hand_in = Submission("x", (("a/shared.toml", b""), ("shared.toml", ONE)))
    assert written_answers(assignment(SHARED), hand_in) == {"shared": "shared.toml"}


def test_a_submission_with_nothing_written_says_so_in_one_line() -> None:
    asked = assignment()
    empty = answered(asked, "ada", lambda _: "")
    found = answers(asked, Loaded(kind="loaded"), written=written_answers(asked, empty))
    message = "can't be graded: own.toml is not written yet; shared.toml is not written yet"
    assert {*found.values()} == {Failure(message)}
    nothing = written_answers(asked, Submission("x"))
    found = answers(asked, Loaded(kind="loaded"), written=nothing)
    assert {*found.values()} == {Failure("has no own.toml or shared.toml")}
