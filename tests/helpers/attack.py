"""Hostile submissions (`attacks/`), and expendable graders that show whether they work."""

import ast
import ctypes
import multiprocessing
import os
import re
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from secrets import randbelow, token_hex
from typing import Any, Self

import psutil

from pacgrid.autograder.assignment import Assignment
from pacgrid.autograder.grader import Grader
from pacgrid.autograder.reports.gradebook import gradebook
from pacgrid.autograder.reports.report import reasons
from pacgrid.autograder.reports.student_view import student_view
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.sandbox.worker_library import library
from pacgrid.autograder.submission import Submission
from pacgrid.autograder.trials.trial import inspect, run
from pacgrid.common.failure import Failure

FOLDER = Path(__file__).parents[1] / "attacks"
PLAYS_ON = "plays on"
SUCCEEDED = "AssertionError: succeeded: "
MOST_LETTERS = 1000
"""Nobody reads a longer line."""

_SEARCHED = """
kind = "{kind}"
search = "minimax"
depth = 1
points = 1
positions = ['''
%%%%%%
%.P1 %
%%%%%%
''', '''
%%%%%%
% 1P.%
%%%%%%
''']
"""

_GAMES = """
kind = "games"
layout = "pocket"
ghosts = ["random_ghost"]
seed = 5
rounds = 20
thresholds = [{{average_score = {score}, points = 1}}]
"""

_POSITIONS = _SEARCHED.format(kind="positions")

TESTS = {
    "positions": _POSITIONS,
    "search": _SEARCHED.format(kind="search") + "nodes = 200",
    "games": _GAMES.format(score=-498),
    "evaluate": _GAMES.format(score=0) + 'search = "alpha_beta"',
    "many games": _GAMES.format(score=-498) + "games = 40",
    "hidden games": _GAMES.format(score=-9999).replace("pocket", "arena") + 'visibility = "hidden"',
    "inspect": _POSITIONS,
    "batch": _POSITIONS,
}
"""By name: the tests that an attack can choose. An honest agent gets 1 point in each. `inspect`
only loads the submission, and `batch` grades it as a command does."""

_HIDDEN = """
[[questions.tests]]
visibility = "hidden"
options = {{secret = {secret}}}
"""

LIMITS = """
title = "Attacked"
[limits]
load = {{cpu_seconds = 1.5, seconds = 60}}
move = {{cpu_seconds = 0.3, seconds = {patience}}}
game = {{cpu_seconds = 1, seconds = 60}}
test = {{cpu_seconds = 60, seconds = {budget}}}
memory_mb = {memory}
processes = {processes}
file_mb = 1
open_files = 32
output_kb = 64
[[questions]]
name = "attack"
{answer}
points = {points}
{tests}
"""

HONEST = """
from honest import Honest

class Attacker(Honest):
    pass
"""


@dataclass(frozen=True)
class Attack:
    """A file of `attacks/`. Its constants are read here; it is never run here."""

    name: str
    tries: str
    """What it tries, in a sentence."""
    expect: str
    """A regular expression for the expected failure; `plays on` for none."""
    points: float | None
    """The points that it must get; None for any."""
    not_held: Mapping[str, str]
    """By level: why the attack works there."""
    may_hold: bool
    """Whether it fails at those levels too on some systems."""
    test: str
    files: tuple[tuple[str, str], ...]
    """The files of the submission, with their contents."""
    processes: int
    memory: int
    repeats: int = 1
    """How often it is graded; each time, the result must be the same."""
    pair: str = ""
    """If its hidden test sends a secret to its visible one: `batch` if both are in one batch,
    `later` if the visible test is also graded in a later batch."""

    @classmethod
    def load(cls, path: Path) -> Self:
        text = path.read_text("utf-8")
        tree = ast.parse(text)
        constants = {
            node.targets[0].id: ast.literal_eval(node.value)
            for node in tree.body
            if isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and node.targets[0].id in cls._known()
        }
        beside = {
            "honest.py": (FOLDER / "honest.py").read_text("utf-8"),
            **constants.get("FILES", {}),
        }
        expect = constants["EXPECT"]
        return cls(
            path.stem,
            ast.get_docstring(tree) or "",
            expect,
            constants.get("POINTS", (1.0 + ("PAIR" in constants)) * (expect == PLAYS_ON)),
            constants.get("NOT_HELD", {}),
            constants.get("MAY_HOLD", False),
            constants.get("TEST", "positions"),
            tuple(sorted({**beside, "attack.py": text}.items())),
            constants.get("PROCESSES", 1),
            constants.get("MEMORY", 256),
            constants.get("REPEATS", 1),
            constants.get("PAIR", ""),
        )

    @property
    def touches_others(self) -> bool:
        """Whether it could affect other submissions."""
        return bool(self.not_held) or "library" in self.name

    @property
    def patience(self) -> float:
        """Seconds on the clock for a move. Only what sleeps gets few: on a busy machine, what
        computes may need long to reach its CPU limit."""
        return 1.5 if re.search("1.5.* seconds (for a move|to)", self.expect) else 30

    @staticmethod
    def _known() -> set[str]:
        return {
            *("EXPECT", "POINTS", "NOT_HELD", "MAY_HOLD", "TEST", "FILES", "PROCESSES", "MEMORY"),
            *("REPEATS", "PAIR"),
        }

    def assignment(self, secret: int = 0, *, hidden_first: bool = False) -> Assignment:
        """The assignment with the attack's test; with a `secret`, also with a hidden test whose
        options contain it."""
        evaluates = self.test == "evaluate"
        tests = [f"[[questions.tests]]\n{TESTS[self.test]}"]
        if secret:
            tests.append(f"{_HIDDEN.format(secret=secret)}{TESTS[self.test]}")
        text = LIMITS.format(
            answer='function = "evaluate"' if evaluates else 'agent = "Attacker"',
            points=len(tests),
            tests="\n".join(reversed(tests) if hidden_first else tests),
            processes=self.processes,
            memory=self.memory,
            patience=self.patience,
            budget=3 if "3 seconds in one test" in self.expect else 120,
        )
        return Assignment.parse(text, "attacked.toml")

    def submission(self, targets: Mapping[str, object]) -> Submission:
        """The attack, with the names of its targets replaced by the `targets`."""
        files = dict(self.files)
        for name, target in targets.items():
            files["attack.py"] = files["attack.py"].replace(f"@{name}@", str(target))
        written = tuple((path, text.encode()) for path, text in sorted(files.items()))
        return Submission(self.name, written, "attack.py")


