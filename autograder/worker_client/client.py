"""The grader's side of a worker: requests to a submission, within the limits of an answer, a game
and a test."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar

from pydantic_core import to_json

from pacgrid.action import Action
from pacgrid.common.failure import UNDER_MAIN, Failure
from pacgrid.cs188 import is_course_file
from pacgrid.state import State

from ..model.fault import GradingError, SandboxError
from ..model.schema import Budget, SubmissionLimits
from ..sandbox.channel import MAX_BYTES, ChannelError
from ..sandbox.level import Level
from ..sandbox.worker_disk import source_of
from ..worker.messages import (
    ACT,
    FINISH,
    ObservedSummary,
    StateSummary,
    encode_position,
    pack_played,
)
from ..worker.trial_service import Change
from .in_process_worker import InProcessWorker
from .replies import (
    Acted,
    Chosen,
    Done,
    Expand,
    Explored,
    Failed,
    FunctionsRun,
    Loaded,
    Reply,
    Returned,
    StateQuestion,
    Tried,
    Values,
    read_reply,
    stable_text,
)

if TYPE_CHECKING:
    from ..sandbox.worker_process import WorkerProcess


LONGEST_GAP = 1
"""Seconds from one reading to the next while an answer is awaited. If they are more, the grader was
stopped, and couldn't see the answer."""

WAITING_RATIO = 9
"""Where the system doesn't say how long a worker has waited for a CPU, it is assumed to be this
many times as long as it has computed."""

_CHECK_SECONDS = 0.05
"""Time between two checks of a worker's limits before it answers."""

_LINE_CHECKS = 10
"""So often it is looked whether a worker that takes too long has told its line."""

_RETRY_SECONDS = (0.1, 1)
"""Pauses before a sandbox is set up again: a system may run short of something for a moment."""

MAX_THREADS = 256
"""More than any submission needs; a machine can only run so many."""

_TRIALS = Budget(seconds=20, cpu_seconds=10)
"""For one batch of changes of a submission. If that isn't enough, one of them never ends."""

_R = TypeVar("_R", Loaded, Done, Acted, Chosen, Explored, Values, Returned, Tried, FunctionsRun)

Answer = Callable[[Expand | StateQuestion], bytes]
"""Answers a worker that asks about a state. May raise SubmissionError."""


class SubmissionError(Exception):
    """A submission failed. If it is `gone`, its process has ended and takes no more requests; if it
    `exits`, it asked for that, as `sys.exit` does. If it has `timed_out`, it was killed."""

    def __init__(
        self, failure: Failure, *, gone: bool, exits: bool = False, timed_out: bool = False
    ) -> None:
        super().__init__(failure.message)
        self.failure = failure
        self.gone = gone
        self.exits = exits
        self.timed_out = timed_out


def _start(
    folder: Path, level: Level, limits: SubmissionLimits
) -> "WorkerProcess | InProcessWorker":
    if level is Level.IN_PROCESS:
        return InProcessWorker(folder, limits)
    from ..sandbox.worker_process import WorkerProcess

    for pause in _RETRY_SECONDS:
        with suppress(SandboxError):
            return WorkerProcess(folder, level, limits)
        time.sleep(pause)
    return WorkerProcess(folder, level, limits)


