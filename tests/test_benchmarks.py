"""The benchmarks run and print their tables; what they measure is never asserted."""

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from helpers.programs import installed
from helpers.students import FOLDER

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"
QUICK = {
    "compiled_search": ["--rounds", "1", "--count", "1", "--most-depth", "1"],
    "ablation": ["--rounds", "1", "--quick"],
    "diagnosis": ["--quick", "--question", "minimax"],
    "evaluation": ["--rounds", "1", "--most", "20", "--games", "1"],
    "engine": ["--rounds", "2", "--states", "50", "--games", "2"],
    "pettingzoo_speed": ["--quick"],
    "separation": ["--most", "4"],
    "levels": ["--count", "20", "--different", "3", "--games", "4", "--steps", "3", "--turns", "1"],
    "vector": ["--games", "4", "--seconds", "0.001", "--turns", "1"],
    "grading": ["--count", "1", "--question", "reflex"],
    "mutants": ["--quick", "--count", "1"],
    "ladder": ["--number", "2", "--games", "1", "--jobs", "1"],
    "solutions": ["--quick", "--games", "2"],
    "wall": ["--rounds", "1", "--moves", "40", "--level", "process"],
    "frames": ["--rounds", "1", "--frames", "20"],
    "learned": ["--quick", "--seeds", "1", "--games", "2"],
    "training": ["--rollouts", "1", "--turns", "1", "--games", "64"],
    "window": ["--frames", "5"],
}


def test_every_benchmark_has_a_quick_run() -> None:
    whole = ["openspiel_games"]  # it runs in tests/games
    assert sorted([*QUICK, *whole]) == sorted(path.stem for path in BENCHMARKS.glob("*.py"))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "arguments"), QUICK.items())
def test_a_benchmark_prints_its_table(name: str, arguments: list[str], tmp_path: Path) -> None:
    if name in ("learned", "training"):
        for package in ("torch==2.13.0", "sb3-contrib", "matplotlib"):
            installed(package, package.partition("=")[0].replace("-", "_"))
    command = [sys.executable, str(BENCHMARKS / f"{name}.py"), *arguments]
    # Another test's command may have kept scripts from importing what is beside them.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    done = subprocess.run(
        command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "━━" in done.stdout or "|---" in done.stdout


@pytest.fixture
def diagnosis(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The benchmark of that name."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return import_module("diagnosis")


def test_each_mistake_of_a_labelled_search_has_its_lines(diagnosis: Any) -> None:
    folders = [FOLDER / "read", FOLDER / "unseen"]
    groups = diagnosis.agents_in([]) | diagnosis.agents_in(folders)
    agents = [each for group in groups.values() for each in group]
    searches = [each for each in agents if each.question in diagnosis.SEARCHES.values()]
    # Shows no more than names if it fails: nobody who works on the catalogue reads the mistakes.
    unmarked = [str(a) for a in searches if len(a.lines) != len(a.wrong) or not all(a.lines)]
    assert not unmarked


def test_a_line_that_is_shown_is_compared_with_those_of_each_mistake(diagnosis: Any) -> None:
    def row(
        marked: list[set[int]], shown: set[int], result: str = "unnamed", seconds: float = 1
    ) -> Any:
        """What is said of an agent that has a mistake in each of the `marked` lines."""
        wrong = ("always stops",) * len(marked)
        file = Path(__file__)
        agent = diagnosis.LabelledAgent(file, "minimax", "", wrong, (), tuple(marked))
        return diagnosis.Row(agent, result, (), "0 of 1", seconds, frozenset(shown))

    for marked, shown, expected in (
        ([{3, 4}], {4, 9}, "right"),
        ([{3, 4}], {9}, "wrong"),
        ([{3, 4}], set(), "none"),
        ([{3}, {7}], {3, 9}, "right"),
        ([{3}, {7}], {3, 7}, "both"),
        ([{3}, {7}], {5}, "wrong"),
        ([], {5}, "wrong"),
        ([], set(), "none"),
    ):
        assert row(marked, shown).line == expected
    rows = [
        row([{3}], {3}, "unnamed", 1),
        row([{3}], {9}, "named", 2),
        row([{3}, {7}], {3, 7}, "partly", 3),
        row([{3}, {7}], set(), "half", 4),
        row([], set(), "accused", 8),
    ]
    counts = [cell.partition(" (")[0] for cell in diagnosis.repair_line("all", rows)]
    assert counts == ["all", "4", "75", "50", "50", "75", "50", "1", "1", "3.0", "8.0"]
