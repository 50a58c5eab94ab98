"""Submissions in real worker processes, and the limits that end them."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import psutil
import pytest

from helpers.grading import GOES_WEST, limits, write
from helpers.sandbox_levels import at_each_level, fake_bubblewrap, needs
from pacgrid import Action, State
from pacgrid.autograder.model.fault import GradingError
from pacgrid.autograder.model.schema import Budget, SubmissionLimits
from pacgrid.autograder.sandbox import worker_disk, worker_process
from pacgrid.autograder.sandbox.level import Level, strongest
from pacgrid.autograder.worker.messages import pack_expand
from pacgrid.autograder.worker_client import client as worker_client
from pacgrid.autograder.worker_client.client import SubmissionError, WorkerClient

STATE = State.parse("%%%%%%\n%.P1 %\n%%%%%%")
SLEEPS = {"move": Budget(cpu_seconds=5, seconds=1)}
"""For agents that sleep."""
PATIENT = {"move": Budget(cpu_seconds=60, seconds=60)}
"""For agents that end for another reason."""
COMPUTES = {"move": Budget(cpu_seconds=0.2, seconds=60)}
"""For agents that compute."""

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has none of this")
slow = pytest.mark.slow


def tight(**changes: object) -> SubmissionLimits:
    return limits().model_copy(update=changes)


def acting(body: str) -> str:
    """An agent A with that body of `act`."""
    head = "import os, signal, socket, subprocess, sys, threading, time\n"
    head += "from pacgrid import Action, Agent\nclass A(Agent):\n  turn = 0\n"
    return (
        f"{head}  def act(self, state):\n    self.turn += 1\n{indent(dedent(body).strip(), '    ')}"
    )


@contextmanager
def playing(
    folder: Path, body: str, level: Level | None = None, **changes: object
) -> Iterator[WorkerClient]:
    """An agent with that body of `act`, in a game."""
    file = write(folder, acting(body))
    with WorkerClient(file, tight(**changes), level or strongest()) as client:
        client.load()
        client.build("A", {})
        client.start(STATE, 0)
        yield client


def failure(function: Callable[..., object], *arguments: Any) -> SubmissionError:
    with pytest.raises(SubmissionError) as caught:
        function(*arguments)
    return caught.value


@at_each_level
def test_a_submission_chooses_and_prints_and_its_worker_is_gone_afterwards(
    tmp_path, level, monkeypatch
):
    others = set(psutil.Process().children(recursive=True))
    write(tmp_path, "raise RuntimeError('shadowed')", "random.py")
    monkeypatch.chdir(tmp_path)  # whose files don't pass for the library
    text = "from pacgrid.agents.provided_here import WISDOM\nprint(WISDOM)\n"
    text += acting("print('moved')\nreturn Action.WEST if self.evaluation(state) else Action.STOP")
    text += "\n  def __init__(self, evaluation): self.evaluation = evaluation"
    with WorkerClient(write(tmp_path, text), limits(), level) as client:
        assert client.printed == ""
        client.provide({"provided_here": "WISDOM = 42"})
        assert list(client.load().agents) == ["A"]
        assert client.printed.splitlines() == ["42"]
        client.build("A", {"evaluation": "linear"})
        client.start(STATE, 0)
        assert client.act([]).action in (Action.WEST, Action.STOP)
        assert client.printed.splitlines() == ["42", "moved"]
        client.finish([Action.STOP])
        workers = set(psutil.Process().children(recursive=True)) - others
        assert workers
    assert not any(worker.is_running() for worker in workers)


def test_the_evaluation_of_an_agent_is_the_usual_one_only_if_the_test_asks_for_a_depth(tmp_path):
    text = """
    from pacgrid.search import Searcher
    class A(Searcher):
        def value(self, state, plies):
            return self.evaluate(state)
    """
    with WorkerClient(write(tmp_path, text), limits(), strongest()) as client:
        client.load()
        client.build("A", {})
        client.start(STATE, 0)
        error = failure(client.act, [])
        assert "the shipped evaluations can't be used here; write a function" in str(error)
        client.build("A", {"depth": 1})
        client.start(STATE, 0)
        assert client.act([]).action is Action.WEST


SLEEPS_IN = """
import time
from pacgrid import Action, Agent
def sleeps_in(place):
    if place == {place!r}: time.sleep(1000)
class A(Agent):
    def __init__(self): sleeps_in("build")
    def start(self, state): sleeps_in("start")
    def act(self, state):
        sleeps_in("act")
        return Action.STOP
    def finish(self, state): sleeps_in("finish")
