"""Grading that is killed with SIGKILL every few seconds, against grading that is left alone.

    python benchmarks/interruption.py

The submissions are right, wrong, slow, endless, crashing or printing. `pacgrid grade` is killed and
restarted with the same command until it finishes. Then the gradebooks are compared, byte by byte.
(Starting takes a second; if killed sooner, grading never makes progress.)
"""

import subprocess
import sys
import time
from filecmp import dircmp
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Annotated

import psutil
import typer
from rich.console import Console
from rich.table import Table

ASSIGNMENT = """
title = "Go west"
[limits]
load = {cpu_seconds = 2, seconds = 30}
move = {cpu_seconds = 0.3, seconds = 20}
game = {cpu_seconds = 1, seconds = 20}
[[questions]]
name = "reflex"
agent = "Reflex"
points = 3
[[questions.tests]]
kind = "games"
layout = "pocket"
ghosts = ["random_ghost"]
games = 3
rounds = 30
thresholds = [{wins = 1, points = 1}, {average_score = -200, points = 1}]
[[questions.tests]]
kind = "positions"
search = "minimax"
depth = 1
points = 1
positions = ['''
%%%%%%
%.P1 %
%%%%%%
''']
"""
AGENT = """# Number {number}
import os
from pacgrid import Action, Agent

class Reflex(Agent):
    def act(self, state):
        {body}
"""
BODIES = (
    "return max(state.legal_actions(), key=lambda action: state.successor(action).score)",
    "return self.rng.choice(state.legal_actions())",
    "return state.legal_actions()[{number} % len(state.legal_actions())]",
    "return None",
    "return 1 / 0",
    "return os._exit(3)",
    "print('x' * {number}); return state.legal_actions()[0]",
    "sum(range(200_000)); return self.rng.choice(state.legal_actions())",
    "while True: pass",
)


def write(folder: Path, count: int) -> None:
    rng = Random(1)
    (folder / "submissions").mkdir()
    (folder / "west.toml").write_text(ASSIGNMENT)
    for number in range(count):
        body = rng.choices(BODIES, weights=[6, 6, 6, 2, 2, 1, 2, 2, 1])[0].format(number=number)
        text = AGENT.format(number=number, body=body)
        (folder / "submissions" / f"student_{number:03}.py").write_text(text)


def command(results: str) -> list[str]:
    words = [sys.executable, "-m", "pacgrid", "grade", "submissions", "-a", "west.toml"]
    return [*words, "--journal", f"{results}.sqlite", "-o", results]


def interrupted(folder: Path, results: str, every: float) -> tuple[int, int]:
    """How often it was killed, and how many of its processes were left two seconds later."""
    rng, kills, left = Random(2), 0, 0
    while True:
        silent = subprocess.DEVNULL
        process = subprocess.Popen(command(results), cwd=folder, stdout=silent, stderr=silent)
        try:
            if code := process.wait(every * rng.uniform(0.5, 1.5)):
                raise SystemExit(code)
        except subprocess.TimeoutExpired:
            family = psutil.Process(process.pid).children(recursive=True)
            process.kill()
            process.wait()
            kills += 1
            left += sum(map(runs, psutil.wait_procs(family, timeout=2)[1]))
            continue
        return kills, left


def runs(process: psutil.Process) -> bool:
    """Whether it still runs: a zombie has ended, and waits for its parent to notice."""
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def different(one: Path, other: Path) -> int:
    """How many result files differ."""
    compared = dircmp(one, other)
    feedback = dircmp(one / "feedback", other / "feedback")
    unlike = 0
    for both in (compared, feedback):
        unlike += len(both.left_only) + len(both.right_only)
        for name in both.common_files:
            same = Path(both.left, name).read_bytes() == Path(both.right, name).read_bytes()
            unlike += not same
    return unlike


def main(
    count: Annotated[int, typer.Option(help="Submissions.")] = 500,
    every: Annotated[float, typer.Option(help="Seconds between kills, about.")] = 4,
) -> None:
    """Grade, kill, compare, and print the table."""
    with TemporaryDirectory() as made:
        folder = Path(made)
        write(folder, count)
        began = time.perf_counter()
        subprocess.run(command("peace"), cwd=folder, check=True, stdout=subprocess.DEVNULL)
        peace = time.perf_counter() - began
        began = time.perf_counter()
        kills, left = interrupted(folder, "killed", every)
        killed = time.perf_counter() - began
        unlike = different(folder / "peace", folder / "killed")
        files = sum(path.is_file() for path in (folder / "peace").rglob("*"))
    table = Table(title=f"Grading {count} submissions", title_justify="left")
    for heading in ("run", "seconds", "kills", "processes left", "files of results", "different"):
        table.add_column(heading, justify="left" if heading == "run" else "right")
    table.add_row("left alone", f"{peace:.0f}", "0", "", str(files), "")
    table.add_row("killed", f"{killed:.0f}", str(kills), str(left), str(files), str(unlike))
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)
