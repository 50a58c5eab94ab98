import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from helpers.graded_class import graded_class
from pacgrid.autograder.model.errors import GradingError
from pacgrid.autograder.reports.results_folder import write_results
from pacgrid.cli.options import OptionError

Run = Callable[..., Result]
QUIZ = """
title = "Trees"

[[questions]]
name = "trees"
file = "exercise_1.toml"
points = 2

[[questions.tests]]
kind = "exercise"
ask = ["values"]
points = 2
"""


@pytest.fixture
def results(tmp_path: Path) -> list[Path]:
    """The results of two assignments of a course."""
    for title in ("Search", "Chance"):
        made = graded_class(4, title)
        folder = tmp_path / title
        write_results(folder, made.assignment, made.grades, course_rows=made.course_rows)
    return [tmp_path / "Search", tmp_path / "Chance"]


def test_assignments_come_together_on_one_page(pacgrid: Run, results: list[Path]) -> None:
    done = pacgrid("statistics", *results, "-o", "course.html")
    assert done.stderr == "Wrote course.html\n"
    page = Path("course.html").read_text("utf-8")
    assert page.count("Åse Ångström") > 0
    assert all(f"{title}</bdi></h2>" in page for title in ("Search", "Chance"))
    pacgrid("statistics", *results, "--anonymous")
    assert "Ångström" not in Path("statistics.html").read_text("utf-8")


def test_bad_input_gets_one_line(pacgrid: Run, results: list[Path], tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="two of these are results of 'Search'; leave one out"):
        pacgrid("statistics", results[0], results[0])
    with pytest.raises(GradingError, match=r"nowhere: can't be read: No such file.*pacgrid grade"):
        pacgrid("statistics", "nowhere")
    with pytest.raises(GradingError, match="run pacgrid grade --out again"):
        pacgrid("statistics", results[0] / "gradebook.csv")
    with pytest.raises(GradingError, match=r"missing.x\.html: can't be written"):
        pacgrid("statistics", results[0], "-o", tmp_path / "missing" / "x.html")


def test_grading_again_knows_the_hand_ins_before(pacgrid: Run, tmp_path: Path) -> None:
    Path("quiz.toml").write_text(QUIZ)
    for name in ("ada", "bob"):
        (tmp_path / "hand-ins" / name).mkdir(parents=True)
    answers = tmp_path / "hand-ins" / "ada" / "exercise_1.toml"
    for text in ("1", "2"):
        answers.write_text(f'[question_1]\nA = "{text}"\n')
        pacgrid("grade", "hand-ins", "-a", "quiz.toml", "--out", "results")
    facts = json.loads(Path("results/statistics.json").read_text("utf-8"))
    assert [(each["name"], each["earlier"]) for each in facts["students"]] == [
        ("ada", 1),
        ("bob", 0),
    ]