def attacks() -> list[Attack]:
    """All attacks, by name."""
    others = {"honest.py", "conftest.py"}
    return [Attack.load(path) for path in sorted(FOLDER.glob("*.py")) if path.name not in others]


@dataclass(frozen=True)
class Result:
    """The result of an attack."""

    cause: str
    """The failure that the grader reports."""
    points: float
    worked: tuple[str, ...] = ()
    """The signs, seen from outside, that the attack worked."""
    printed: str = ""

    @property
    def held(self) -> bool:
        return not self.worked


def wrong(attack: Attack, level: Level, result: Result) -> str:
    """How the result differs from what the attack's file expects; "" if it doesn't."""
    if level in attack.not_held:
        unseen = result.held and not attack.may_hold
        return "it is stopped, though it is expected to work" if unseen else ""
    if result.worked:
        return "; ".join(result.worked)
    if not re.fullmatch(attack.expect, result.cause):
        return f"says {result.cause!r}, not {attack.expect!r}"
    if attack.points not in (None, result.points):
        return f"gets {result.points:g} points, not {attack.points:g}"
    return ""


class Grading:
    """A grader in its own process, which is replaced if an attack damages it."""

    def __init__(self) -> None:
        self._process: Any = None
        self._home = tempfile.TemporaryDirectory(prefix="attacked-")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()
        self._home.cleanup()

    def result(self, attack: Attack, level: Level) -> Result:
        """Have `attack` graded at `level`."""
        if not self._process:
            self._begin()
        self._pipe.send((attack, str(level)))
        watched = psutil.Process(self._process.pid)
        with suppress(EOFError, ConnectionError, psutil.Error):
            while not self._pipe.poll(0.1):
                if watched.status() == psutil.STATUS_STOPPED:
                    self._end()
                    return Result("", 0, ("the grader was stopped",))
            result: Result = self._pipe.recv()
            if result.worked:  # it may have damaged this process
                self._end()
            return result
        self._end()
        return Result("", 0, ("the grader was ended",))

    def _begin(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_grade, args=(theirs, self._home.name))
        self._process.start()
        theirs.close()

    def _end(self) -> None:
        if self._process:
            self._process.kill()
            self._process.join()
            self._pipe.close()
            self._process = None
            for path in Path(self._home.name).iterdir():
                shutil.rmtree(path)


