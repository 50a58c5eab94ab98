"""Expendable graders that show whether an attack works."""

import json
import multiprocessing
import os
import resource
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from secrets import randbelow
from typing import Any, Self

from helpers.attack import (
    HIDDEN_BOARDS,
    MOST_LETTERS,
    PLAYS_ON,
    SUCCEEDED,
    Attack,
    Result,
    honest,
    wrong,
)
from helpers.attack_surroundings import adopt_orphans, own_state, surround, survivors, tree
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.batch.grader import Grader
from pacgrid.autograder.batch.grading_job import Inspection, Trial
from pacgrid.autograder.kinds.games import Games
from pacgrid.autograder.kinds.kind import GradedTest
from pacgrid.autograder.kinds.positions import Positions
from pacgrid.autograder.kinds.search import Search
from pacgrid.autograder.model.fault import faults_of
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.model.schema import Budget
from pacgrid.autograder.reports.gradebook import gradebook, reasons
from pacgrid.autograder.reports.json_reports import gradescope_results
from pacgrid.autograder.reports.pages import as_page
from pacgrid.autograder.reports.student_view import student_view
from pacgrid.autograder.reports.terminal_report import as_text
from pacgrid.autograder.sandbox import worker_disk
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.sandbox.worker_disk import library
from pacgrid.autograder.worker_client import client
from pacgrid.common.failure import Failure

WARM = ("pacgrid.autograder.batch.grader", "pacgrid.autograder.reports.pages", "psutil")
"""What takes long to import, and is ready in the process from which each grader is forked."""

MOST_CPU_SECONDS, MOST_MB = 30, 300
"""That an attack may take from the grader itself, several times what the largest ones take."""

TRIALS_CPU_SECONDS = 2
"""For one batch of changes of an attack, which may never end; a real grader waits longer."""


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
        with suppress(EOFError, ConnectionError):
            result: Result = self._pipe.recv()
            if result.worked:  # it may have damaged this process
                self._end()
            return result
        self._end()
        return Result("", 0, ("the grader was ended",))

    def _begin(self) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload([*WARM])
        self._pipe, theirs = context.Pipe()
        arguments = (theirs, self._home.name, library())
        self._process = context.Process(target=_grade, args=arguments)
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


def _grade(pipe: Any, home: str, compiled: Path) -> None:
    """The main function of a `Grading`'s process, whose libraries are copies of one that is
    compiled: many attacks damage a grader that has no sandbox, and compiling takes long."""
    os.environ["TMPDIR"] = home  # so that every file is seen, and no other process uses the library
    tempfile.tempdir = None
    client._TRIALS = Budget(seconds=20, cpu_seconds=TRIALS_CPU_SECONDS)
    worker_disk._fill = partial(shutil.copytree, compiled, dirs_exist_ok=True)
    adopt_orphans()
    signalled: list[int] = []
    for number in (signal.SIGUSR1, signal.SIGIO, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, lambda number, _: signalled.append(number))
    _forget_files()
    known = {folder: tree(folder) for folder in (library(), library(sandboxed=False))}
    with suppress(EOFError):
        while True:
            attack, level = pipe.recv()
            with ExitStack() as stack:
                surroundings = stack.enter_context(surround(Path(home)))
                before, cost = own_state(), _cost()
                try:
                    result = _result(attack, Level(level), surroundings.targets())
                except Exception as error:
                    result = Result("", 0, (f"the grader failed: {error!r}",))
                worked = [*result.worked, *surroundings.damage(), *survivors()]
                worked += [f"the grader got signal {number}" for number in signalled]
                worked += [
                    f"the grader's {name} became {value}"
                    for name, value in own_state().items()
                    if value != before[name]
                ]
                worked += _took_too_much(cost, _cost())
                if any(tree(folder) != files for folder, files in known.items()):
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


def _cost() -> tuple[float, float]:
    """CPU seconds that this process has taken, and the most memory, in MB."""
    return time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _took_too_much(before: tuple[float, float], after: tuple[float, float]) -> list[str]:
    seconds, mb = after[0] - before[0], after[1] - before[1]
    worked = [f"the grader computed for {seconds:.0f} s"] * (seconds > MOST_CPU_SECONDS)
    return [*worked, *[f"the grader took {mb:.0f} MB"] * (mb > MOST_MB)]


def _result(attack: Attack, level: Level, targets: Mapping[str, object]) -> Result:
    if attack.pair:
        return _leaked(attack, level, targets)
    if attack.tells_by:
        return _told(attack, level, targets)
    first, *others = [_single(attack, level, targets) for _ in range(attack.repeats)]
    if different := [other for other in others if other != first]:
        worked = f"its result differs: {first.cause or first.points}, {different[0].cause}"
        return replace(first, worked=(*first.worked, worked))
    return first