class WorkerConnection:
    """A submission in a worker. At the end of the `with`, the worker is killed with all its
    processes.

    Every method raises SubmissionError if the submission fails, exceeds a limit, or dies.
    """

    def __init__(self, folder: Path, limits: SubmissionLimits, level: Level) -> None:
        self._limits = limits
        self.load_budget = limits.load
        """The budget for loading the file, and for building an agent."""
        self.move_budget = limits.move
        """The budget for each answer in a game or search."""
        self._process = _start(folder, level, limits)
        self.clock = WorkerClock(self._process, limits)
        self._next_check = 0.0
        self._core = self._process.shared_core()
        try:
            self._confine()
        except BaseException:
            self._close()
            raise
        self.clock.start_test()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    @property
    def printed(self) -> str:
        """What the submission has printed; the middle of a long output is left out."""
        return stable_text(self._process.printed())

    @property
    def cpu_seconds(self) -> float:
        """CPU seconds that the worker has used so far."""
        return self._process.cpu_seconds()

    @property
    def used(self) -> "Reading":
        """What the submission has used so far of the limits of a test."""
        return self.clock.used()

    def _close(self) -> None:
        self._core.leave()
        self._process.close()

    def _confine(self) -> None:
        """Has the worker confine itself, before it sees the submission."""
        if self._process.spec is None:
            return
        try:
            self.ask({"do": "confine", "spec": self._process.spec}, Done, self.load_budget, "")
        except SubmissionError as error:
            reason = "; ".join([str(error), *self.printed.strip().splitlines()[-1:]])
            raise GradingError(
                f"the sandbox {self._process.level} can't be set up: {reason}"
            ) from None

    def ask(
        self,
        request: Mapping[str, Any] | bytes,
        expected: type[_R],
        budget: Budget,
        purpose: str,
        answer: Answer | None = None,
        *,
        continues: bool = False,
    ) -> _R:
        """The reply to `request`, a message or an object for JSON. If it `continues` the answer
        before, the two share one time limit."""
        if continues:
            self.clock.resume_answer()
        else:
            self.clock.start_answer()
        if isinstance(self._process, InProcessWorker):
            self._process.answer = partial(self._answered, budget, purpose, answer)
            self._process.check = partial(self._check_clock, budget, purpose)
        self._send(request if isinstance(request, bytes) else to_json(request), budget)
        while isinstance(reply := self._next(budget, purpose), Expand | StateQuestion) and answer:
            self._send(answer(reply), budget)
            if time.monotonic() > self._next_check:
                self._check_clock(budget, purpose)
                self._check_resources()
        self._check_clock(budget, purpose)
        if (
            expected not in (Acted, Chosen, Explored, Returned, Values)
            or time.monotonic() > self._next_check
        ):
            self._check_resources()
        if isinstance(reply, Failed):
            raise SubmissionError(reply.failure, gone=False, exits=reply.exits)
        if not isinstance(reply, expected):
            raise self.kill("sent the grader a reply of the wrong kind")
        return reply

    def _answered(
        self, budget: Budget, purpose: str, answer: Answer | None, question: bytes
    ) -> bytes:
        """The answer to a worker in this process that asks in the midst of its own one."""
        reply = self._read(question)
        if not (isinstance(reply, Expand | StateQuestion) and answer):
            raise self.kill("sent the grader a reply of the wrong kind")
        answered = answer(reply)
        self._check_clock(budget, purpose)
        return answered

    def _send(self, message: bytes, budget: Budget) -> None:
        try:
            self._process.channel.send(message, timeout=budget.seconds)
        except ChannelError as error:
            raise self._died(str(error)) from None

    def _next(self, budget: Budget, purpose: str) -> Reply:
        """The worker's next message. Checks its limits while waiting."""
        try:
            while (data := self._poll()) is None:
                self._core.release()
                self._check_clock(budget, purpose, descendants=True)
                self._check_resources()
                if self._process.processes() > (most := self._limits.processes):
                    reason = f"started too many processes; the limit is {most}, itself included"
                    raise self.kill(reason)
        except ChannelError as error:
            raise self._died(str(error)) from None
        self._core.enter()
        return self._read(data)

    def _read(self, data: bytes) -> Reply:
        try:
            return read_reply(data)
        except ValueError:
            raise self.kill("sent the grader an invalid message") from None

    def _poll(self) -> bytes | None:
        try:
            return self._process.channel.receive(_CHECK_SECONDS)
        except TimeoutError:
            return None

    def _check_clock(self, budget: Budget, purpose: str, *, descendants: bool = False) -> None:
        if reason := self.clock.exceeded(budget, purpose, descendants=descendants):
            frames = self._busy_frame()
            error = self.kill(reason)
            error.failure, error.timed_out = Failure(reason, frames), True
            raise error

    def _busy_frame(self) -> str:
        """The submission's line in which the worker is; "" if it doesn't tell."""
        self._process.ask_for_line()
        with suppress(ChannelError, ValueError):
            for _ in range(_LINE_CHECKS):
                if (data := self._poll()) and isinstance(reply := read_reply(data), Failed):
                    return reply.failure.frames
        return ""

    def _check_resources(self) -> None:
        """Checks threads and temporary files. Takes longer than a move, so call it now and then,
        and at the end of a game."""
        self._next_check = time.monotonic() + _CHECK_SECONDS
        self._core.leave()  # the system may choose another one for the next message
        if self._process.threads() > MAX_THREADS:
            raise self.kill(f"started more than {MAX_THREADS} threads")
        if reason := self._process.excess_of_files():
            raise self.kill(reason)

    def kill(self, reason: str) -> SubmissionError:
        """Kills the worker. Returns the error to raise."""
        self._process.kill()
        return SubmissionError(Failure(reason), gone=True)

    def _died(self, broken: str) -> SubmissionError:
        """The error to raise for a `broken` channel; usually, the worker has exited."""
        exit_reason = self._process.exit_reason(patience=1)
        if exit_reason is None:
            return self.kill(f"broke its channel to the grader: {broken}")
        return self.kill(exit_reason)