sleeps_in("load")
"""


@pytest.mark.parametrize(
    "place", ["finish", *(pytest.param(p, marks=slow) for p in ("load", "build", "start", "act"))]
)
def test_a_test_has_a_budget_of_its_own_wherever_the_submission_sleeps(tmp_path, place):
    file = write(tmp_path, SLEEPS_IN.format(place=place))
    budget = Budget(cpu_seconds=60, seconds=1)
    with WorkerClient(file, tight(**PATIENT, load=PATIENT["move"], test=budget), strongest()) as c:

        def plays() -> None:
            c.load()
            c.build("A", {})
            c.start(STATE, 0)
            c.act([])
            c.finish([Action.STOP])

        error = failure(plays)
    assert str(error) == "took more than 1 seconds in one test"
    assert error.gone


EVALUATES = """
import time
def score(state): return state.score
def infinite(state): return float("-inf" if state.score else "inf")
def east_fails(state): return 1 / (state.pacman[0] - 3)
"""


@pytest.fixture(scope="module")
def evaluating(tmp_path_factory) -> Iterator[WorkerClient]:
    file = write(tmp_path_factory.mktemp("evaluations"), EVALUATES)
    with WorkerClient(file, tight(**SLEEPS), strongest()) as client:
        client.load()
        yield client


def evaluated(client: WorkerClient, function: str, states: list[State]) -> dict[State, Any]:
    client.start_evaluation(function, states[0], 1)
    client.start_move()
    return client.values(states)


def test_values_are_the_functions_in_as_many_messages_as_they_need(evaluating, monkeypatch):
    monkeypatch.setattr(worker_client, "MAX_BYTES", 1000)
    states = [State.parse("%%%%%%%%%%%%%\n%P..........%\n%%%%%%%%%%%%%")]
    for _ in range(9):
        states.append(states[-1].successor(Action.EAST))
    assert evaluated(evaluating, "score", states) == {state: state.score for state in states}
    states = [STATE, STATE.successor(Action.STOP)]
    assert list(evaluated(evaluating, "infinite", states).values()) == [inf, -inf]


def test_values_end_with_the_first_failure_which_shows_the_authors_line(evaluating):
    start = State.parse("%%%%%%\n%.P.1%\n%%%%%%")
    states = [start, start.successor(Action.EAST), start.successor(Action.WEST)]
    values = evaluated(evaluating, "east_fails", states)
    assert list(values) == states[:2]
    assert values[start] == -1
    assert values[states[1]].message.startswith("ZeroDivisionError: ")
    assert "def east_fails" in values[states[1]].frames


# ------------------------------------------------------------------------------ limits


@slow
def test_a_failure_of_loading_is_named_and_the_worker_lives_on_unless_it_exits(tmp_path):
    with WorkerClient(write(tmp_path, ""), limits(), strongest()) as client:
        for text, message in {
            "import sys; sys.exit(3)": "SystemExit: 3",
            "exit(4)": "SystemExit: 4 (agent.py, line 1",
            "class A(:": "SyntaxError: invalid syntax",
            "import nowhere": "ModuleNotFoundError: No module named 'nowhere'",
            "print('x' * 100_000); raise ValueError('x' * 10_000_000)": "ValueError: xxx",
            "import os; os._exit(0)": "its process exited: exit code 0",
        }.items():
            write(tmp_path, text)
            error = failure(client.load)
            assert message in str(error)
            assert error.gone == ("_exit" in text)


FORGE = """
for handle in range(3, 1000):
    try: channel = socket.socket(fileno=handle)
    except OSError: continue
    channel.sendall({!r})
    time.sleep(60)
