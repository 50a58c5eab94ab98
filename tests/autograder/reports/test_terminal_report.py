import re
from dataclasses import replace

import pytest

from helpers.diagnoses import diagnosis, outcome
from helpers.grades import (
    ASSIGNMENT,
    BROKEN,
    FULL,
    GAMES,
    GOOD,
    ILL,
    MISSING,
    PASSED,
    UNANSWERED,
    reflex,
)
from helpers.grading import tiny
from helpers.reports import report
from pacgrid.autograder.model.grade import Grade, QuestionGrade
from pacgrid.autograder.model.outcome import Outcome
from pacgrid.autograder.model.played_game import PlayedGame
from pacgrid.autograder.reports.json_reports import to_json
from pacgrid.autograder.reports.student_view import student_view
from pacgrid.autograder.reports.terminal_report import plain_text, student_report
from pacgrid.common.failure import Failure

VISIBLE = [q.model_copy(update={"tests": q.tests[:1]}) for q in ASSIGNMENT.questions]
WITHOUT_HIDDEN_TESTS = ASSIGNMENT.model_copy(update={"questions": VISIBLE})


def lines(*grades: Grade, assignment=ASSIGNMENT, show_hidden: bool = False) -> list[str]:
    """What is printed, with single spaces."""
    text = plain_text(report(assignment, grades, show_hidden=show_hidden), 120)
    indented = (line.rstrip() for line in text.splitlines())
    return [re.sub(r"(?<=\S) +", " ", line) for line in indented]


# For a student.


def test_a_student_sees_which_aims_were_missed():
    grade = replace(GOOD, questions=(reflex(GAMES, points=3), UNANSWERED))
    text = "\n".join(lines(grade, assignment=WITHOUT_HIDDEN_TESTS))
    for part in (
        *("✓ at least 1 win ", "✗ at least 2 wins", "reflex 2 of 3", "not answered: no Minimax"),
        "reflex.1: watch a lost game, without a sandbox: pacgrid play",
    ):
        assert part in text
    assert text.startswith(
        "\nTiny good.py\n2 of 8 points\n"
        "questions answered: 1 of 2, with 2 of 3 points\n"
        "a question that isn't answered counts as zero\n"
    )
    assert "✓" not in "\n".join(lines(replace(grade, questions=(reflex(PASSED, points=3),))))
    assert "asked for 1,234 successors" in "\n".join(lines(FULL))


def test_a_student_sees_each_failure_once_and_the_first_output():
    shown = lines(ILL)
    start = shown.index(
        "reflex.1, game 1; reflex.2, position 1: ValueError: [red]odd[/red] (a.py, line 3, in act)"
    )
    assert shown[start + 1 : start + 3] == ['  File "a.py", line 3', "    [x]"]
    assert shown[start + 3].startswith("To run just this: pacgrid grade ill.py")
    assert shown[start + 3].endswith("--only reflex.1.1")
    assert "reflex: printed\n  hello" in "\n".join(shown)
    for grade in (ILL, BROKEN):
        assert "\n".join(lines(grade)).count("ValueError") == 1
    text = "\n".join(lines(BROKEN))
    assert "broken.py: ValueError" in text
    assert "0 of 7 points on the visible tests" in text
    assert "not tested" not in text
    assert "hidden tests: 4 points, not shown here" in text


# For staff.


def test_staff_see_a_row_for_each_submission_with_the_reasons_and_sandboxes_below():
    shown = lines(GOOD, replace(ILL, sandbox="landlock"), GOOD, BROKEN, MISSING)
    assert "good.py 5 – 5 of 11" in shown
    assert "ill.py !0 – 0 of 11" in shown
    assert "ill.py: reflex: ValueError: [red]odd[/red] (a.py, line 3, in act)" in shown
    assert {"Eve Absent – – –", "Eve Absent: nothing was handed in"} <= set(shown)
    assert sum("broken.py:" in line for line in shown) == 1
    assert [line for line in shown if "sandbox" in line] == ["sandbox: bubblewrap, landlock"]
    assert "sandbox" not in "\n".join(lines(BROKEN, BROKEN))
    assert "nothing to grade" in lines()


def test_the_json_names_its_format_and_the_assignment():
    data = to_json(ASSIGNMENT, [GOOD, ILL])
    assert (data["format"], data["version"]) == ("pacgrid grades", 3)
    assert data["assignment"] == {"title": "Tiny", "points": 11}
    assert [submission["submission"] for submission in data["submissions"]] == ["good.py", "ill.py"]
    points = ("points", "possible_points", "attempted_points")
    assert [data["submissions"][0][key] for key in points] == [5, 11, 6]
    assert data["submissions"][0]["visible_points"] == 2
    assert data["submissions"][0]["visible_possible_points"] == 7
    assert to_json(ASSIGNMENT, [MISSING])["submissions"][0]["points"] is None