class Reading(NamedTuple):
    """Seconds since the worker's start."""

    cpu: float
    idle: float
    """While the grader waited for its answer and it neither computed nor waited for a CPU."""


class WorkerClock:
    """Measures the answers of the worker `process`, and checks them against `limits`.

    Between an answer and the next request, it doesn't measure idle seconds. What a worker computes
    there counts towards the next answer. While you await an answer, call `exceeded` several times a
    second.
    """

    def __init__(
        self, process: "WorkerProcess | InProcessWorker", limits: SubmissionLimits
    ) -> None:
        self.game_budget = limits.game
        self._process = process
        self._limits = limits
        self._stopped = time.monotonic()
        self._offset = self._stopped
        self._waited = 0.0
        self._waited_here = _waited_here()
        self._last = self._answer_began = Reading(0, 0)
        self._test_began: Reading | None = None
        self._game_began: Reading | None = None

    def start_test(self) -> None:
        """From here on, the limits of a test apply too."""
        self._test_began = self._last

    def start_game(self) -> None:
        """From here on, the limits of a game apply too."""
        self._game_began = self._last

    def end_game(self) -> None:
        """From here on, the limits of a game don't apply."""
        self._game_began = None

    def start_answer(self) -> None:
        """Call this just before a request is sent."""
        self.resume_answer()
        self._answer_began = self._last

    def resume_answer(self) -> None:
        """Call this just before another request that belongs to the same answer is sent."""
        now = time.monotonic()
        self._offset += now - self._stopped
        self._stopped = now

    def used(self) -> "Reading":
        """The seconds since the test began, to the millisecond. Takes milliseconds."""
        self.resume_answer()
        self._waited = max(self._waited, self._waiting())
        self._read(descendants=True)
        began = self._test_began or Reading(0, 0)
        cpu, idle = (now - before for now, before in zip(self._last, began, strict=True))
        return Reading(round(cpu, 3), round(max(idle, 0), 3))

    def exceeded(self, budget: Budget, purpose: str, *, descendants: bool) -> str:
        """Which limit the worker has exceeded: its `budget` for this answer, whose `purpose` is in
        the message, that of the game, or that of the test. "" if none. Looking at `descendants`
        takes milliseconds."""
        self._read(descendants=descendants)
        if not self._reason(budget, purpose):
            return ""
        # Reading this takes longer, so it is only done when it matters.
        self._waited = max(self._waited, self._waiting())
        self._read(descendants=True)
        return self._reason(budget, purpose)

    def _read(self, *, descendants: bool) -> None:
        cpu = self._process.cpu_seconds(descendants=descendants)
        now = time.monotonic()
        self._offset += max(now - self._stopped - LONGEST_GAP, 0)
        self._stopped = now
        self._last = Reading(cpu, now - self._offset - cpu - self._waited)

    def _waiting(self) -> float:
        """Seconds in which the worker, or the grader for it, has waited for a CPU so far."""
        worker = self._process.waited_seconds()
        if worker is None:
            return WAITING_RATIO * self._last.cpu
        return worker + _waited_here() - self._waited_here

    def _reason(self, budget: Budget, purpose: str) -> str:
        for began, limit, what in (
            (self._answer_began, budget, purpose),
            (self._game_began, self.game_budget, "in one game"),
            (self._test_began, self._limits.test, "in one test"),
        ):
            if began and (reason := _exceeded(began, self._last, limit)):
                return f"{reason} {what}"
        return ""


