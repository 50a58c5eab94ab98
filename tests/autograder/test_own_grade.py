"""Grading from Python."""

import linecache
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import pacgrid
from helpers.grading import GOES_WEST, TINY, write
from pacgrid.autograder.model.fault import GradingError
from pacgrid.autograder.own_grade import source_of


def test_a_graded_file_shows_its_feedback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, GOES_WEST, "mine.py")
    write(tmp_path, TINY, "tiny.toml")
    monkeypatch.chdir(tmp_path)
    whole = pacgrid.grade("mine.py", "tiny.toml")
    assert 0 < whole.points < whole.possible
    assert repr(whole).startswith("Tiny  mine.py\n")
    assert whole.command == "pacgrid grade mine.py --assignment tiny.toml"
    one = pacgrid.grade(Path("mine.py"), "tiny.toml", only=["reflex.1"], fast=True)
    assert one.possible < whole.possible


@pytest.mark.parametrize(
    ("path", "assignment", "message"),
    [
        ("nowhere.py", "pacman", r"nowhere\.py: no such file"),
        (".", "nowhere.toml", r"nowhere\.toml"),
    ],
)
def test_what_cannot_be_graded_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, assignment: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(pacgrid.PacgridError, match=message) as caught:
        pacgrid.grade(path, assignment)
    assert "\n" not in str(caught.value)


Run = Callable[[str], dict[str, Any]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a cell, as a notebook does, and returns the notebook's names."""
    notebook = ModuleType("a notebook")
    monkeypatch.setitem(sys.modules, notebook.__name__, notebook)
    monkeypatch.setattr(linecache, "cache", {})

    def cell(text: str) -> dict[str, Any]:
        name = f"<ipython-input-{len(linecache.cache)}>"
        linecache.cache[name] = len(text), None, text.splitlines(keepends=True), name
        exec(compile(text, name, "exec"), vars(notebook))
        return vars(notebook)

    return cell


def defined(text: str, name: str) -> Any:
    """What a file with that text defines."""
    names: dict[str, Any] = {"__name__": "file"}
    exec(text, names)
    return names[name]


def test_what_a_class_uses_of_other_cells_comes_along(run: Run) -> None:
    run("import math as m\nfrom math import inf as INF, floor\nimport json\nWEIGHTS = {'a': 3}")
    run("def scale(x):\n    return m.ceil(floor(x)) * WEIGHTS['a']\n\ndef unused(): ...")
    run("class Base:\n    best = -INF\n    def act(self):\n        return scale(2.5)")
    mine = run("print('hi')\nclass Mine(Base):\n    pass\nOther = Mine\n")["Mine"]
    text = source_of(mine)
    assert defined(text, "Mine")().act() == 6
    assert "json" not in text
    assert "unused" not in text
    assert "hi" not in text
    assert text.index("class Base") < text.index("class Mine")


def test_the_last_definition_counts_and_decorators_stay(run: Run) -> None:
    run("from functools import cache\ndef f():\n    return 1")
    names = run("@cache\ndef g():\n    return f()\ndef f():\n    return f.__name__ and 2\nh = f")
    assert "@cache" in source_of(names["g"].__wrapped__)
    assert defined(source_of(names["g"].__wrapped__), "g")() == 2


def test_another_name_of_a_class_is_kept(run: Run) -> None:
    run("class A:\n    def one(self): return 1")
    names = run("B = A\nclass C(B):\n    def two(self): return self.one() + 1")
    assert defined(source_of(names["C"]), "C")().two() == 2


def test_a_class_of_a_file_is_its_file() -> None:
    from pacgrid.agents.alpha_beta import AlphaBeta

    assert source_of(AlphaBeta).startswith('"""')


def test_what_cannot_be_copied_is_named(run: Run) -> None:
    names = run("table = object()\nclass A:\n    def act(self): return table")
    with pytest.raises(GradingError, match=r"^A uses table, whose value \(object\) can't be"):
        source_of(names["A"])


def test_a_class_without_source_is_named(run: Run) -> None:
    names = run("B = type('B', (), {})")
    with pytest.raises(GradingError, match=r"^B: its source can't be found; define it at the top"):
        source_of(names["B"])


def test_only_classes_functions_and_paths_are_graded() -> None:
    with pytest.raises(pacgrid.PacgridError, match="a class, a function or a path, not 3"):
        pacgrid.grade(3)  # type: ignore[arg-type]


def test_a_class_of_a_cell_is_graded(
    run: Run, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, TINY, "tiny.toml")
    monkeypatch.chdir(tmp_path)
    run("from pacgrid import Agent\nfrom pacgrid.action import Action\nHOME = 'West'")
    names = run("class Reflex(Agent):\n    def act(self, state):\n        return Action.WEST")
    graded = pacgrid.grade(names["Reflex"], "tiny.toml", only=["reflex.1"], fast=True)
    assert 0 < graded.points == graded.possible
    assert str(graded).startswith("Tiny (first look)  Reflex\n")
