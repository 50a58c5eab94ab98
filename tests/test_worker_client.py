"""Submissions in real worker processes, and the limits that end them."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import psutil
import pytest

from helpers.grading import GOES_WEST, SOUND_EVALUATE, limits, write
from helpers.levels import at_each_level, needs
from helpers.processes import until, wait_for_end
from pacgrid import Action, State
from pacgrid.autograder.grade import GradingError
from pacgrid.autograder.limits import Budget, Limits
from pacgrid.autograder.messages import Expand
from pacgrid.autograder.sandbox import bubblewrap, worker_process
from pacgrid.autograder.sandbox.level import Level, SandboxError, strongest
from pacgrid.autograder.worker_client import MAX_THREADS, SubmissionError, WorkerClient

STATE = State.parse("%%%%%%\n%.P1 %\n%%%%%%")
SLEEPS = {"move": Budget(cpu_seconds=5, seconds=1.5)}
"""For agents that sleep."""
PATIENT = {"move": Budget(cpu_seconds=60, seconds=60)}
"""For agents that do neither for long."""
COMPUTES = {"move": Budget(cpu_seconds=0.2, seconds=60)}
"""For agents that compute."""

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has none of this")


def tight(**changes: object) -> Limits:
    return limits().model_copy(update=changes)


def acting(body: str) -> str:
    """An agent whose `act` has that body."""
    return (
        "import os, socket, subprocess, sys, threading, time\n"
        "from pacgrid import Action, Agent\n"
        "class A(Agent):\n"
        "  def act(self, state):\n"
    ) + indent(dedent(body).strip(), "    ")


@contextmanager
def playing(folder: Path, text: str, level: Level, within: Limits) -> Iterator[WorkerClient]:
    """The agent A of the file, in a game."""
    with WorkerClient(write(folder, text), within, level) as client:
        client.load()
        client.build("A", {})
        client.start(STATE, 0)
        yield client


def load(folder: Path, text: str, level: Level | None = None, **changes: object) -> None:
    with WorkerClient(write(folder, text), tight(**changes), level or strongest()) as client:
        client.load()


def act(folder: Path, body: str, level: Level | None = None, **changes: object) -> None:
    """A move of an agent whose `act` has that body."""
    with playing(folder, acting(body), level or strongest(), tight(**changes)) as client:
        client.act([])


def failure(function: Callable[..., object], *arguments: Any, **more: Any) -> SubmissionError:
    with pytest.raises(SubmissionError) as caught:
        function(*arguments, **more)
    return caught.value


@at_each_level
def test_a_submission_chooses_and_its_worker_is_gone_afterwards(tmp_path, level):
    others = set(psutil.Process().children())
    with WorkerClient(write(tmp_path, GOES_WEST), limits(), level) as client:
        assert list(client.load().agents) == ["Reflex"]
        client.build("Reflex", {})
        client.start(STATE, 0)
        assert client.act([]).action == "west"
        client.finish([Action.WEST])
        (worker,) = set(psutil.Process().children()) - others
    assert not worker.is_running()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("import sys; sys.exit(3)", "SystemExit: 3"),
        ("import os; os._exit(3)", "stopped by itself: exit code 3"),
        ("import os; os._exit(0)", "stopped by itself: exit code 0"),
        ("class A(:", "SyntaxError: invalid syntax"),
        ("import nowhere", "ModuleNotFoundError: No module named 'nowhere'"),
        ("print('x' * 100_000); raise ValueError('x' * 10_000_000)", "ValueError: xxx"),
    ],
)
@pytest.mark.slow
def test_failures_of_loading(tmp_path, text, message):
    assert message in str(failure(load, tmp_path, text))


# ------------------------------------------------------------------------------ limits


def test_an_import_that_does_not_end_is_ended(tmp_path):
    budget = Budget(cpu_seconds=0.7, seconds=60)
    error = failure(load, tmp_path, "while True: pass", load=budget)
    assert str(error) == "took more than 0.7 CPU seconds to load"
    assert error.gone


@at_each_level
@pytest.mark.parametrize(
    ("body", "changes", "message"),
    [
        ("while True: pass", COMPUTES, "took more than 0.2 CPU seconds for a move"),
        ("sum(range(10 ** 12))", COMPUTES, "took more than 0.2 CPU seconds for a move"),
        ("time.sleep(60)", SLEEPS, "took more than 1.5 seconds for a move"),
        (
            "while True: print('x' * 1000, flush=True)",
            {"output_kb": 64},
            "printed more than 64 KiB",
        ),
        (
            "print('x' * 100_000)\nreturn Action.WEST",
            {"output_kb": 64},
            "printed more than 64 KiB",
        ),
        ("os._exit(5)", {}, "stopped by itself: exit code 5"),
    ],
)
def test_exceeding_a_limit_ends_the_worker_with_a_reason_of_one_line(
    tmp_path, level, body, changes, message
):
    error = failure(act, tmp_path, body, level, **changes)
    assert str(error) == message
    assert error.gone
    assert error.failure.frames == ""


@pytest.mark.parametrize(
    "body",
    [
        """
        while True:
            try: time.sleep(60)
            except BaseException: pass
        """,
        "import signal; signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65)); time.sleep(60)",
        "sys.setswitchinterval(1e9); time.sleep(60)",
        "ends = socket.socketpair(); ends[0].recv(1)",
    ],
)
@pytest.mark.slow
def test_a_submission_that_will_not_answer_is_ended(tmp_path, body):
    if sys.platform == "win32":
        body = "time.sleep(60)"
    error = failure(act, tmp_path, body, **SLEEPS)
    assert str(error) == "took more than 1.5 seconds for a move"
    assert error.gone


@at_each_level
@pytest.mark.slow
def test_the_cpu_time_of_threads_counts(tmp_path, level):
    body = """
    def spin():
        while True: pass
    for _ in range(3): threading.Thread(target=spin, daemon=True).start()
    time.sleep(60)
    """
    error = failure(act, tmp_path, body, level, **COMPUTES)
    assert str(error) == "took more than 0.2 CPU seconds for a move"


@pytest.mark.skipif(sys.platform != "linux", reason="it is Linux that tells how many there are")
@pytest.mark.parametrize("end", ["time.sleep(60)", "return Action.WEST"])
@pytest.mark.slow
def test_too_many_threads_end_the_worker(tmp_path, end):
    body = f"""
    threading.stack_size(1 << 15)
    for _ in range({MAX_THREADS} + 8):
        threading.Thread(target=threading.Event().wait, daemon=True).start()
    {end}
    """
    error = failure(act, tmp_path, body, **PATIENT)
    assert str(error) == f"started more than {MAX_THREADS} threads"
    assert error.gone


@at_each_level
@pytest.mark.slow
def test_the_cpu_time_of_children_counts(tmp_path, level):
    body = "subprocess.run([sys.executable, '-S', '-c', 'while True: pass'])"
    error = failure(act, tmp_path, body, level, processes=4, **COMPUTES)
    assert str(error) == "took more than 0.2 CPU seconds for a move"


@at_each_level
@pytest.mark.slow
def test_thinking_between_two_requests_counts_towards_the_next(tmp_path, level):
    text = acting("""
    if not threading.active_count() > 1:
        def think():
            end = time.process_time() + 0.5
            while time.process_time() < end: pass
        threading.Thread(target=think).start()
    return Action.STOP
    """)
    others = set(psutil.Process().children())
    with playing(tmp_path, text, level, tight(**COMPUTES)) as client:
        client.act([])
        mine = set(psutil.Process().children(recursive=True)) - others
        until(lambda: sum(sum(p.cpu_times()[:2]) for p in mine) >= 0.5)
        error = failure(client.act, [Action.STOP])
    assert str(error) == "took more than 0.2 CPU seconds for a move"


@pytest.mark.parametrize(
    ("body", "game", "message"),
    [
        (
            """
            end = time.process_time() + 0.2
            while time.process_time() < end: pass
            return Action.STOP
            """,
            Budget(cpu_seconds=0.5, seconds=30),
            "took more than 0.5 CPU seconds in one game",
        ),
        (
            "time.sleep(0.2)\nreturn Action.STOP",
            Budget(cpu_seconds=30, seconds=1),
            "took more than 1 seconds in one game",
        ),
    ],
)
@pytest.mark.slow
def test_a_game_has_a_limit_of_its_own(tmp_path, body, game, message):
    with playing(tmp_path, acting(body), strongest(), tight(game=game)) as client:
        error = failure(lambda: [client.act([]) for _ in range(99)])
    assert str(error) == message
    assert error.gone


@pytest.mark.slow
def test_the_next_game_has_its_limit_anew(tmp_path):
    body = """
    end = time.process_time() + 0.3
    while time.process_time() < end: pass
    return Action.STOP
    """
    game = Budget(cpu_seconds=0.5, seconds=30)
    with playing(tmp_path, acting(body), strongest(), tight(game=game)) as client:
        for _ in range(3):
            client.act([])
            client.finish([Action.STOP])
            client.build("A", {})
            client.start(STATE, 0)


@posix
@at_each_level
def test_too_much_memory_is_an_error_in_the_authors_own_lines(tmp_path, level):
    body = """
    found = []
    while True:
        found.append(bytearray(1 << 24))
    """
    if sys.platform == "darwin":
        pytest.skip("macOS has no such limit")
    patient = Budget(cpu_seconds=5, seconds=50)
    error = failure(act, tmp_path, body, level, memory_mb=256, move=patient)
    assert str(error) == "MemoryError (agent.py, line 7, in act)"
    assert "found.append(bytearray(1 << 24))" in error.failure.frames
    assert not error.gone


@posix
@at_each_level
@pytest.mark.slow
def test_too_many_open_files_are_an_error_in_the_authors_own_lines(tmp_path, level):
    error = failure(act, tmp_path, "handles = [os.dup(0) for _ in range(999)]", level)
    assert str(error).startswith("OSError: [Errno 24] Too many open files (agent.py, line 5")
    assert not error.gone


@posix
@pytest.mark.parametrize(
    "level", [pytest.param(Level.BUBBLEWRAP, marks=needs(Level.BUBBLEWRAP)), Level.PROCESS]
)
@pytest.mark.slow
def test_a_file_that_grows_too_large_is_an_error_in_the_authors_own_lines(tmp_path, level):
    place = "/tmp/large" if level is Level.BUBBLEWRAP else str(tmp_path / "large")
    body = f"""
    with open({place!r}, "wb") as file:
        file.write(bytes(8 << 20)); file.flush()
    """
    error = failure(act, tmp_path, body, level, file_mb=2)
    assert str(error).startswith("OSError: [Errno 2")  # EFBIG, or ENOSPC where that comes first
    assert "(agent.py, line 6, in act)" in str(error)


@at_each_level
def test_more_processes_than_allowed_are_refused_or_end_it(tmp_path, level):
    body = "subprocess.run([sys.executable, '-S', '-c', 'import time; time.sleep(60)'])"
    error = failure(act, tmp_path, body, level)
    if level.is_secure:
        assert str(error).startswith("PermissionError: [Errno 1] Operation not permitted")
        assert "(agent.py, line 5, in act)" in str(error)
        assert not error.gone
    else:
        assert str(error) == "started too many processes; the limit is 1, itself included"
        assert error.gone


@posix
@at_each_level
@pytest.mark.slow
def test_more_processes_than_allowed_end_it_where_some_are_allowed(tmp_path, level):
    body = """
    for _ in range(3):
        subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(60)'])
    time.sleep(60)
    """
    error = failure(act, tmp_path, body, level, processes=2)
    assert str(error) == "started too many processes; the limit is 2, itself included"
    assert error.gone


# ------------------------------------------------------------------------------ what it says


def test_what_it_prints_is_there_when_it_has_answered(tmp_path):
    text = "print('loaded')\n" + acting("print('moved')\nreturn Action.WEST")
    with WorkerClient(write(tmp_path, text), limits(), strongest()) as client:
        assert client.printed == ""
        client.load()
        assert client.printed.splitlines() == ["loaded"]
        client.build("A", {})
        client.start(STATE, 0)
        client.act([])
        assert client.printed.splitlines() == ["loaded", "moved"]


@pytest.mark.slow
def test_what_it_printed_is_there_when_it_has_been_ended(tmp_path):
    text = acting("print('deep in thought', flush=True)\nwhile True: pass")
    with playing(tmp_path, text, strongest(), limits()) as client:
        failure(client.act, [])
        assert client.printed.splitlines() == ["deep in thought"]


@at_each_level
@pytest.mark.slow
def test_prints_do_not_reach_the_channel(tmp_path, level):
    text = """
    import os, sys
    done = '\\0\\0\\0\\x0f{"kind":"done"}'
    print(done); sys.__stdout__.write(done); sys.stderr.write(done); os.write(2, done.encode())
    """ + indent(GOES_WEST, "    ")
    with WorkerClient(write(tmp_path, text), limits(), level) as client:
        assert list(client.load().agents) == ["Reflex"]
        assert client.printed.count("done") == 4


@pytest.mark.parametrize(
    "body",
    [
        "sys.stdout = sys.stderr = None",
        "sys.stdout.close(); sys.stderr.close()",
        "class Odd:\n  def flush(self): raise ValueError\n  write = flush\nsys.stdout = Odd()",
        "os.close(1); os.close(2)",
    ],
)
@pytest.mark.slow
def test_breaking_its_own_output_does_no_harm(tmp_path, body):
    with playing(tmp_path, acting(f"{body}\nreturn Action.WEST"), strongest(), limits()) as client:
        assert client.act([]).action == "west"


# ------------------------------------------------------------------------------ how it can end


@at_each_level
def test_a_crash_names_its_signal(tmp_path, level):
    if sys.platform == "win32":
        pytest.skip("Windows has no signals")
    error = failure(act, tmp_path, "import ctypes; ctypes.string_at(0)", level)
    assert str(error) == "crashed: signal 11 (SIGSEGV)"
    assert error.gone


@at_each_level
@pytest.mark.slow
def test_children_of_a_submission_do_not_outlive_it(tmp_path, level):
    others = set(psutil.Process().children(recursive=True))
    text = acting("""
    subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(60)'])
    return Action.WEST
    """)
    with playing(tmp_path, text, level, tight(processes=3)) as client:
        client.act([])
        mine = set(psutil.Process().children(recursive=True)) - others
        assert len(mine) > 1
    wait_for_end(mine)


FORGE = """
for handle in range(3, 1000):
    try: channel = socket.socket(fileno=handle)
    except OSError: continue
    channel.sendall({!r})
    time.sleep(60)
