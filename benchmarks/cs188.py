"""Course files here and in the project that they were written for: what their agents do in the
engine, and a whole file graded.

    python benchmarks/cs188.py
    python benchmarks/cs188.py --original ../multiagent --tests ../multiagent/test_cases

Without `--original`, a folder with that project's files (Python 3), only Pacgrid is measured. The
two are measured in turns.
"""

import ctypes
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from pacgrid import Layout, State
from pacgrid.agent_loader import load_module
from pacgrid.cs188.game_state import GameState

TESTS = Path(__file__).parent.parent / "tests"
FILE = TESTS / "course_files/right/index_threads.py"
AGENTS = {
    "ReflexAgent": {},
    "MinimaxAgent, depth 2": {},
    "AlphaBetaAgent, depth 3": {"depth": "3"},
    "ExpectimaxAgent, depth 2, better": {"evalFn": "better"},
}
LAYOUT = "small"
_PR_SET_CHILD_SUBREAPER = 36

Work = Callable[[Any], object]
CALLS: dict[str, Work] = {
    "getLegalActions": lambda state: state.getLegalActions(0),
    "generateSuccessor": lambda state: state.generateSuccessor(0, "Stop"),
    "getFood().asList()": lambda state: state.getFood().asList(),
    "the ghosts' scaredTimer": lambda state: [g.scaredTimer for g in state.getGhostStates()],
    "getGhostPositions": lambda state: state.getGhostPositions(),
    "hash": hash,
    "str": str,
    "deepCopy": lambda state: state.deepCopy(),
}


def seconds_of(work: Work, states: Sequence[Any], repeats: int) -> float:
    """CPU seconds of `work` with one state."""
    began = time.process_time()
    with redirect_stdout(StringIO()):
        for _ in range(repeats):
            for state in states:
                work(state)
    return (time.process_time() - began) / repeats / len(states)


def states_along_a_game(start: Any, count: int) -> list[Any]:
    """States of Pac-Man, in a random game."""
    rng, states, state = random.Random(188), [], start
    while len(states) < count:
        states.append(state.deepCopy())
        for agent in range(state.getNumAgents()):
            if legal := state.getLegalActions(agent):
                state = state.generateSuccessor(agent, rng.choice(legal))
        if state.isWin() or state.isLose():
            state = start
    return states


class Original:
    """That project's engine, imported from its folder."""

    def __init__(self, folder: Path) -> None:
        sys.path.insert(0, str(folder))
        import layout  # type: ignore[import-not-found]
        import pacman  # type: ignore[import-not-found]

        self.module = ModuleType("multiAgents")
        exec(compile(FILE.read_text(), str(FILE), "exec"), vars(self.module))
        rows = Layout.load(LAYOUT).rows
        self.start = pacman.GameState()
        self.start.initialize(layout.Layout(list(rows)))
        self.pacman = pacman

    def work(self, agent: str) -> Work:
        return _player(getattr(self.module, agent.partition(",")[0]), agent, self.forget)

    def forget(self) -> None:
        """That engine remembers all states that it has generated."""
        self.pacman.GameState.explored = set()


def _player(kind: type, agent: str, forget: Callable[[], object]) -> Work:
    playing = kind(**AGENTS[agent])

    def play(state: Any) -> object:
        forget()
        return playing.getAction(state)

    return play


