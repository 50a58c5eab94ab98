"""A submission at a distance: alive in a worker behind a wall, spoken to over a channel."""

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Self, TypeVar

from pydantic_core import to_json

from pacgrid.action import Action
from pacgrid.autograder.grade import GradingError
from pacgrid.autograder.limits import Budget, Limits
from pacgrid.autograder.messages import Acted, Done, Expand, Failed, Loaded, Reply, read_reply
from pacgrid.autograder.sandbox.level import Level, SandboxError
from pacgrid.autograder.sandbox.worker_library import source_of
from pacgrid.autograder.sandbox.worker_process import WorkerProcess
from pacgrid.autograder.worker.channel import ChannelError
from pacgrid.common.failure import Failure
from pacgrid.state import State

_GLANCE = 0.05
"""Seconds between two looks at a worker that is thinking."""

_PAUSES = (0.1, 1)
"""Seconds before a box is tried once more: a system may be short of something for a moment."""

MOST_THREADS = 256
"""More than any submission has a use for; a machine has only so many."""

_Clocks = tuple[float, float]
"""What the wall clock and the worker's CPU clock show, in seconds."""

_R = TypeVar("_R", Loaded, Done, Acted)

Expander = Callable[[Expand], Mapping[str, Any]]
"""What answers a worker that asks for a successor. It may raise SubmissionError."""


class SubmissionError(Exception):
    """What a submission did wrong. If it is `gone`, its process has ended and no more can be
    asked of it."""

    def __init__(self, failure: Failure, *, gone: bool) -> None:
        super().__init__(failure.message)
        self.failure = failure
        self.gone = gone


def _box(folder: Path, level: Level, limits: Limits) -> WorkerProcess:
    for pause in _PAUSES:
        with suppress(SandboxError):
            return WorkerProcess(folder, level, limits)
        time.sleep(pause)
    return WorkerProcess(folder, level, limits)


