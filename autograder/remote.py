"""A submission at a distance: alive in a worker process, spoken to over a channel."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Self, TypeVar

from pacgrid.action import Action
from pacgrid.failure import Failure
from pacgrid.state import State

from .assignment import Budget, Limits
from .channel import Channel, ChannelError
from .messages import Acted, Done, Failed, Loaded, read_reply
from .process_tree import ProcessTree

_GLANCE = 0.05
"""Seconds between two looks at the CPU time of a worker that is thinking."""

_Clocks = tuple[float, float]
"""What the wall clock and the worker's CPU clock show, in seconds."""

_R = TypeVar("_R", Loaded, Done, Acted)


class SubmissionError(Exception):
    """What a submission did wrong. If it is `gone`, its process has ended and no more can be
    asked of it."""

    def __init__(self, failure: Failure, *, gone: bool) -> None:
        super().__init__(failure.message)
        self.failure = failure
        self.gone = gone


class Remote:
    """A submission in a worker process that is ended, with all it started, on leaving the `with`.

    Every method raises SubmissionError when the submission fails, overruns a limit, or dies.
    """

    def __init__(self, file: Path, limits: Limits) -> None:
        self._file = file
        self._limits = limits
        self._channel, theirs = Channel.pair()
        with theirs:
            theirs.set_inheritable(True)
            posix = os.name == "posix"
            # -P: a file in the current folder must not pass for a module of the library.
            # PYTHONHASHSEED: an agent that iterates over a set is to play the same game again.
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", "pacgrid.autograder.worker", str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONHASHSEED": "0"},
                start_new_session=True,
                close_fds=posix,
                pass_fds=[theirs.fileno()] if posix else (),
            )
        self._process = process
        self._tree = ProcessTree(process)
        self._game_began: _Clocks | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._tree.kill()
        self._channel.close()

    def load(self, agents: Iterable[str] = (), functions: Iterable[str] = ()) -> Loaded:
        """Have the file imported; what it has, of the names asked for and besides."""
        request = {
            "do": "load",
            "file": str(self._file),
            "agents": list(agents),
            "functions": list(functions),
        }
        return self._ask(request, Loaded, self._limits.load, "to load")

    def build(self, agent: str, options: Mapping[str, Any]) -> None:
        """Have an agent made of the class `agent` of the file."""
        self._game_began = None
        request = {"do": "build", "agent": agent, "options": dict(options)}
        self._ask(request, Done, self._limits.load, "to build the agent")

    def adopt(self, function: str, search: str, depth: int) -> None:
        """Have our own agent `search` made, with the file's `function` as its evaluation."""
        self._game_began = None
        request = {"do": "adopt", "function": function, "search": search, "depth": depth}
        self._ask(request, Done, self._limits.load, "to build the agent")

    def start(self, state: State, seed: int) -> None:
        """Begin a game at `state`."""
        self._game_began = self._now()
        request = {"do": "start", "state": str(state), "seed": seed}
        self._ask(request, Done, self._limits.move, "to start a game")

    def act(self, played: list[Action]) -> Acted:
        """The action that it chooses after `played`, the actions since it was last asked."""
        request = {"do": "act", "played": [str(action) for action in played]}
        return self._ask(request, Acted, self._limits.move, "for a move")

    def finish(self, played: list[Action]) -> None:
        """End the game."""
        request = {"do": "finish", "played": [str(action) for action in played]}
        self._ask(request, Done, self._limits.move, "to finish a game")

    def _ask(
        self, request: Mapping[str, Any], expected: type[_R], budget: Budget, purpose: str
    ) -> _R:
        began = self._now()
        try:
            self._channel.send(request, timeout=budget.seconds)
            while (data := self._glance()) is None:
                self._check(began, budget, purpose, descendants=True)
        except ChannelError as error:
            raise self._died(str(error)) from None
        self._check(began, budget, purpose, descendants=False)
        try:
            reply = read_reply(data)
        except ValueError:
            raise self._ended("sent the grader a message that makes no sense") from None
        if isinstance(reply, Failed):
            raise SubmissionError(Failure(reply.message, reply.frames), gone=False)
        if not isinstance(reply, expected):
            raise self._ended("sent the grader an answer to something else")
        return reply

    def _glance(self) -> bytes | None:
        try:
            return self._channel.receive(_GLANCE)
        except TimeoutError:
            return None

    def _check(self, began: _Clocks, budget: Budget, purpose: str, *, descendants: bool) -> None:
        """End the worker if it has overrun the `budget` since it `began`, or that of the game."""
        wall, cpu = self._now(descendants=descendants)
        spans = [(began, budget, purpose)]
        if self._game_began:
            spans.append((self._game_began, self._limits.game, "in one game"))
        for (wall_began, cpu_began), limit, what in spans:
            if cpu - cpu_began > limit.cpu_seconds:
                raise self._ended(f"took more than {limit.cpu_seconds:g} CPU seconds {what}")
            if wall - wall_began > limit.seconds:
                raise self._ended(f"took more than {limit.seconds:g} seconds {what}")

    def _now(self, *, descendants: bool = False) -> _Clocks:
        return time.monotonic(), self._tree.cpu_seconds(descendants=descendants)

    def _ended(self, reason: str) -> SubmissionError:
        """End the worker, for that reason."""
        self._tree.kill()
        return SubmissionError(Failure(reason), gone=True)

    def _died(self, broken: str) -> SubmissionError:
        """The channel is `broken`: as a rule because the worker has ended by itself."""
        try:
            code = self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            return self._ended(f"broke its channel to the grader: {broken}")
        self._tree.kill()
        return SubmissionError(Failure(_epitaph(code)), gone=True)


def _epitaph(code: int) -> str:
    """How a process ended that was not ended by us."""
    if code >= 0:
        return f"stopped by itself: exit code {code}"
    name = signal.Signals(-code).name if -code in set(signal.Signals) else "unknown"
    return f"crashed: signal {-code} ({name})"