def _grade(pipe: Any, home: str) -> None:
    """The main function of a `Grading`'s process."""
    os.environ["TMPDIR"] = home  # so that every file is seen, and no other process uses the library
    tempfile.tempdir = None
    _adopt_orphans()
    signalled: list[int] = []
    for number in (signal.SIGUSR1, signal.SIGIO, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, lambda number, _: signalled.append(number))
    _forget_files()
    known = {folder: _tree(folder) for folder in (library(), library(sandboxed=False))}
    with suppress(EOFError):
        while True:
            attack, level = pipe.recv()
            with ExitStack() as stack:
                surroundings = stack.enter_context(surround(Path(home)))
                before = _own_state()
                try:
                    result = _result(attack, Level(level), surroundings.targets())
                except Exception as error:
                    result = Result("", 0, (f"the grader failed: {error!r}",))
                worked = [*result.worked, *surroundings.damage(), *_survivors()]
                worked += [f"the grader got signal {number}" for number in signalled]
                worked += [
                    f"the grader's {name} became {value}"
                    for name, value in _own_state().items()
                    if value != before[name]
                ]
                if any(_tree(folder) != tree for folder, tree in known.items()):
                    worked.append("the library was changed")
            left = {path.name for path in Path(home).iterdir()} - {
                path.parent.name for path in known
            }
            worked += [f"{name} was left" for name in sorted(left)]
            if not worked and attack.touches_others:  # then it mustn't affect the next one either
                after = _result(honest(), Level(level), {})
                if objection := wrong(honest(), Level(level), after):
                    worked.append(f"an honest submission: {objection}")
            pipe.send(Result(result.cause, result.points, tuple(worked), result.printed))


def _result(attack: Attack, level: Level, targets: Mapping[str, object]) -> Result:
    if attack.pair:
        return _leaked(attack, level, targets)
    first, *others = [_single(attack, level, targets) for _ in range(attack.repeats)]
    if different := [other for other in others if other != first]:
        worked = f"its result differs: {first.cause or first.points}, {different[0].cause}"
        return replace(first, worked=(*first.worked, worked))
    return first


def _leaked(attack: Attack, level: Level, targets: Mapping[str, object]) -> Result:
    """Grades it with a hidden test that has a secret, in every order in which tests can run. The
    attack works if the secret is in what the student may see."""
    submission = attack.submission(targets)
    secret = 1 + randbelow(254)
    orders = [(True, 1, 1), (True, 2, 3)]
    if attack.pair == "later":
        orders.append((False, 1, 1))
    cause, points, worked = PLAYS_ON, 2.0, []
    for hidden_first, jobs, copies in orders:
        assignment = attack.assignment(secret, hidden_first=hidden_first)
        copied = [replace(submission, name=f"{attack.name}{copy}") for copy in range(copies)]
        for grade in Grader(assignment, level=level, jobs=jobs).grade(copied):
            shown = repr(student_view(assignment, grade))
            if f"{SUCCEEDED}secret {secret} " in shown:
                worked.append(f"the secret is in the feedback ({jobs} jobs)")
            elif SUCCEEDED not in shown and grade.points < points:  # else it took noise for one
                cause, points = next(reasons(grade), "nothing"), grade.points
    return Result(cause, points, tuple(dict.fromkeys(worked)))


