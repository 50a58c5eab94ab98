import pytest
from rich.console import Console

from helpers.diagnoses import diagnosis, outcome
from helpers.grading import tiny
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.model.outcome import Outcome
from pacgrid.autograder.model.question_grade import QuestionGrade
from pacgrid.autograder.reports.brief_report import brief_report
from pacgrid.autograder.reports.student_view import student_view
from pacgrid.common.failure import Failure


def question(name: str, *outcomes: Outcome) -> QuestionGrade:
    possible = sum(each.possible for each in outcomes)
    return QuestionGrade(name, name.title(), possible, name.title(), outcomes)


def shown(*questions: QuestionGrade, columns: int = 80) -> list[str]:
    console = Console(width=columns, force_terminal=False)
    with console.capture() as capture:
        console.print(brief_report(student_view(tiny(), Grade("my_agent.py", questions))))
    return [line.rstrip() for line in capture.get().splitlines()]


WRONG = question("minimax", outcome(diagnosis("ghosts_maximise"), points=0, possible=5))
WORSE = question("alpha_beta", outcome(diagnosis("chooses_lowest"), points=0, possible=9))
RAISES = question("reflex", Outcome("a game", "lost", 0, 1, failure=Failure("KeyError: 'food'")))
RIGHT = question("expectimax", Outcome("a game", "won", 4, 4))
LOST = question("evaluation", Outcome("12 games", "won 6 of 12", 1, 3))


def test_it_begins_with_the_total_and_has_a_line_for_each_question() -> None:
    lines = shown(WRONG, RIGHT, LOST)
    assert lines[1:7] == [
        "Tiny  my_agent.py",
        "5 of 12 points",
        "",
        "minimax     0 of 5  lets the ghosts help Pac-Man",
        "expectimax  4 of 4",
        "evaluation  1 of 3  1. won 6 of 12",
    ]


def test_what_costs_most_points_is_to_be_fixed_first_and_the_rest_is_counted() -> None:
    lines = shown(WRONG, WORSE, RAISES)
    start = lines.index("Fix this first, in alpha_beta:")
    assert lines[start + 1] == (
        "alpha_beta.1: your search chooses the action with the lowest value"
    )
    assert not any("lets the ghosts help Pac-Man" in line for line in lines[start:])
    assert "--all shows every test and 2 more to fix, --out FOLDER writes a page of it all" in lines


def test_a_row_says_what_a_test_lacks_and_its_advice_comes_below() -> None:
    advised = question("evaluation", Outcome("12 games", "won 6 of 12", 1, 3, advice="watch one"))
    lines = shown(advised)
    assert "evaluation  1 of 3  1. won 6 of 12" in lines
    assert "evaluation.1: watch one" in lines


def test_a_grade_with_full_points_has_nothing_to_fix() -> None:
    text = "\n".join(shown(RIGHT))
    assert "Fix this first" not in text
    assert "--all shows every test, --out FOLDER writes a page of it all\n" in text


def test_pages_are_named_only_where_they_can_be_written() -> None:
    console = Console(width=80, force_terminal=False)
    view = student_view(tiny(), Grade("my_agent.py", [RIGHT]))
    with console.capture() as capture:
        console.print(brief_report(view, writes=False))
    assert capture.get().rstrip().endswith("--all shows every test")


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_a_question_takes_one_line_however_narrow_the_terminal_is(columns: int) -> None:
    lines = shown(WRONG, RAISES, columns=columns)
    rows = lines[4 : lines.index("", 4)]
    assert [row.split()[0] for row in rows] == ["minimax", "reflex"]
    assert all(len(row) <= columns for row in rows)