"""
EXPAND = b'\0\0\0\x2b{"kind":"expand","state":0,"action":"west"}'


@at_each_level
@pytest.mark.parametrize(
    ("forged", "message"),
    [
        (b"\xff\xff\xff\xff", "broke its channel to the grader: a message of 4294967295 bytes"),
        (b"\0\0\0\5hello", "sent the grader an invalid message"),
        (b'\0\0\0\x0f{"kind":"done"}', "sent the grader a reply of the wrong kind"),
        (EXPAND, "sent the grader a reply of the wrong kind"),
        (b"\0\0", "took more than 1.5 seconds for a move"),
    ],
)
def test_a_forged_answer_ends_the_worker(tmp_path, level, forged, message):
    error = failure(act, tmp_path, FORGE.format(forged), level, **SLEEPS)
    assert str(error).startswith(message)
    assert error.gone


@pytest.mark.slow
def test_a_forged_request_in_loading_ends_the_worker(tmp_path):
    error = failure(load, tmp_path, "import socket, time\n" + FORGE.format(EXPAND))
    assert str(error) == "sent the grader a reply of the wrong kind"
    assert error.gone


@pytest.mark.slow
def test_closing_the_channel_ends_the_worker(tmp_path):
    body = "os.closerange(3, 1000); time.sleep(60)"
    error = failure(act, tmp_path, body)
    assert str(error).startswith("broke its channel to the grader: ")
    assert error.gone


@pytest.mark.slow
def test_an_answer_sent_twice_does_not_pass_for_the_next(tmp_path):
    """It is an answer that is early: the agent in the next game has not been asked."""
    sent = b'{"kind":"acted","action":"west","nodes":null,"values":{}}'
    message = len(sent).to_bytes(4, "big") + sent
    body = f"""
    for handle in range(3, 1000):
        try: channel = socket.socket(fileno=handle)
        except OSError: continue
        channel.sendall({message * 2!r}); channel.detach()
        break
    return Action.WEST
    """
    with playing(tmp_path, acting(body), strongest(), limits()) as client:
        client.act([])
        error = failure(client.finish, [Action.WEST])
    assert str(error) == "sent the grader a reply of the wrong kind"


@pytest.mark.slow
def test_a_message_that_is_never_read_does_not_keep_the_grader_waiting(tmp_path):
    told: list[Expand] = []

    def expand(request: Expand) -> dict[str, Any]:
        told.append(request)
        return {"filler": "x" * 60_000}

    body = FORGE.format(EXPAND).replace("channel.sendall", "while True: channel.sendall")
    root = {"state": 0, "legal": ["west"], "to_move": 0, "num_agents": 2}
    root |= {"is_win": False, "is_loss": False, "score": 0}
    with playing(tmp_path, acting(body), strongest(), tight(**SLEEPS)) as client:
        client.start_search(root, 0)
        error = failure(client.act, [], expand)
    assert str(error) in (
        "broke its channel to the grader: the other side doesn't read",
        "took more than 1.5 seconds for a move",
    )
    assert told
    assert error.gone


# ------------------------------------------------------------------------------ the rest


def test_an_evaluation_plays_in_our_own_search(tmp_path):
    with WorkerClient(write(tmp_path, SOUND_EVALUATE), limits(), strongest()) as client:
        assert client.load(functions=["evaluate"]).functions == ["evaluate"]
        client.adopt("evaluate", "alpha_beta", 2)
        client.start(STATE, 0)
        assert client.act([]).action == "west"


@at_each_level
@pytest.mark.slow
def test_shipped_agents_are_importable_when_provided(tmp_path, level):
    text = f"from pacgrid.agents.provided_here import WISDOM\nassert WISDOM == 42\n{GOES_WEST}"
    with WorkerClient(write(tmp_path, text), limits(), level) as client:
        client.provide({"provided_here": "WISDOM = 42"})
        assert list(client.load().agents) == ["Reflex"]


def test_a_named_evaluation_is_provided_to_the_agent_that_is_built_with_it(tmp_path):
    text = acting("return Action.WEST if self.evaluation(state) else Action.STOP")
    text += "\n  def __init__(self, evaluation): self.evaluation = evaluation"
    with WorkerClient(write(tmp_path, text), limits(), strongest()) as client:
        client.load()
        client.build("A", {"evaluation": "linear"})
        client.start(STATE, 0)
        assert client.act([]).action in ("west", "stop")


def test_a_searcher_that_is_given_no_evaluation_is_told_why_it_has_none(tmp_path):
    text = """
    from pacgrid.search import Searcher
    class A(Searcher):
        def value(self, state, plies):
            return 0
    """
    with WorkerClient(write(tmp_path, text), limits(), strongest()) as client:
        client.load()
        with pytest.raises(SubmissionError) as caught:
            client.build("A", {})
    assert caught.value.failure.message.endswith(
        "Pacgrid's own agents are not available in grading, "
        "nor is the default evaluation of a Searcher"
    )


@pytest.mark.slow
def test_a_searcher_that_is_given_a_depth_alone_has_the_usual_evaluation(tmp_path):
    text = """
    from pacgrid.search import Searcher
    class A(Searcher):
        def value(self, state, plies):
            return self.evaluate(state)
    """
    with WorkerClient(write(tmp_path, text), limits(), strongest()) as client:
        client.load()
        client.build("A", {"depth": 1})
        client.start(STATE, 0)
        assert client.act([]).action == "west"


def test_a_file_in_the_current_folder_does_not_pass_for_the_library(tmp_path, monkeypatch):
    write(tmp_path, "raise RuntimeError('shadowed')", "random.py")
    monkeypatch.chdir(tmp_path)
    load(tmp_path, GOES_WEST)


@needs(Level.BUBBLEWRAP)
@pytest.mark.parametrize("where", ["before the worker", "in the worker"])
@pytest.mark.slow
def test_a_sandbox_that_can_not_be_set_up_is_a_grading_error_of_one_line(
    tmp_path, monkeypatch, where
):
    folder = tmp_path / "mine"
    folder.mkdir()
    if where == "in the worker":
        real = bubblewrap.command

        def without_library(*words: Any, library: Path, **more: Any) -> list[str]:
            return real(*words, **more)

        monkeypatch.setattr(bubblewrap, "command", without_library)
        said = "the sandbox bubblewrap can't be set up: stopped by itself: exit code 1; "
    else:
        program = tmp_path / "bwrap"
        program.write_text("#!/bin/sh\necho 'no permissions' >&2\nexit 1\n")
        program.chmod(0o700)
        monkeypatch.setattr(bubblewrap, "program", lambda: str(program))
        said = "bubblewrap failed: no permissions"
    before = psutil.Process().num_fds()
    with pytest.raises((GradingError, SandboxError)) as caught:
        WorkerClient(write(folder, GOES_WEST), limits(), Level.BUBBLEWRAP)
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)
    assert psutil.Process().num_fds() == before


@needs(Level.BUBBLEWRAP)
@pytest.mark.slow
def test_a_sandbox_that_fails_for_a_moment_is_set_up_again(tmp_path, monkeypatch):
    folder, real = tmp_path / "mine", bubblewrap.program()
    folder.mkdir()
    program, failed = tmp_path / "bwrap", tmp_path / "failed"
    program.write_text(
        f'#!/bin/sh\n[ -e {failed} ] && exec {real} "$@"\ntouch {failed}\necho busy >&2; exit 1\n'
    )
    program.chmod(0o700)
    monkeypatch.setattr(bubblewrap, "program", lambda: str(program))
    before = psutil.Process().num_fds()
    with WorkerClient(write(folder, GOES_WEST), limits(), Level.BUBBLEWRAP) as client:
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