def _forget_files() -> None:
    """Has the kernel forget what it remembers of the files of Python, and when they were read."""
    for file in Path(os.__file__).parent.glob("*.py"):
        with file.open("rb") as opened:
            os.posix_fadvise(opened.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    for folder in (library(), library(sandboxed=False)):
        for file in folder.rglob("*.py"):
            os.utime(file, (1, file.stat().st_mtime))


def _single(attack: Attack, level: Level, targets: Mapping[str, object]) -> Result:
    assignment = attack.assignment()
    submission = attack.submission(targets)
    if attack.test == "batch":
        (grade,) = Grader(assignment, level=level, jobs=1).grade([submission])
        lost = next(reasons(grade), "") or next((q.reason for q in grade.questions), "")
        cause = PLAYS_ON if grade.points == grade.possible else lost
        return _judged(cause, grade.points, gradebook([grade]))
    if attack.test == "inspect":
        found = inspect(submission, assignment, level).found
        failed = isinstance(found, Failure)
        cause = found.message if failed else PLAYS_ON
        return _judged(cause, float(not failed), repr(found))
    (question,) = assignment.questions
    (test,) = question.tests
    limits = assignment.limits
    outcome = run(submission, question.asks_for, test, limits, level)
    cause = outcome.failure.message if outcome.failure else PLAYS_ON
    shown = "\n".join([outcome.result, outcome.advice, str(outcome.failure)])
    return _judged(cause, outcome.points, shown)


def _judged(cause: str, points: float, shown: str) -> Result:
    worked = [cause.removeprefix(SUCCEEDED)] if SUCCEEDED in cause else []
    if not cause.strip():
        worked.append("nothing says why")
    if len(cause) > MOST_LETTERS:
        worked.append(f"the reason has {len(cause)} letters")
    if "\n" in cause or not all(c.isprintable() or c == "\n" for c in shown):
        worked.append("its control characters would reach a report")
    return Result(cause, points, tuple(worked), shown)


def honest() -> Attack:
    """An honest submission in the form of an attack."""
    beside = (FOLDER / "honest.py").read_text("utf-8")
    files = (("attack.py", HONEST), ("honest.py", beside))
    return Attack("honest", "Plays well.", PLAYS_ON, 1, {}, False, "positions", files, 1, 256)  # noqa: FBT003


@dataclass
class Surroundings:
    """The things around a grader that no attack may touch."""

    folder: Path
    identifier: str
    shared: int
    sockets: dict[str, socket.socket]
    before: dict[str, object] = field(default_factory=dict)

    def targets(self) -> dict[str, object]:
        """By name: what an attack can aim at."""
        import pacgrid.agents.minimax

        return {
            "ID": self.identifier,
            "GRADER": os.getpid(),
            "OUTSIDE": self.folder,
            "SECRET": self.folder / "tests.toml",
            "OTHER": self.folder / "other" / "agent.py",
            "STREAM": self.folder / "stream",
            "DATAGRAM": self.folder / "datagram",
            "ABSTRACT": self.identifier,
            "TCP": self.sockets["TCP"].getsockname()[1],
            "UDP": self.sockets["UDP"].getsockname()[1],
            "SHARED": self.shared,
            "REFERENCE": Path(str(pacgrid.agents.minimax.__file__)).resolve(),
            "ENVIRONMENT": os.environ["GRADER_SECRET"],
        }

    def damage(self) -> Iterator[str]:
        """Describes what was touched."""
        after = _tree(self.folder)
        for name in sorted(after.keys() | self.before.keys()):
            if after.get(name) != self.before.get(name):
                yield f"{name} was changed"
        for place in ("/var/tmp", "/dev/shm", "/tmp"):
            for file in Path(place).glob(f"{self.identifier}*"):
                file.unlink()
                yield f"a file was left in {place}"
        for name, listening in self.sockets.items():
            with suppress(BlockingIOError):
                if listening.type == socket.SOCK_STREAM:
                    listening.accept()[0].close()
                else:
                    listening.recv(100)
                yield f"{name} was reached"


@contextmanager
def surround(home: Path) -> Iterator[Surroundings]:
    """The surroundings of one attack."""
    identifier = f"attacked-{token_hex(8)}"
    os.environ["GRADER_SECRET"] = token_hex(16)
    libc = ctypes.CDLL(None)
    shared = libc.shmget(0, 4096, 0o600)  # IPC_PRIVATE
    with ExitStack() as stack:
        stack.callback(libc.shmctl, shared, 0, None)  # IPC_RMID
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=home)))
        (folder / "tests.toml").write_text("secret")
        (folder / "other").mkdir()
        (folder / "other" / "agent.py").write_text("somebody's work")
        sockets = {}
        local = ("127.0.0.1", 0)
        for name, family, kind, address in (
            ("TCP", socket.AF_INET, socket.SOCK_STREAM, local),
            ("UDP", socket.AF_INET, socket.SOCK_DGRAM, local),
            ("a socket", socket.AF_UNIX, socket.SOCK_STREAM, str(folder / "stream")),
            ("a datagram socket", socket.AF_UNIX, socket.SOCK_DGRAM, str(folder / "datagram")),
            ("an abstract socket", socket.AF_UNIX, socket.SOCK_STREAM, f"\0{identifier}"),
            ("an abstract one", socket.AF_UNIX, socket.SOCK_DGRAM, f"\0{identifier}-datagram"),
        ):
            made = stack.enter_context(socket.socket(family, kind))
            made.bind(address)
            if kind == socket.SOCK_STREAM:
                made.listen()
            made.settimeout(0)
            sockets[name] = made
        yield Surroundings(folder, identifier, shared, sockets, _tree(folder))


def _tree(folder: Path) -> dict[str, object]:
    """A folder's contents and metadata; every change sets `st_ctime_ns`."""
    return {
        str(path): (stat.st_mode, stat.st_uid, stat.st_gid, stat.st_size, stat.st_ctime_ns)
        for path in [folder, *folder.rglob("*")]
        for stat in [path.lstat()]
    }


def _own_state() -> dict[str, object]:
    """What another process can change in this one."""
    import resource

    return {
        "environment": {k: v for k, v in os.environ.items() if k != "GRADER_SECRET"},
        "folder": Path.cwd(),
        "priority": os.getpriority(os.PRIO_PROCESS, 0),
        "scheduler": os.sched_getscheduler(0),
        "available_cpus": os.sched_getaffinity(0),
        "limits": [resource.getrlimit(number) for number in range(16)],
        "open files": sum(1 for _ in Path("/proc/self/fd").iterdir()),
        "path": list(sys.path),
    }


def _adopt_orphans() -> None:
    """Makes this process the parent of its orphaned descendants."""
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)


def _survivors() -> Iterator[str]:
    """Kills the descendants that still run, and describes them."""
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            if process.status() != psutil.STATUS_ZOMBIE and not _is_ours(process):
                process.kill()
                yield f"{process.name()} was left running"
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _is_ours(process: psutil.Process) -> bool:
    return any("resource_tracker" in word for word in process.cmdline())