class WorkerClient:
    """A submission in a worker that is ended, with all it started, on leaving the `with`.

    Every method raises SubmissionError when the submission fails, overruns a limit, or dies.
    """

    def __init__(self, main: Path, limits: Limits, level: Level) -> None:
        self._limits = limits
        self._box = _box(main.parent, level, limits)
        self._main = self._box.folder / main.name
        self._idle_since: _Clocks = (time.monotonic(), 0.0)
        self._game_began: _Clocks | None = None
        try:
            self._confine()
        except BaseException:
            self._box.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._box.close()

    @property
    def printed(self) -> str:
        """What the submission printed; of much, the first and the last part."""
        return self._box.printed()

    def load(self, agents: Iterable[str] = (), functions: Iterable[str] = ()) -> Loaded:
        """Have the file imported; what it has, of the names asked for and besides."""
        request = {
            "do": "load",
            "file": str(self._main),
            "agents": list(agents),
            "functions": list(functions),
        }
        return self._ask(request, Loaded, self._limits.load, "to load")

    def lend(self, agents: Mapping[str, str]) -> None:
        """Let it import these modules of `pacgrid.agents`, by name, with this text."""
        for name, text in agents.items():
            self._ask(
                {"do": "lend", "name": name, "text": text}, Done, self._limits.load, "to load"
            )

    def build(self, agent: str, options: Mapping[str, Any]) -> None:
        """Have an agent made of the class `agent` of the file."""
        # What it is told to search with, or by default if only the depth is told.
        evaluation = options.get("evaluation", "linear" if "depth" in options else "score")
        if isinstance(evaluation, str) and evaluation != "score":
            self.lend({"evaluation": source_of("evaluation")})
        self._game_began = None
        request = {"do": "build", "agent": agent, "options": dict(options)}
        self._ask(request, Done, self._limits.load, "to build the agent")

    def adopt(self, function: str, search: str, depth: int) -> None:
        """Have our own agent `search` made, with the file's `function` as its evaluation."""
        self.lend({search: source_of(search)})
        self._game_began = None
        request = {"do": "adopt", "function": function, "search": search, "depth": depth}
        self._ask(request, Done, self._limits.load, "to build the agent")

    def start(self, state: State, seed: int) -> None:
        """Begin a game at `state`."""
        self._game_began = self._idle_since
        request = {"do": "start", "state": str(state), "seed": seed}
        self._ask(request, Done, self._limits.move, "to start a game")

    def start_search(self, root: Mapping[str, Any], seed: int) -> None:
        """Begin a search of states that are held here; `root` is what it may know of the first."""
        self._game_began = self._idle_since
        request = {"do": "start_search", "root": dict(root), "seed": seed}
        self._ask(request, Done, self._limits.move, "to start a search")

    def act(self, played: list[Action], expand: Expander | None = None) -> Acted:
        """The action that it chooses after `played`, the actions since it was last asked; in a
        search, `expand` answers what it asks meanwhile."""
        request = {"do": "act", "played": [str(action) for action in played]}
        return self._ask(request, Acted, self._limits.move, "for a move", expand)

    def finish(self, played: list[Action]) -> None:
        """End the game."""
        request = {"do": "finish", "played": [str(action) for action in played]}
        self._ask(request, Done, self._limits.move, "to finish a game")

    def _confine(self) -> None:
        """Have the worker put up its own part of the wall, before it sees the submission."""
        try:
            self._ask({"do": "confine", "spec": self._box.spec}, Done, self._limits.load, "")
        except SubmissionError as error:
            said = "; ".join([str(error), *self.printed.strip().splitlines()[-1:]])
            raise GradingError(f"the sandbox {self._box.level} can't be put up: {said}") from None

    def _ask(
        self,
        request: Mapping[str, Any],
        expected: type[_R],
        budget: Budget,
        purpose: str,
        expand: Expander | None = None,
    ) -> _R:
        # What it computes between two requests counts as a part of the second.
        began = (time.monotonic(), self._idle_since[1])
        self._send(request, budget)
        while True:
            reply = self._next(began, budget, purpose)
            if isinstance(reply, Expand) and expand:
                self._send(expand(reply), budget)
                continue
            self._check_printed()
            self._check_threads()
            if isinstance(reply, Failed):
                raise SubmissionError(Failure(reply.message, reply.frames), gone=False)
            if not isinstance(reply, expected):
                raise self.ended("sent the grader an answer to something else")
            return reply

    def _send(self, message: Mapping[str, Any], budget: Budget) -> None:
        try:
            self._box.channel.send(to_json(message), timeout=budget.seconds)
        except ChannelError as error:
            raise self._died(str(error)) from None

    def _next(self, began: _Clocks, budget: Budget, purpose: str) -> Reply:
        """What the worker says next."""
        try:
            while (data := self._glance()) is None:
                self._check_clocks(began, budget, purpose, descendants=True)
                self._check_printed()
                self._check_threads()
                self._check_processes()
        except ChannelError as error:
            raise self._died(str(error)) from None
        self._check_clocks(began, budget, purpose, descendants=False)
        try:
            return read_reply(data)
        except ValueError:
            raise self.ended("sent the grader a message that makes no sense") from None

    def _glance(self) -> bytes | None:
        try:
            return self._box.channel.receive(_GLANCE)
        except TimeoutError:
            return None

    def _check_clocks(
        self, began: _Clocks, budget: Budget, purpose: str, *, descendants: bool
    ) -> None:
        """End the worker if it has overrun the `budget` since it `began`, or that of the game."""
        self._idle_since = wall, cpu = self._now(descendants=descendants)
        if cpu - began[1] > budget.cpu_seconds:
            raise self.ended(f"took more than {budget.cpu_seconds:g} CPU seconds {purpose}")
        if wall - began[0] > budget.seconds:
            raise self.ended(f"took more than {budget.seconds:g} seconds {purpose}")
        if self._game_began:
            game, (wall_began, cpu_began) = self._limits.game, self._game_began
            if cpu - cpu_began > game.cpu_seconds:
                raise self.ended(f"took more than {game.cpu_seconds:g} CPU seconds in one game")
            if wall - wall_began > game.seconds:
                raise self.ended(f"took more than {game.seconds:g} seconds in one game")

    def _check_printed(self) -> None:
        if self._box.printed_bytes() > self._limits.output_kb << 10:
            raise self.ended(f"printed more than {self._limits.output_kb} KiB")

    def _check_threads(self) -> None:
        if self._box.threads() > MOST_THREADS:
            raise self.ended(f"started more than {MOST_THREADS} threads")

    def _check_processes(self) -> None:
        if self._box.processes() > (most := self._limits.processes):
            raise self.ended(f"started processes of its own; it may be {most} in all")

    def _now(self, *, descendants: bool = False) -> _Clocks:
        return time.monotonic(), self._box.cpu_seconds(descendants=descendants)

    def ended(self, reason: str) -> SubmissionError:
        """End the worker, for that reason."""
        self._box.kill()
        return SubmissionError(Failure(reason), gone=True)

    def _died(self, broken: str) -> SubmissionError:
        """The channel is `broken`: as a rule because the worker has ended by itself."""
        exit_reason = self._box.exit_reason(patience=1)
        if exit_reason is None:
            return self.ended(f"broke its channel to the grader: {broken}")
        return self.ended(exit_reason)