"""
EXPAND = b"\0\0\0\x0a" + pack_expand(0, Action.WEST, 1)

CPU = "took more than 0.2 CPU seconds for a move"
SECONDS = "took more than 1 seconds for a move"
CRASHED = "crashed: signal 11 (SIGSEGV), often endless recursion through C code such as lru_cache"
ENDED: dict[str, tuple[str, dict[str, Any], str]] = {
    "computes": ("while True: pass", COMPUTES, CPU),
    "sleeps": ("time.sleep(60)", SLEEPS, SECONDS),
    "prints endlessly": ("while True: print('x' * 1000, flush=True)", COMPUTES, CPU),
    "exits": ("os._exit(5)", {}, "its process exited: exit code 5"),
    "crashes": ("import ctypes; ctypes.string_at(0)", {}, CRASHED),
    "sends an invalid message": (
        *(FORGE.format(b"\0\0\0\5hello"), {}),
        "sent the grader an invalid message",
    ),
    "asks for a successor in a game": (
        *(FORGE.format(EXPAND), {}),
        "sent the grader a reply of the wrong kind",
    ),
}
"""By misbehaviour: the body of `act`, changes of the limits, and the reason for ending it. The
attacks in tests/attacks do much more."""


@posix
@pytest.mark.parametrize("name", ENDED)
def test_a_worker_that_misbehaves_is_ended_for_a_reason_of_one_line(tmp_path, name):
    body, changes, reason = ENDED[name]
    body = f"print('so far', flush=True)\n{dedent(body)}"
    with playing(tmp_path, body, **changes) as client:
        error = failure(lambda: (client.act([]), client.finish([])))
        assert client.printed.splitlines()[0] == "so far"
    assert str(error) == reason
    assert error.gone
    assert ("in act\n    " in error.failure.frames) == (reason in (CPU, SECONDS))


@posix
@at_each_level
def test_what_the_system_refuses_is_an_error_in_the_authors_own_lines(tmp_path, level):
    file = "/tmp/large" if level is Level.BUBBLEWRAP else str(tmp_path / "large")
    body = f"""
    kept = []
    if self.turn == 1:
        with open({file!r}, "wb") as file:
            file.write(bytes(8 << 20)); file.flush()
    if self.turn == 2:
        try:
            while True: kept.append(os.dup(0))
        finally: [os.close(handle) for handle in kept]
    while self.turn == 3:
        kept.append(bytearray(1 << 24))
    if self.turn == 4:
        subprocess.run([sys.executable, '-S', '-c', 'import time; time.sleep(60)'])
    return Action.WEST
    """
    # EFBIG, or ENOSPC where that comes first; Landlock allows no writing at all.
    written = "PermissionError" if level is Level.LANDLOCK else "OSError: [Errno 2"
    with playing(tmp_path, body, level, **PATIENT, file_mb=2, memory_mb=256) as client:
        large, open_files = (failure(client.act, []) for _ in range(2))
        assert str(large).startswith(written)
        assert "(agent.py, line " in str(large)
        assert str(open_files).startswith("OSError: [Errno 24] Too many open files (agent.py, ")
        if sys.platform != "darwin":  # which has no limit of memory
            memory = failure(client.act, [])
            assert str(memory) == "MemoryError (agent.py, line 16, in act)"
            assert "kept.append(bytearray(1 << 24))" in memory.failure.frames
            error = failure(client.act, [])
            assert str(error) == (
                "PermissionError: [Errno 1] no processes in grading; threads work "
                "(agent.py, line 18, in act)"
            )
            assert client.act([]).action is Action.WEST


def test_each_game_has_a_limit_of_its_own(tmp_path):
    body = """
    end = time.process_time() + 0.15
    while time.process_time() < end: pass
    return Action.STOP
    """
    game = Budget(cpu_seconds=0.25, seconds=60)
    with playing(tmp_path, body, game=game) as client:
        client.act([])
        client.finish([Action.STOP])
        client.build("A", {})
        client.start(STATE, 0)
        client.act([])
        error = failure(client.act, [])
    assert (str(error), error.gone) == ("took more than 0.25 CPU seconds in one game", True)


@slow
def test_time_slept_counts_towards_a_games_limit(tmp_path):
    game = Budget(cpu_seconds=30, seconds=1)
    with playing(tmp_path, "time.sleep(0.2)\nreturn Action.STOP", game=game) as client:
        error = failure(lambda: [client.act([]) for _ in range(99)])
    assert (str(error), error.gone) == ("took more than 1 seconds in one game", True)


# ------------------------------------------------------------------------------ its sandbox


@pytest.fixture
def file(tmp_path) -> Path:
    """A submission in a folder of its own."""
    (tmp_path / "mine").mkdir()
    return write(tmp_path / "mine", GOES_WEST)


@needs(Level.BUBBLEWRAP)
@slow
def test_a_sandbox_that_can_not_be_set_up_is_an_error_of_one_line(file, monkeypatch):
    real = worker_disk.bubblewrap_command

    def without_library(*words: Any, library: Path, **more: Any) -> list[str]:
        return real(*words, **more)

    monkeypatch.setattr(worker_disk, "bubblewrap_command", without_library)
    before = psutil.Process().num_fds()
    message = "^the sandbox bubblewrap can't be set up: its process exited: exit code 1; .*$"
    with pytest.raises(GradingError, match=message):
        WorkerClient(file, limits(), Level.BUBBLEWRAP)
    assert psutil.Process().num_fds() == before


@needs(Level.BUBBLEWRAP)
@slow
def test_a_sandbox_that_fails_once_is_set_up_again(file, tmp_path, monkeypatch):
    real, failed = worker_disk.bubblewrap_program(), tmp_path / "failed"
    program = fake_bubblewrap(
        tmp_path, f'[ -e {failed} ] && exec {real} "$@"\ntouch {failed}\necho busy >&2; exit 1'
    )
    monkeypatch.setattr(worker_disk, "bubblewrap_program", lambda: program)
    before = psutil.Process().num_fds()
    with WorkerClient(file, limits(), Level.BUBBLEWRAP) as client:
        assert client.load().agents
    assert failed.exists()
    assert psutil.Process().num_fds() == before


@posix
def test_a_worker_that_can_not_confine_itself_never_sees_the_submission(tmp_path, monkeypatch):
    spec = {"level": "process", "memory_bytes": -9}
    monkeypatch.setattr(worker_process, "_confinement_spec", lambda *_: spec)
    seen = tmp_path / "seen"
    file = write(tmp_path, f"open({str(seen)!r}, 'w')")
    with pytest.raises(GradingError, match=r"^the sandbox process can't be set up: KeyError"):
        WorkerClient(file, limits(), Level.PROCESS)
    assert not seen.exists()