def _exceeded(began: Reading, now: Reading, budget: Budget) -> str:
    if now.cpu - began.cpu > budget.cpu_seconds:
        return f"took more than {budget.cpu_seconds:g} CPU seconds"
    if now.idle - began.idle > budget.seconds:
        return f"took more than {budget.seconds:g} seconds"
    return ""


def _waited_here() -> float:
    """Seconds in which this thread has been ready to run without a CPU; 0 where the system doesn't
    tell."""
    with suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/thread-self/schedstat").read_text().split()[1]) / 1e9
    return 0


class WorkerClient(WorkerConnection):
    """What a submission in a worker can be asked.

    Every method raises SubmissionError if the submission fails, exceeds a limit, or dies.
    """

    def __init__(self, main: Path, limits: SubmissionLimits, level: Level) -> None:
        self.is_course_file = is_course_file(main.read_bytes())
        """Whether the submission is written for the interface of another course's project."""
        super().__init__(main.parent, limits, level)
        self._restart = partial(WorkerClient, main, limits, level)
        self._provided: dict[str, str] = {}
        self._main = self._process.folder / main.name

    @contextmanager
    def fresh(self) -> Iterator["WorkerClient"]:
        """The client of a new worker, which has loaded the file, too, and remembers nothing."""
        with self._restart() as client:
            client.move_budget = self.move_budget
            client.provide(self._provided)
            client.load()
            yield client

    def load(self, agents: Iterable[str] = (), functions: Iterable[str] = ()) -> Loaded:
        """Imports the file. Returns which of the `agents` and `functions` it has, and its other
        agents."""
        names = {"agents": list(agents), "functions": list(functions)}
        request = {"do": "load", "file": str(self._main), **names}
        return self.ask(request, Loaded, self.load_budget, f"to load; {UNDER_MAIN}")

    def provide(self, sources: Mapping[str, str]) -> None:
        """Makes modules of `pacgrid.agents` importable, given their source code by name."""
        self._provided.update(sources)
        for name, source in sources.items():
            request = {"do": "provide", "name": name, "source": source}
            self.ask(request, Done, self.load_budget, "to load")

    def build(
        self, agent: str, options: Mapping[str, Any], *, observed: bool = False, ghosts: int = 0
    ) -> None:
        """Creates an instance of the file's class `agent`; to play so many `ghosts`, one that plays
        them all if it is a `GhostTeam`, else one for each. If it is `observed`, its evaluation asks
        the grader."""
        # A Searcher that gets a depth but no evaluation uses the linear one.
        evaluation = options.get("evaluation", "linear" if "depth" in options else "score")
        if isinstance(evaluation, str) and evaluation != "score" and not observed:
            self.provide({"evaluation": source_of("evaluation")})
        self.clock.end_game()
        how = {"options": dict(options), "observed": observed, "ghosts": ghosts}
        request = {"do": "build", "agent": agent, **how}
        self.ask(request, Done, self.load_budget, "to build the agent")

    # An evaluation

    def start_evaluation(self, function: str, state: State, seed: int) -> None:
        """Starts a game at `state`, in which the file's `function` is the evaluation. `seed` is the
        submission's own and reveals nothing about ghosts."""
        self._begin("a game", do="start_evaluation", function=function, state=str(state), seed=seed)

    def start_move(self) -> None:
        """From here on, all values until the next move count towards the time for one move."""
        self.clock.start_answer()

    def values(self, states: Sequence[State]) -> dict[State, float | Failure]:
        """The values of `states`, positions of the game, by the evaluation. If it fails for one of
        them, the states after that one are left out."""
        values: dict[State, float | Failure] = {}
        for batch in _batches(states):
            request = {"do": "values", "positions": [encode_position(state) for state in batch]}
            reply = self.ask(request, Values, self.move_budget, "for a move", continues=True)
            missing = len(batch) - len(reply.values)
            if missing < 0 or bool(missing) != bool(reply.failed):
                raise self.kill("sent the grader a wrong number of values")
            values.update(zip(batch, reply.values, strict=False))
            if reply.failed:
                values[batch[len(reply.values)]] = reply.failed.failure
                break
        return values

    # An agent

    def start(self, state: State, seed: int) -> None:
        """Starts a game at `state`. `seed` is the agent's own and reveals nothing about ghosts."""
        self._begin("a game", do="start", state=str(state), seed=seed)

    def start_search(self, root: StateSummary, seed: int) -> None:
        """Starts a search of states that stay here; `root` describes the first one."""
        self._begin("a search", do="start_search", root=root, seed=seed)

    def start_task(self, root: ObservedSummary, agents: int, seed: int, answer: Answer) -> None:
        """Starts a search that is observed, in a game of so many `agents`; `answer` answers its
        questions."""
        self._begin("a search", answer, do="start_task", root=[*root, agents], seed=seed)

    def continue_task(self, root: ObservedSummary, agents: int) -> None:
        """Has the same agent search `root` next."""
        request = {"do": "continue_task", "root": [*root, agents]}
        self.ask(request, Done, self.move_budget, "to start a search")

    def _begin(self, what: str, answer: Answer | None = None, **request: object) -> None:
        """From here on, the limits of a game apply too."""
        self.clock.start_game()
        self.ask(request, Done, self.move_budget, f"to start {what}", answer)

    def act(self, played: Sequence[Action], answer: Answer | None = None) -> Acted:
        """The agent's choice, after `played`: the actions since its last choice. In a search,
        `answer` answers its questions."""
        request = pack_played(ACT, played)
        return self.ask(request, Acted, self.move_budget, "for a move", answer)

    def returned(self) -> dict[int, float]:
        """What functions of the submission returned in the search before, by the handles of the
        states that they got. A submission may forge it."""
        return dict(self.ask({"do": "returned"}, Returned, self.move_budget, "").values)

    def add_tables(self, tables: Sequence[Sequence[object]]) -> None:
        """Sends tasks, each as the arguments of a `TaskTable`."""
        self.ask({"do": "add_tables", "tables": tables}, Done, _TRIALS, "to receive positions")

    def try_changes(
        self, agent: str, candidates: Sequence[Sequence[Change]], tasks: Sequence[int]
    ) -> Tried:
        """What the submission decides in these tasks with some changes, for each candidate."""
        request = {"do": "try_changes", "agent": agent, "candidates": candidates, "tasks": tasks}
        return self.ask(request, Tried, _TRIALS, "to try changes")

    def functions_run(self, agent: str, tasks: Sequence[int]) -> FunctionsRun:
        """Which of its functions the submission runs in these tasks."""
        request = {"do": "functions_run", "agent": agent, "tasks": tasks}
        return self.ask(request, FunctionsRun, _TRIALS, "to try changes")

    def finish(self, played: Sequence[Action]) -> None:
        """Ends the game."""
        request = pack_played(FINISH, played)
        self.ask(request, Done, self.move_budget, "to finish a game")


def _batches(states: Sequence[State]) -> Iterator[Sequence[State]]:
    """`states` in parts that each fit into a message."""
    if states:
        food_and_capsules = len(states[0].maze.positions) // 2  # in hexadecimal
        size = MAX_BYTES // (300 + food_and_capsules)
        for first in range(0, len(states), size):
            yield states[first : first + size]
