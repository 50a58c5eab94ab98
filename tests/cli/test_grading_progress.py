import io

from rich.console import Console

from pacgrid.autograder.batch.grader import Progress
from pacgrid.autograder.model.grade import Grade
from pacgrid.cli.grading_progress import ProgressDisplay, grades_table
from pacgrid.common.failure import Failure


def drawn(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_a_graded_submission_has_its_points_or_the_reason_for_none():
    console = Console(file=io.StringIO(), width=60)
    grades = [Grade("ada", ()), Grade("eve\x1b[2J", (), Failure("is\nempty [red]"))]
    console.print(grades_table(grades))
    rows = [line.split() for line in drawn(console).splitlines()]
    assert rows == [["ada", "0", "/", "0"], ["eve�[2J", "0", "/", "0", "is", "empty", "[red]"]]


def shown(console: Console, *, show_finished: bool) -> str:
    with ProgressDisplay(console, show_finished=show_finished) as display:
        for number in range(20):
            display.update(Progress(number, 20, "ada: reflex", grade=Grade(f"s{number}", ())))
    return drawn(console)


def terminal() -> Console:
    return Console(file=io.StringIO(), force_terminal=True, width=100)


def test_a_terminal_shows_the_progress_and_the_last_grades():
    text = shown(terminal(), show_finished=True)
    assert "19/20" in text
    assert "ada: reflex" in text
    last = text[: text.rindex("19/20")].rpartition("s11")[0]
    assert "s19" not in last
    assert text.rindex("s12") < text.rindex("s19") < text.rindex("19/20")


def test_a_single_submission_has_only_a_bar_and_without_a_terminal_nothing_is_shown():
    text = shown(terminal(), show_finished=False)
    assert "19/20" in text
    assert "s19" not in text
    assert shown(Console(file=io.StringIO()), show_finished=True) == ""
