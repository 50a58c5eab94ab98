"""The process in which a submission lives: `python -m pacgrid.autograder.worker HANDLE`.

It answers the grader's requests on the channel until the channel is closed. It sees positions and
answers actions; what it thinks of the score counts for nothing. Nothing here is trusted: the
grader checks every answer, and ends this process when an answer takes too long.
"""

import inspect
import json
import math
import random
import socket
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from numbers import Real
from types import ModuleType
from typing import Any

from pacgrid.action import Action
from pacgrid.agent import Agent, Report
from pacgrid.failure import Failure
from pacgrid.game import why_illegal
from pacgrid.loading import (
    AgentError,
    AgentSpec,
    agent_class,
    agents_in,
    build_agent,
    load_module,
)
from pacgrid.state import State

from .channel import Channel, ChannelError

Reply = dict[str, Any]


class ContractError(Exception):
    """Something wrong with a submission that is said in our words rather than in a traceback."""


class Worker:
    """A submission and the game it is in; each request is a method."""

    file: str
    module: ModuleType
    agent: Agent
    state: State

    def answer(self, request: Mapping[str, Any]) -> Reply:
        """Do what `request` says; whatever the submission raises becomes an answer."""
        arguments = dict(request)
        method = getattr(self, arguments.pop("do"))
        try:
            reply: Reply = method(**arguments)
        except (AgentError, ContractError) as error:
            reply = _failed(Failure(str(error), getattr(error, "details", "")))
        except BaseException as error:
            # The first frame is this one; it may lie in the author's folder, but isn't theirs.
            error.__traceback__ = error.__traceback__ and error.__traceback__.tb_next
            reply = _failed(Failure.of(error, self.file))
        return reply

    def load(self, file: str) -> Reply:
        """Import the file; tells what it defines."""
        self.file = file
        self.module = load_module(file)
        functions = [
            name
            for name, value in vars(self.module).items()
            if callable(value)
            and not isinstance(value, type)
            and getattr(value, "__module__", None) == self.module.__name__
        ]
        agents = {
            name: sorted(getattr(kind, "__abstractmethods__", ()))
            for name, kind in agents_in(self.module).items()
        }
        return {"kind": "loaded", "agents": agents, "functions": functions}

    def build(self, agent: str, options: Mapping[str, Any]) -> Reply:
        """Make an agent of the submission's class `agent`."""
        kind = agents_in(self.module)[agent]
        try:
            inspect.signature(kind).bind(**options)
        except TypeError as error:
            names = " and ".join(options)
            mend = f"must accept {names}" if options else f"must do without: {error}"
            raise ContractError(f"{agent} can't be built: its __init__ {mend}") from None
        self.agent = build_agent(kind, options, agent)
        return {"kind": "done"}

    def adopt(self, function: str, search: str, depth: int) -> Reply:
        """Make an agent of our own that plays with the submission's evaluation `function`."""
        evaluation = _checked(getattr(self.module, function), function)
        kind = agent_class(AgentSpec.parse(search))
        self.agent = kind(depth=depth, evaluation=evaluation)  # type: ignore[call-arg]
        return {"kind": "done"}

    def start(self, state: str, seed: int) -> Reply:
        """Begin a game at the drawn position `state`."""
        self.state = State.parse(state)
        random.seed(f"{seed}:0")
        self.agent.rng = random.Random(f"{seed}:0")
        self.agent.start(self.state)
        return {"kind": "done"}

    def act(self, played: list[str]) -> Reply:
        """Play the actions that were `played` since the last call, and choose the next."""
        for name in played:
            self.state = self.state.successor(Action[name.upper()])
        self.agent.report = None
        action = self.agent.act(self.state)
        if objection := why_illegal(action, self.state):
            raise ContractError(objection)
        return {"kind": "acted", "action": str(action), **_told(self.agent.report)}

    def finish(self, played: list[str]) -> Reply:
        """The game is over after the actions that were `played` since the last call."""
        for name in played:
            self.state = self.state.successor(Action[name.upper()])
        self.agent.finish(self.state)
        return {"kind": "done"}


def _checked(function: Callable[[State], object], name: str) -> Callable[[State], float]:
    """`function`, made to complain when what it returns is not a number."""

    def evaluate(state: State) -> float:
        value = function(state)
        if not isinstance(value, Real) or math.isnan(value):
            shown = f"{value!r:.60} ({type(value).__name__})"
            raise ContractError(f"{name} returned {shown}; it must return a number")
        return float(value)

    return evaluate


def _told(report: Report | None) -> dict[str, Any]:
    """The part of an agent's report that makes sense; a report is no reason to fail."""
    nodes, values = None, {}
    with suppress(Exception):
        if report is not None:
            nodes = int(report.nodes)
            values = {str(Action(action)): float(value) for action, value in report.values.items()}
    return {"nodes": nodes, "values": values}


def _failed(failure: Failure) -> Reply:
    return {"kind": "failed", "message": failure.message[:1000], "frames": failure.frames[:4000]}


def main() -> None:
    """Serve the channel whose handle is the first argument, until the grader closes it."""
    channel = Channel(socket.socket(fileno=int(sys.argv.pop())))
    worker = Worker()
    while True:
        try:
            request = channel.receive()
            channel.send(worker.answer(json.loads(request)))
        except ChannelError:
            return


if __name__ == "__main__":
    main()
