"""The benchmarks run and print their tables; what they measure is never asserted."""

import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"
QUICK = {
    "compiled_search": ["--rounds", "1", "--count", "1", "--most-depth", "1"],
    "cs188": ["--count", "2", "--rounds", "1"],
    "ablation": ["--rounds", "1", "--quick"],
    "diagnosis": ["--quick", "--count", "6"],
    "evaluation": ["--rounds", "1", "--most", "20", "--games", "1"],
    "engine": ["--rounds", "2", "--states", "50", "--games", "2"],
    "pettingzoo_speed": ["--quick"],
    "separation": ["--most", "4"],
    "vector": ["--games", "4", "--rounds", "80", "--turns", "1", "--largest", "1"],
    "grading": ["--count", "1", "--question", "reflex"],
    "interruption": ["--count", "3", "--every", "8"],
    "solutions": ["--quick", "--games", "2"],
    "wall": ["--rounds", "1", "--moves", "40"],
    "frames": ["--rounds", "1", "--frames", "20"],
    "window": ["--frames", "5"],
}


def test_every_benchmark_has_a_quick_run() -> None:
    assert sorted(QUICK) == sorted(path.stem for path in BENCHMARKS.glob("*.py"))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "arguments"), QUICK.items())
def test_a_benchmark_prints_its_table(name: str, arguments: list[str]) -> None:
    command = [sys.executable, str(BENCHMARKS / f"{name}.py"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "━━" in done.stdout