def question(name: str, *outcomes: Outcome) -> QuestionGrade:
    possible = sum(each.possible for each in outcomes)
    return QuestionGrade(name, name.title(), possible, name.title(), outcomes)


def shown(*questions: QuestionGrade, columns: int = 80) -> list[str]:
    view = student_view(tiny(), Grade("my_agent.py", questions))
    text = plain_text(student_report(view, everything=False), columns)
    return [line.rstrip() for line in text.splitlines()]


WRONG = question("minimax", outcome(diagnosis("ghosts_maximise"), points=0, possible=5))
WORSE = question("alpha_beta", outcome(diagnosis("chooses_lowest"), points=0, possible=9))
RAISES = question("reflex", Outcome("a game", "lost", 0, 1, failure=Failure("KeyError: 'food'")))
RIGHT = question("expectimax", Outcome("a game", "won", 4, 4))
LOST = question("evaluation", Outcome("12 games", "won 6 of 12", 1, 3))


def test_it_begins_with_the_total_and_has_a_line_for_each_question() -> None:
    reasons = {"minimax": "", "evaluation": "Mine is no function"}
    others = [replace(UNANSWERED, name=name, reason=reason) for name, reason in reasons.items()]
    lines = shown(WRONG, RIGHT, LOST)
    assert lines[1:7] == [
        "Tiny  my_agent.py",
        "5 of 12 points",
        "",
        "minimax     0 of 5  lets a ghost help Pac-Man",
        "expectimax  4 of 4",
        "evaluation  1 of 3  1. won 6 of 12",
    ]
    lines = shown(RIGHT, *others)
    start = lines.index("expectimax  4 of 4")
    assert lines[start + 1] == "not answered: no Minimax, evaluation (Mine is no function)"


def test_what_costs_most_points_is_to_be_fixed_first_and_the_rest_is_counted() -> None:
    lines = shown(WRONG, WORSE, RAISES)
    start = lines.index("Fix this first, in alpha_beta:")
    assert lines[start + 1] == (
        "alpha_beta.1: your search takes the lowest value where Pac-Man moves"
    )
    assert not any("lets a ghost help Pac-Man" in line for line in lines[start:])
    assert "--all shows every test and 2 more to fix, --out FOLDER writes a page of it all" in lines


def test_a_mistake_with_a_name_comes_before_an_error_of_another_test_and_both_are_said() -> None:
    error = Outcome("pruning", "failed in position 1 of 3", 0, 2, number=2)
    error = replace(error, failure=Failure("asked for more than 30 successors"))
    named = outcome(diagnosis("ghosts_maximise"), points=0, possible=5)
    lines = shown(question("minimax", named, error))
    assert "minimax  0 of 7  lets a ghost help Pac-Man" in lines
    start = lines.index("Fix this first, in minimax:")
    assert lines[start + 1] == "minimax.1: your search lets a ghost help Pac-Man"
    assert "minimax.2: asked for more than 30 successors" in lines[start:]
    assert not any("more to fix" in line for line in lines)


def test_a_row_says_what_a_test_lacks_and_its_advice_comes_below() -> None:
    lines = shown(question("evaluation", replace(LOST.outcomes[0], advice="watch one")))
    assert {"evaluation  1 of 3  1. won 6 of 12", "evaluation.1: watch one"} <= set(lines)


def test_a_few_games_of_which_some_are_won_tell_nothing_and_come_last() -> None:
    games = [PlayedGame(n, won=n == 1, score=0) for n in (1, 2, 3)]
    few = Outcome("3 games", "won 1 of 3", 0, 9, games=(*games,), advice="watch one")
    lines = shown(question("minimax", few))
    start = lines.index("Too few games were played to tell what to fix in minimax:")
    assert lines[start + 1] == "minimax.1: watch one"
    assert "Fix this first, in reflex:" in shown(question("minimax", few), RAISES)
    none_won = replace(few, games=(*games[1:],))
    assert "Fix this first, in minimax:" in shown(question("minimax", none_won), RAISES)


def test_a_grade_with_full_points_has_nothing_to_fix_and_pages_where_they_can_be_written() -> None:
    text = "\n".join(shown(RIGHT))
    assert "Fix this first" not in text
    assert "--all shows every test, --out FOLDER writes a page of it all\n" in text
    view = student_view(tiny(), Grade("my_agent.py", [RIGHT]))
    text = plain_text(student_report(view, everything=False, writes=False))
    assert text.rstrip().endswith("--all shows every test")


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_a_question_takes_one_line_however_narrow_the_terminal_is(columns: int) -> None:
    lines = shown(WRONG, RAISES, columns=columns)
    rows = lines[4 : lines.index("", 4)]
    assert [row.split()[0] for row in rows] == ["minimax", "reflex"]
    assert all(len(row) <= columns for row in rows)
