"""A submission at a distance: alive in a worker process, spoken to over a channel."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self, TypeVar

from pacgrid.action import Action
from pacgrid.autograder.assignment import Budget, Limits
from pacgrid.autograder.channel import Channel, ChannelError
from pacgrid.autograder.messages import Acted, Done, Failed, Loaded, read_reply
from pacgrid.autograder.process_tree import ProcessTree
from pacgrid.failure import Failure
from pacgrid.state import State

_GLANCE = 0.05
"""Seconds between two looks at the CPU time of a worker that is thinking."""

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
            os.set_inheritable(theirs.fileno(), True)
            # -P: a file in the current folder must not pass for a module of the library.
            # PYTHONHASHSEED: an agent that iterates over a set is to play the same game again.
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", "pacgrid.autograder.worker", str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONHASHSEED": "0"},
                start_new_session=True,
                close_fds=sys.platform != "win32",
                **({} if sys.platform == "win32" else {"pass_fds": [theirs.fileno()]}),
            )
        self._process = process
        self._tree = ProcessTree(process)
        self._game_began = self._now()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._tree.kill()
        self._channel.close()

    def load(self) -> Loaded:
        """Have the file imported; what it defines."""
        request = {"do": "load", "file": str(self._file)}
        return self._ask(request, Loaded, self._limits.load, "to load")

    def build(self, agent: str, options: Mapping[str, Any]) -> None:
        """Have an agent made of the class `agent` of the file."""
        request = {"do": "build", "agent": agent, "options": dict(options)}
        self._ask(request, Done, self._limits.load, "to build the agent")

    def adopt(self, function: str, search: str, depth: int) -> None:
        """Have our own agent `search` made, with the file's `function` as its evaluation."""
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
            raise self._end(str(error)) from None
        self._check(began, budget, purpose, descendants=False)
        try:
            reply = read_reply(data)
        except ValueError:
            raise self._end("sent the grader a message that makes no sense") from None
        if isinstance(reply, Failed):
            raise SubmissionError(Failure(reply.message, reply.frames), gone=False)
        if not isinstance(reply, expected):
            raise self._end("sent the grader an answer to something else")
        return reply

    def _glance(self) -> bytes | None:
        try:
            return self._channel.receive(_GLANCE)
        except TimeoutError:
            return None

    def _check(
        self, began: tuple[float, float], budget: Budget, purpose: str, *, descendants: bool
    ) -> None:
        """End the worker if it has overrun the `budget` since `began`, or that of the game."""
        wall, cpu = self._now(descendants=descendants)
        for (wall_began, cpu_began), limit, what in (
            (began, budget, purpose),
            (self._game_began, self._limits.game, "in one game"),
        ):
            if cpu - cpu_began > limit.cpu_seconds:
                raise self._end(f"took more than {limit.cpu_seconds:g} CPU seconds {what}")
            if wall - wall_began > limit.seconds:
                raise self._end(f"took more than {limit.seconds:g} seconds {what}")

    def _now(self, *, descendants: bool = False) -> tuple[float, float]:
        """The wall clock, and the worker's CPU clock."""
        return time.monotonic(), self._tree.cpu_seconds(descendants=descendants)

    def _end(self, reason: str) -> SubmissionError:
        """End the worker; the error that says why: how it ended itself, or else `reason`."""
        try:
            code: int | None = self._process.wait(timeout=0 if "took" in reason else 1)
        except subprocess.TimeoutExpired:
            code = None
        self._tree.kill()
        return SubmissionError(Failure(reason if code is None else _epitaph(code)), gone=True)


def _epitaph(code: int) -> str:
    """How a process ended that was not ended by us."""
    if code >= 0:
        return f"stopped by itself: exit code {code}"
    name = signal.Signals(-code).name if -code in set(signal.Signals) else "unknown"
    return f"crashed: signal {-code} ({name})"
