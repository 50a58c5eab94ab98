"""The benchmarks run and print their tables; what they measure is never asserted."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.browser import need_browser
from helpers.labels import LabelError, labelled_agents
from helpers.playground import need_node
from helpers.programs import installed

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"
QUICK = {
    "compiled_search": ["--rounds", "1", "--count", "1", "--most-depth", "1"],
    "cs188": ["--count", "2", "--rounds", "1"],
    "ablation": ["--rounds", "1", "--quick"],
    "catalogue": ["--quick", "--count", "6", "--two", "1", "--only", "minimax"],
    "diagnosis": ["--quick"],
    "evaluation": ["--rounds", "1", "--most", "20", "--games", "1"],
    "engine": ["--rounds", "2", "--states", "50", "--games", "2"],
    "pettingzoo_speed": ["--quick"],
    "playground": ["--visits", "1"],
    "pyodide": ["--quick"],
    "separation": ["--most", "4"],
    "levels": ["--count", "20", "--different", "3", "--games", "4", "--steps", "3", "--turns", "1"],
    "vector": ["--games", "4", "--rounds", "80", "--turns", "1", "--largest", "1"],
    "champion_bound": ["--board=quarter", "--games=1", "--nodes=500"],
    "fit_champion": ["{folder}/danger.json", "--iterations=2", "--games=2"],
    "grading": ["--count", "1", "--question", "reflex"],
    "mutants": ["--quick"],
    "ladder": ["--number", "2", "--games", "1", "--jobs", "1"],
    "interruption": ["--count", "3", "--every", "8"],
    "solutions": ["--quick", "--games", "2"],
    "wall": ["--rounds", "1", "--moves", "40", "--level", "process"],
    "frames": ["--rounds", "1", "--frames", "20"],
    "training": ["--rollouts", "1", "--turns", "1", "--games", "64"],
    "window": ["--frames", "5"],
}


def test_every_benchmark_has_a_quick_run() -> None:
    assert sorted(QUICK) == sorted(path.stem for path in BENCHMARKS.glob("*.py"))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "arguments"), QUICK.items())
def test_a_benchmark_prints_its_table(name: str, arguments: list[str], tmp_path: Path) -> None:
    if name in ("playground", "pyodide"):
        need_node()
    if name == "playground":
        need_browser()
    if name == "training":
        for package in ("torch==2.13.0", "sb3-contrib", "matplotlib"):
            installed(package, package.partition("=")[0].replace("-", "_"))
    filled = [argument.format(folder=tmp_path) for argument in arguments]
    command = [sys.executable, str(BENCHMARKS / f"{name}.py"), *filled]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "━━" in done.stdout


LABEL = """
[[agents]]
file = "agent.py"
question = "minimax"
style = "loops"
wrong = ["always stops"]
"""
LABEL_ERRORS = {
    "labels.toml: no label for agent.py; say what is wrong with it": "agents = []",
    "labels.toml: there is no file b.py": LABEL + LABEL.replace("agent.py", "b.py"),
    "labels.toml: agents.0.question: Field required": LABEL.replace("question =", "#"),
    "labels.toml: 1: Expected ']]' at the end of an array declaration": "[[agents",
    "labels.toml: agent.py: give `names` for each sentence of `wrong`": LABEL + "names = [[], []]",
}


@pytest.mark.parametrize(("expected", "labels"), LABEL_ERRORS.items())
def test_a_folder_of_agents_with_bad_labels_is_an_error_in_one_line(
    tmp_path: Path, expected: str, labels: str
) -> None:
    (tmp_path / "agent.py").touch()
    (tmp_path / "labels.toml").write_text(labels)
    with pytest.raises(LabelError) as error:
        list(labelled_agents(tmp_path))
    assert str(error.value) == f"{tmp_path}/{expected}"


def test_a_folder_without_labels_is_an_error_that_says_what_to_write(tmp_path: Path) -> None:
    expected = f"{tmp_path}: no labels.toml in it; write one that has an entry for each file"
    with pytest.raises(LabelError, match=re.escape(expected)):
        list(labelled_agents(tmp_path))
