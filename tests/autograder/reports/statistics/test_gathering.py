from dataclasses import replace

import pytest

from helpers.graded_class import graded_class
from helpers.grades import (
    ASSIGNMENT,
    BROKEN,
    GAMES,
    GOOD,
    HIDDEN,
    MISSING,
    UNANSWERED,
    failing,
    reflex,
)
from pacgrid.autograder.model.aim import Aim
from pacgrid.autograder.model.diagnosis import Diagnosis, Finding, Verdict
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.model.outcome import Outcome
from pacgrid.autograder.reports.statistics.facts import AssignmentFacts
from pacgrid.autograder.reports.statistics.gathering import assignment_facts
from pacgrid.autograder.reports.statistics.page import statistics_page


def found(*titles: str, hidden: bool = False, name: str = "ada", digest: str = "") -> Grade:
    """A hand-in with these mistakes, each in a test of its own."""
    outcomes = (
        Outcome(
            *("a test", "failed", 0, 1),
            diagnosis=Diagnosis(Verdict.NAMED, 4, 1, (Finding(title, title),)),
            visibility="hidden" if hidden else "visible",
            number=number,
        )
        for number, title in enumerate(titles, start=1)
    )
    return Grade(name, (reflex(*outcomes, Outcome("another", "", 1, 1, number=9)),), digest=digest)


def test_facts_say_of_each_student_and_test_what_the_grades_say():
    good = replace(GOOD, questions=(reflex(GAMES, replace(HIDDEN, number=2)), UNANSWERED))
    facts = assignment_facts(ASSIGNMENT, [good, MISSING, BROKEN])
    assert [student.handed_in for student in facts.students] == [True, False, True]
    assert [student.is_tested for student in facts.students] == [True, False, False]
    assert [student.points for student in facts.students] == [5, None, 0]
    assert [student.questions for student in facts.students] == [[5, None], [None, None], [0, 0]]
    assert [(test.question, test.title, test.is_hidden) for test in facts.tests] == [
        ("reflex", "2 games on pocket", False),
        ("reflex", "cunning games", True),
    ]
    assert [(part.name, part.missed) for part in facts.tests[0].parts] == [
        ("at least 1 win", 0),
        ("at least 2 wins", 1),
    ]


def test_a_question_that_a_student_is_exempt_from_has_no_points():
    exempt = replace(GOOD, questions=(replace(GOOD.questions[0], is_exempt=True), UNANSWERED))
    facts = assignment_facts(ASSIGNMENT, [exempt, GOOD])
    assert [student.questions[0] for student in facts.students] == [None, 5]
    assert "percent of the points" in statistics_page([facts])


def test_facts_are_the_same_after_being_written_and_read():
    made = graded_class(20)
    facts = assignment_facts(made.assignment, made.grades, made.course_rows, made.earlier)
    assert AssignmentFacts.model_validate_json(facts.model_dump_json()) == facts


def test_facts_have_nothing_that_students_wrote():
    spy = replace(GOOD, questions=(failing("reflex", "SECRET", place="SECRET"), GOOD.questions[1]))
    assert "SECRET" not in assignment_facts(ASSIGNMENT, [spy]).model_dump_json()


def test_mistakes_move_from_hand_in_to_hand_in():
    earlier = {"ada": [found("a", "b"), found("a", "b", "c")]}
    facts = assignment_facts(ASSIGNMENT, [found("a", "d")], earlier=earlier)
    moves = {move.mistake: (move.gone, move.stayed, move.appeared) for move in facts.moves}
    assert moves == {
        "reflex: a": (0, 2, 0),
        "reflex: b": (1, 1, 0),
        "reflex: c": (1, 0, 1),
        "reflex: d": (0, 0, 1),
    }
    assert facts.students[0].earlier == 2


def test_a_mistake_that_only_hidden_tests_ever_show_is_marked():
    earlier = {"ada": [found("a", "b", hidden=True)]}
    facts = assignment_facts(ASSIGNMENT, [found("b")], earlier=earlier)
    assert {move.mistake: move.is_hidden for move in facts.moves} == {
        "reflex: a": True,
        "reflex: b": False,
    }


@pytest.mark.parametrize("now", [MISSING, BROKEN])
def test_what_cannot_be_tested_sheds_no_mistakes(now: Grade):
    assert not assignment_facts(ASSIGNMENT, [now], earlier={now.name: [found("a")]}).moves


@pytest.mark.parametrize(
    ("message", "limits"),
    [
        ("took more than 3 CPU seconds", ["CPU time"]),
        ("took more than 30 seconds", ["time"]),
        ("MemoryError", ["memory"]),
        ("asked for more than 5,000 successors in one search", ["successors"]),
        ("its temporary files take more than 16 MiB", ["temporary files"]),
        ("OSError: no processes allowed here; threads work", ["processes"]),
        ("returned None", []),
    ],
)
def test_limits_are_known_by_their_messages(message: str, limits: list[str]):
    grade = replace(GOOD, questions=(failing("reflex", message),))
    assert assignment_facts(ASSIGNMENT, [grade]).students[0].limits == limits


def test_printing_too_much_is_beyond_a_limit():
    outcome = Outcome("a test", "", 0, 1, output="a\n… cut off after 1024 KiB …\nb")
    grade = replace(GOOD, questions=(reflex(outcome),))
    assert assignment_facts(ASSIGNMENT, [grade]).students[0].limits == ["output"]


def test_an_answer_to_an_exercise_is_one_part_whatever_was_answered():
    marked = [
        Outcome("quiz", "", 0, 2, (Aim(f"1. A: {text}", 1, right), Aim("1. B: 3", 1, right)))
        for text, right in (("3 is right", True), ("3, not 4", False), ("7, not 2", False))
    ]
    grades = [Grade(f"s{number}", (reflex(outcome),)) for number, outcome in enumerate(marked)]
    (test,) = assignment_facts(ASSIGNMENT, grades).tests
    assert [(part.name, part.missed, part.tried) for part in test.parts] == [
        ("1. A", 2, 3),
        ("1. B", 2, 3),
    ]
