"""The image and the adapters, as far as they can be checked without their platforms."""

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from helpers.grading import GOES_WEST, SOUND_EVALUATE, graded, tiny, write
from pacgrid.autograder.platforms.github_notices import main as report
from pacgrid.autograder.platforms.github_notices import notices, summary
from pacgrid.autograder.platforms.prairielearn import main, prairielearn_results
from pacgrid.autograder.platforms.public_results import NoResultsError, PublicResults
from pacgrid.autograder.reports.gradescope_results import results, unreported

FOLDER = Path(__file__).parents[3] / "autograder" / "platforms"
VISIBLE = {
    "name": "reflex: a",
    "score": 1,
    "max_score": 2,
    "output": "won",
    "visibility": "visible",
}
HIDDEN = {**VISIBLE, "name": "secret", "output": "a board", "visibility": "hidden"}

TESTS = st.lists(
    st.fixed_dictionaries(
        {
            "name": st.text(max_size=9),
            "output": st.text(max_size=50),
            "visibility": st.sampled_from(["visible", "hidden", "after_due_date"]),
        },
        optional={"score": st.floats(0, 5), "max_score": st.floats(5, 9)},
    ),
    max_size=6,
)


def stored(folder: Path, data: Any) -> Path:
    file = folder / "gradescope.json"
    file.write_text(data if isinstance(data, str) else json.dumps(data))
    return file


def read(folder: Path, *tests: dict[str, Any], output: str = "5 points") -> PublicResults:
    return PublicResults.read(stored(folder, {"output": output, "tests": tests}))


# PrairieLearn.


def test_prairielearn_gets_a_share_of_the_visible_points_and_nothing_hidden(tmp_path):
    data = prairielearn_results(read(tmp_path, VISIBLE, HIDDEN))
    assert data == {
        "gradable": True,
        "score": 0.5,
        "output": "5 points",
        "tests": [{"name": "reflex: a", "output": "won", "points": 1, "max_points": 2}],
    }


@given(TESTS, st.text(max_size=300_000))
def test_results_for_prairielearn_are_small_json_with_a_score_from_0_to_1(tests, output):
    visible = [test for test in tests if test["visibility"] == "visible"]
    data = prairielearn_results(PublicResults(output, visible))
    assert len(json.dumps(data)) < 1_000_000
    assert data["gradable"] or not any("max_score" in test for test in visible)
    assert 0 <= data.get("score", 0) <= 1


def test_what_could_not_be_graded_costs_no_attempt(tmp_path):
    file, out = stored(tmp_path, unreported()), tmp_path / "results" / "results.json"
    for text in (None, "{", "[]"):
        if text:
            file.write_text(text)
        main(str(file), str(out))
        data = json.loads(out.read_text())
        assert data["gradable"] is False
        assert data["format_errors"]


def test_a_real_grade_is_converted(tmp_path):
    grade = graded(write(tmp_path, GOES_WEST + SOUND_EVALUATE), only="reflex.2")
    file = stored(tmp_path, results(tiny(), grade))
    data = prairielearn_results(PublicResults.read(file))
    assert data["score"] == 1
    assert data["tests"][0]["max_points"] == 1


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs sh")
def test_the_entrypoint_writes_results_where_prairielearn_looks(tmp_path):
    for folder in ("student", "tests"):
        (tmp_path / folder).mkdir()
    write(tmp_path / "student", GOES_WEST)
    (tmp_path / "tests" / "assignment.toml").write_text(TINY_REFLEX)
    environment = {**os.environ, "GRADE": str(tmp_path), "PACGRID_PYTHON": sys.executable}
    subprocess.run(["sh", FOLDER / "prairielearn_grade.sh"], env=environment, check=True)
    data = json.loads((tmp_path / "results" / "results.json").read_text())
    assert (data["gradable"], data["score"]) == (True, 1)


TINY_REFLEX = """
title = "Tiny"

[[questions]]
name = "reflex"
agent = "Reflex"
points = 1

[[questions.tests]]
kind = "games"
layout = "pocket"
ghosts = ["random_ghost"]
games = 1
rounds = 5
thresholds = [{average_score = -10000, points = 1}]
"""


def test_the_question_for_prairielearn_is_graded_externally():
    info = json.loads((FOLDER / "prairielearn_info.json").read_text())
    options = info["externalGradingOptions"]
    assert info["gradingMethod"] == "External"
    assert options["enabled"] is True
    assert options["enableNetworking"] is False
    assert options["timeout"] <= 600
    assert f"{options['entrypoint']}\n" in (FOLDER / "Containerfile").read_text()