def engine_table(original: Original | None, count: int, rounds: int) -> Table:
    table = Table(title=f"Microseconds on {LAYOUT}, CPU time", title_justify="left")
    table.add_column("work")
    for heading in ("here", *(("there", "times faster") if original else ())):
        table.add_column(heading, justify="right")
    module = load_module(FILE)
    start = GameState.of(State.initial(Layout.load(LAYOUT)))
    ours = states_along_a_game(start, count)
    theirs = states_along_a_game(original.start, count) if original else []
    for agent in AGENTS:
        kind = getattr(module, agent.partition(",")[0]).course_class
        rival = original.work(agent) if original else None
        table.add_row(
            f"a move of {agent}", *_cells(_player(kind, agent, int), ours, rival, theirs, rounds, 1)
        )
    GameState.getAndResetExplored()  # from now on, states are counted
    agent = "MinimaxAgent, depth 2"
    kind, rival = module.MinimaxAgent.course_class, original.work(agent) if original else None
    counting = _player(kind, agent, GameState.getAndResetExplored)
    table.add_row(
        f"a move of {agent}, states counted", *_cells(counting, ours, rival, theirs, rounds, 1)
    )
    GameState._notes_explored = False
    for name, work in CALLS.items():
        rival = work if original else None
        table.add_row(name, *_cells(work, ours, rival, theirs, rounds, 20))
    return table


def _cells(
    work: Work,
    ours: Sequence[Any],
    rival: Work | None,
    theirs: Sequence[Any],
    rounds: int,
    repeats: int,
) -> list[str]:
    here, there = [], []
    for _ in range(rounds):
        here.append(seconds_of(work, ours, repeats))
        there += [seconds_of(rival, theirs, repeats)] if rival else []
    cells = [f"{median(here) * 1e6:,.1f}"]
    if there:
        ratio = median(b / a for a, b in zip(here, there, strict=True))
        cells += [f"{median(there) * 1e6:,.1f}", f"{ratio:.1f}"]
    return cells


def timed(command: Sequence[str | Path], folder: Path, compiled: Path) -> tuple[float, float]:
    """Seconds and CPU seconds that `command` takes, with all its processes. Python's compiled files
    are read from and written to `compiled`."""
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(compiled)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=True)
    seconds = time.perf_counter() - began
    with suppress(ChildProcessError):
        while True:  # those that it leaves behind
            os.wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, cpu


def grading_table(original: Path | None, file: Path, tests: Path, rounds: int) -> Table:
    here, there = [], []
    with TemporaryDirectory() as folder:
        copy = Path(folder, "multiAgents.py")  # the name that the project's grader needs
        copy.write_bytes(file.read_bytes())
        for index in range(1 + rounds):
            command = [sys.executable, "-m", "pacgrid", "grade", copy, "--assignment", tests]
            here.append(timed(command, tests, Path(folder, "compiled")))
            if original:
                command = [sys.executable, original / "autograder.py", "--no-graphics"]
                command += ["--test-case-code", original / "multiagentTestClasses.py"]
                command += ["--student-code", copy, "--test-directory", tests]
                there.append(timed(command, tests, Path(folder, "compiled")))
            if index == 0:  # it has compiled what it imported
                here.clear()
                there.clear()
    table = Table(title=f"{file.name} graded on {tests.name}", title_justify="left")
    for heading in ("", "here", *(("there", "of the time there") if original else ())):
        table.add_column(heading, justify="right" if heading else "left")
    for index, name in enumerate(("seconds", "CPU seconds")):
        cells = [f"{median(each[index] for each in here):.2f}"]
        if there:
            ratio = median(a[index] / b[index] for a, b in zip(here, there, strict=True))
            cells += [f"{median(each[index] for each in there):.2f}", f"{ratio:.2f}"]
        table.add_row(name, *cells)
    return table


def main(
    original: Annotated[Path | None, typer.Option(help="That project's folder.")] = None,
    tests: Annotated[Path, typer.Option(help="The test cases.")] = TESTS / "course_tests",
    file: Annotated[Path, typer.Option(help="The multiAgents.py to grade.")] = FILE,
    count: Annotated[int, typer.Option(help="States for each measurement.")] = 30,
    rounds: Annotated[int, typer.Option(help="How often everything is measured.")] = 3,
) -> None:
    """Measure and print the tables: medians over the rounds."""
    console = Console()
    engine = Original(original.resolve()) if original else None
    console.print(engine_table(engine, count, rounds))
    folder = original.resolve() if original else None
    console.print(grading_table(folder, file.resolve(), tests.resolve(), rounds))


if __name__ == "__main__":
    typer.run(main)
