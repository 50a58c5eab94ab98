"""Submissions in real worker processes."""

import sys
from pathlib import Path
from textwrap import dedent, indent

import psutil
import pytest

from grading import GOES_WEST, limits, write
from pacgrid import Action, State
from pacgrid.autograder.assignment import Budget
from pacgrid.autograder.remote import Remote, SubmissionError

STATE = State.parse("%%%%%%\n%.P1 %\n%%%%%%")


def load(folder: Path, text: str) -> None:
    with Remote(write(folder, text), limits()) as remote:
        remote.load()


def act(folder: Path, body: str) -> None:
    """A move of an agent whose `act` has that body."""
    text = (
        "import os, socket, subprocess, sys, time\n"
        "from pacgrid import Agent\n"
        "class A(Agent):\n"
        "  def act(self, state):\n"
    ) + indent(dedent(body).strip(), "    ")
    with Remote(write(folder, text), limits()) as remote:
        remote.load()
        remote.build("A", {})
        remote.start(STATE, 0)
        remote.act([])


def failure(function, *arguments) -> SubmissionError:
    with pytest.raises(SubmissionError) as caught:
        function(*arguments)
    return caught.value


def test_a_submission_chooses_and_its_worker_is_gone_afterwards(tmp_path):
    others = set(psutil.Process().children())
    with Remote(write(tmp_path, GOES_WEST), limits()) as remote:
        assert list(remote.load().agents) == ["Reflex"]
        remote.build("Reflex", {})
        remote.start(STATE, 0)
        assert remote.act([]).action == "west"
        remote.finish([Action.WEST])
        (worker,) = set(psutil.Process().children()) - others
    assert not worker.is_running()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("while True: pass", "took more than 2 CPU seconds to load"),
        ("import sys; sys.exit(3)", "SystemExit: 3"),
        ("import os; os._exit(3)", "stopped by itself: exit code 3"),
        ("import os; os._exit(0)", "stopped by itself: exit code 0"),
        ("class A(:", "SyntaxError: invalid syntax"),
        ("import nowhere", "ModuleNotFoundError: No module named 'nowhere'"),
        ("print('x' * 10_000_000); raise ValueError('x' * 10_000_000)", "ValueError: xxx"),
    ],
)
def test_what_goes_wrong_in_loading_is_told(tmp_path, text, message):
    assert message in str(failure(load, tmp_path, text))


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("while True: pass", "took more than 0.5 CPU seconds for a move"),
        ("time.sleep(60)", "took more than 4 seconds for a move"),
        ("os._exit(5)", "stopped by itself: exit code 5"),
        (
            """
            while True:
                try: time.sleep(60)
                except BaseException: pass
            """,
            "took more than 4 seconds for a move",
        ),
    ],
)
def test_a_submission_that_will_not_answer_is_ended(tmp_path, body, message):
    error = failure(act, tmp_path, body)
    assert str(error) == message
    assert error.gone


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals")
def test_a_crash_is_told_with_its_signal(tmp_path):
    error = failure(act, tmp_path, "os.kill(os.getpid(), 11)")
    assert str(error) == "crashed: signal 11 (SIGSEGV)"
    assert error.gone


def test_children_of_a_submission_count_and_do_not_outlive_it(tmp_path):
    pids = tmp_path / "pids"
    body = (
        "child = subprocess.Popen([sys.executable, '-c', 'while True: pass']); "
        f"open({str(pids)!r}, 'w').write(str(child.pid)); child.wait()"
    )
    error = failure(act, tmp_path, body)
    assert str(error) == "took more than 0.5 CPU seconds for a move"
    pid = int(pids.read_text())
    assert not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE


def test_a_game_has_a_limit_of_its_own(tmp_path):
    text = """
    import time
    from pacgrid import Action, Agent
    class A(Agent):
        def act(self, state):
            end = time.process_time() + 0.2
            while time.process_time() < end:
                pass
            return Action.STOP
    """
    tight = limits().model_copy(update={"game": Budget(cpu_seconds=0.5, seconds=30)})
    with Remote(write(tmp_path, text), tight) as remote:
        remote.load()
        remote.build("A", {})
        remote.start(STATE, 0)
        error = failure(lambda: [remote.act([]) for _ in range(9)])
    assert str(error) == "took more than 0.5 CPU seconds in one game"


@pytest.mark.parametrize(
    ("forged", "message"),
    [
        (b"\xff\xff\xff\xff", "broke its channel to the grader: a message of 4294967295 bytes"),
        (b"\0\0\0\5hello", "sent the grader a message that makes no sense"),
        (b'\0\0\0\x0f{"kind":"done"}', "sent the grader an answer to something else"),
        (b"\0\0", "took more than 4 seconds for a move"),
    ],
)
def test_a_forged_answer_ends_the_worker(tmp_path, forged, message):
    body = f"""
        for handle in range(3, 1000):
            try: channel = socket.socket(fileno=handle)
            except OSError: continue
            channel.sendall({forged!r})
            time.sleep(60)
        """
    error = failure(act, tmp_path, body)
    assert str(error).startswith(message)
    assert error.gone


def test_a_file_in_the_current_folder_does_not_pass_for_the_library(tmp_path, monkeypatch):
    write(tmp_path, "raise RuntimeError('shadowed')", "random.py")
    monkeypatch.chdir(tmp_path)
    load(tmp_path, GOES_WEST)