# GitHub.


def test_github_gets_the_two_notices_of_classrooms_reporter(tmp_path):
    assert list(notices(read(tmp_path, VISIBLE, HIDDEN))) == [
        "::notice title=Autograding complete::Points 1/2",
        '::notice title=Autograding report::{"totalPoints": 1, "maxPoints": 2}',
    ]


def test_the_summary_escapes_what_a_name_could_do_to_the_table(tmp_path, monkeypatch):
    file = tmp_path / "summary.md"
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(file))
    report(str(stored(tmp_path, {"output": "", "tests": [{**VISIBLE, "name": "a|b <img>"}]})))
    assert r"| a\|b \<img\> | 1 | 2 |" in file.read_text()
    assert "secret" not in summary(read(tmp_path, HIDDEN))


def test_a_file_that_is_no_result_is_named(tmp_path):
    for text in ("", "{}", "[1]", '{"output": "", "tests": [1]}'):
        with pytest.raises(NoResultsError, match="is not what pacgrid grade --gradescope writes"):
            PublicResults.read(stored(tmp_path, text))
    with pytest.raises(NoResultsError, match="can't be read"):
        PublicResults.read(tmp_path / "nowhere.json")


def test_the_workflow_has_the_names_that_classroom_looks_for_and_few_permissions():
    workflow = yaml.safe_load((FOLDER / "github_classroom.yml").read_text())
    assert workflow["name"] == "Autograding Tests"
    assert list(workflow["jobs"]) == ["run-autograding-tests"]
    assert workflow["permissions"] == {"contents": "read"}
    steps = workflow["jobs"]["run-autograding-tests"]["steps"]
    assert all(("uses" in step) != ("run" in step) for step in steps)
    assert all(re.search(r"@v\d", step["uses"]) for step in steps if "uses" in step)
    commands = "\n".join(step.get("run", "") for step in steps)
    assert "--gradescope results.json" in commands
    assert "python -m pacgrid.autograder.platforms.github_notices results.json" in commands


# Notebooks.


class Result(SimpleNamespace):
    """What `pacgrid.grade` returns."""


def run_file(name: str, points: float, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs the cell or the file of tests as its platform does. Returns the value of a last
    expression, or of what Otter's decorated functions were."""
    monkeypatch.setattr("pacgrid.grade", lambda *_, **__: Result(points=points, possible=2))
    cases = []

    def test_case(points: float) -> Any:
        return lambda function: cases.append((points, function))

    otter = ModuleType("otter.test_files")
    otter.test_case = test_case  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "otter", ModuleType("otter"))
    monkeypatch.setitem(sys.modules, "otter.test_files", otter)
    tree = ast.parse((FOLDER / name).read_text())
    names: dict[str, Any] = {"AlphaBeta": object}
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec"), names)
    if not last:
        assert names["OK_FORMAT"] is False
        return cases
    return eval(compile(ast.Expression(last.value), name, "eval"), names)


def test_the_cell_for_nbgrader_ends_with_the_points_and_fails_without(monkeypatch):
    assert run_file("nbgrader_cell.py.txt", 1.5, monkeypatch) == 1.5
    with pytest.raises(AssertionError, match="no points"):
        run_file("nbgrader_cell.py.txt", 0, monkeypatch)


def test_each_case_for_otter_passes_with_full_points_only(monkeypatch):
    for _, case in run_file("otter_test.py.txt", 2, monkeypatch):
        case(AlphaBeta=object)
    for points, case in run_file("otter_test.py.txt", 1, monkeypatch):
        assert points == 1
        with pytest.raises(AssertionError):
            case(AlphaBeta=object)


# The image.


def test_the_image_has_a_pinned_base_and_an_ordinary_user():
    text = (FOLDER / "Containerfile").read_text()
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert re.search(r"^ARG DEBIAN=\S+:\d+\.\d+-slim$", "\n".join(lines), re.MULTILINE)
    assert {line.split()[1] for line in lines if line.startswith("FROM")} == {"${DEBIAN}"}
    users = [line.split()[1] for line in lines if line.startswith("USER")]
    assert users
    assert users[-1] not in {"root", "0"}
    copied = re.findall(r"COPY --chmod=0755 (\S+)", text)
    assert copied
    assert all((FOLDER.parents[1] / path).is_file() for path in copied)