def _leaked(attack: Attack, level: Level, targets: Mapping[str, object]) -> Result:
    """Grades it with a hidden test that has a secret, in every order in which tests can run. The
    attack works if the secret is in what the student may see."""
    submission = attack.submission(targets)
    orders = [(True, 1, 1), (True, 2, 3)]
    if attack.pair == "later":
        orders.append((False, 1, 1))
    cause, points, worked = PLAYS_ON, 2.0, []
    secret = 0
    for hidden_first, jobs, copies in orders:
        if attack.pair == "batch" or not secret:  # nothing of an earlier batch counts
            secret = 1 + randbelow(254)
        assignment = attack.assignment(secret, hidden_first=hidden_first)
        copied = [replace(submission, name=f"{attack.name}{copy}") for copy in range(copies)]
        for grade in Grader(assignment, level=level, jobs=jobs).grade(copied):
            shown = repr(student_view(assignment, grade))
            if f"{SUCCEEDED}secret {secret} " in shown:
                worked.append(f"the secret is in the feedback ({jobs} jobs)")
            elif SUCCEEDED not in shown and grade.points < points:  # else it took noise for one
                cause, points = next(reasons(grade), "nothing"), grade.points
    return Result(cause, points, tuple(dict.fromkeys(worked)))


def _told(attack: Attack, level: Level, targets: Mapping[str, object]) -> Result:
    """Grades it in a test on hidden boards, and again on others, for the same points. The attack
    works if students ever see any difference, or anything that only the hidden test has."""
    submission, worked, hidden, shown = attack.submission(targets), [], [], []
    for boards in range(len(HIDDEN_BOARDS)):
        assignment = attack.assignment(boards=boards)
        (grade,) = Grader(assignment, level=level, jobs=1).grade([submission])
        hidden.append(grade.questions[0].outcomes[-1])
        shown.append(_shown_ever(assignment, grade))
        worked += [f"students see {s!r}" for s in _secrets(assignment) if s in shown[-1]]
    one, other = hidden
    if shown[0] != shown[1]:
        worked.append(f"students see which boards it got, for {one.points}, {other.points} points")
    if getattr(one, attack.tells_by) == getattr(other, attack.tells_by):
        worked.append(f"its {attack.tells_by} says nothing about the boards: {one}")
    cause = one.failure.message if one.failure else PLAYS_ON
    return Result(cause, one.points, tuple(dict.fromkeys(worked)))


def _shown_ever(assignment: Assignment, grade: Grade) -> str:
    """All that students see of `grade`, today or later, but how long its visible tests took."""
    data = {**gradescope_results(assignment, grade), "execution_time": 0}
    view = student_view(assignment, grade)
    return "\n".join([json.dumps(data, ensure_ascii=False), as_text(view), as_page(view)])


def _secrets(assignment: Assignment) -> list[str]:
    """What is only in its hidden test: names, seeds, and rows of boards that aren't just walls."""
    tests = assignment.questions[0].numbered_tests
    visible, hidden = ({*_contents(test)} for test in tests)
    return sorted(secret for secret in hidden - visible if secret.strip("% "))


def _contents(test: GradedTest) -> Iterator[str]:
    if isinstance(test, Games):
        yield from (test.layout.name, str(test.seed), *test.layout.rows)
    elif isinstance(test, Positions | Search):
        yield from (row for state in test.positions for row in str(state).splitlines())


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
    if attack.test in ("batch", "repair"):
        (grade,) = Grader(assignment, level=level, jobs=1).grade([submission])
        lost = next(reasons(grade), "") or next((q.reason for q in grade.questions), "")
        cause = PLAYS_ON if grade.points == grade.possible else lost
        if attack.test == "repair":
            cause = cause or "plays badly"
            shown = as_text(student_view(assignment, grade))
        else:
            shown = gradebook([grade])
        result = _judged(cause, grade.points, shown)
        faults = tuple(f"the grader failed: {fault.message}" for _, fault in faults_of(grade))
        return replace(result, worked=(*result.worked, *faults))
    if attack.test == "inspect":
        found = Inspection.of(submission, assignment, level)()
        failed = isinstance(found, Failure)
        cause = found.message if failed else PLAYS_ON
        return _judged(cause, float(not failed), repr(found))
    (question,) = assignment.questions
    (test,) = question.tests
    limits = assignment.limits
    outcome = Trial(submission, question.name, question.asks_for, test, limits, level)()
    cause = outcome.failure.message if outcome.failure else PLAYS_ON
    shown = "\n".join([outcome.result, outcome.advice, str(outcome.failure)])
    passed = attack.test == "course search" and all(case.passed for case in outcome.cases)
    return _judged(cause, outcome.points + passed, shown)


def _judged(cause: str, points: float, shown: str) -> Result:
    worked = [cause.removeprefix(SUCCEEDED)] if SUCCEEDED in cause else []
    if not cause.strip():
        worked.append("nothing says why")
    if len(cause) > MOST_LETTERS:
        worked.append(f"the reason has {len(cause)} letters")
    if "\n" in cause or not all(c.isprintable() or c == "\n" for c in shown):
        worked.append("its control characters would reach a report")
    return Result(cause, points, tuple(worked), shown)
