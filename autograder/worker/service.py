"""What a worker does for the grader: it loads a submission and lets it play.

It answers the grader's requests on the channel until the channel is closed. It sees positions and
answers actions; what it thinks of the score counts for nothing. Nothing here is trusted: the
grader checks every answer, and ends this process when an answer takes too long.
"""

import importlib
import inspect
import json
import math
import random
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from itertools import islice
from numbers import Real
from types import ModuleType
from typing import Any
from zlib import crc32

from pacgrid.action import Action
from pacgrid.agent import Agent, Report
from pacgrid.agent_loader import (
    AgentError,
    agents_in,
    build_agent,
    load_module,
)
from pacgrid.autograder.sandbox.confinement import ConfinementSpec, confine
from pacgrid.autograder.worker.channel import Channel, ChannelError, MessageTooLongError
from pacgrid.autograder.worker.in_memory_importer import InMemoryImporter
from pacgrid.autograder.worker.opaque_state import OpaqueState
from pacgrid.common.failure import Failure
from pacgrid.game import why_illegal
from pacgrid.search import evaluation_named
from pacgrid.state import State

MOST_NAMES = 20
"""As many of its own agents as a file may have, and an agent options, for them to be known."""
LONGEST_NAME = 60

_NAMES = {action: str(action).encode() for action in Action}

Reply = dict[str, Any]


class ContractError(Exception):
    """Something wrong with a submission that is said in our words rather than in a traceback."""


class Worker:
    """A submission and the game it is in; each request is a method."""

    file = ""
    module: ModuleType
    agent: Agent
    state: State | OpaqueState

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._lending = InMemoryImporter()

    def answer(self, request: Mapping[str, Any]) -> Reply:
        """Do what `request` says; whatever the submission raises becomes an answer."""
        arguments = dict(request)
        method = getattr(self, arguments.pop("do"))
        try:
            reply: Reply = method(**arguments)
        except (AgentError, ContractError) as error:
            said = str(error)
            if "No module named 'pacgrid.agents." in said:
                said += "; the agents that come with Pacgrid are not there in grading"
                if "pacgrid.agents.evaluation'" in said:
                    said += ", nor is the evaluation that a Searcher takes when it is given none"
            reply = _failed(Failure(said, getattr(error, "details", "")))
        except BaseException as error:
            # The first frame is this one; it may lie in the author's folder, but isn't theirs.
            error.__traceback__ = error.__traceback__ and error.__traceback__.tb_next
            reply = _failed(Failure.of(error, self.file))
        return reply

    def confine(self, spec: ConfinementSpec) -> Reply:
        """Put up this side's part of the wall. It comes first, and can't be undone."""
        confine(spec)
        return {"kind": "done"}

    def load(self, file: str, agents: Sequence[str] = (), functions: Sequence[str] = ()) -> Reply:
        """Import the file; tells which of those names it has, and which agents besides."""
        self.file = file
        _seed("import")
        self.module = load_module(file)
        has = {name: value for name, value in vars(self.module).items() if _is_name(name)}
        kinds = {name: has[name] for name in agents if _is_agent(has.get(name))}
        found = [name for name in functions if _is_function(has.get(name))]
        own = islice(((n, k) for n, k in agents_in(self.module).items() if _is_name(n)), MOST_NAMES)
        defined = [
            name
            for name, value in has.items()
            if getattr(value, "__module__", "") == self.module.__name__ and name not in agents
        ]
        near = {
            **_near([name for name in agents if name not in kinds], has, defined),
            **_near([name for name in functions if name not in found], has, defined),
        }
        seen = {name: _seen(kind) for name, kind in {**dict(own), **kinds}.items()}
        return {"kind": "loaded", "agents": seen, "functions": found, "near": near}

    def lend(self, name: str, text: str) -> Reply:
        """Let `pacgrid.agents.NAME` be imported, whose text this is."""
        self._lending.add(name, text)
        return {"kind": "done"}

    def build(self, agent: str, options: Mapping[str, Any]) -> Reply:
        """Make an agent of the submission's class `agent`."""
        kind = getattr(self.module, agent)
        _seed("build")
        if isinstance(name := options.get("evaluation"), str):
            options = {**options, "evaluation": evaluation_named(name)}
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
        _seed("build")
        evaluation = _checked(getattr(self.module, function), function)
        module = importlib.import_module(f"pacgrid.agents.{search}")
        (kind,) = agents_in(module).values()
        self.agent = kind(depth=depth, evaluation=evaluation)  # type: ignore[call-arg]
        return {"kind": "done"}

    def start(self, state: str, seed: int) -> Reply:
        """Begin a game at the drawn position `state`."""
        return self._begin(State.parse(state), seed)

    def start_search(self, root: dict[str, Any], seed: int) -> Reply:
        """Begin a search at a state that the grader holds, of which it tells `root`."""
        return self._begin(OpaqueState(root, self._expand), seed)

    def _begin(self, state: State | OpaqueState, seed: int) -> Reply:
        self.state = state
        _seed(f"{seed}:0")
        self.agent.rng = random.Random(f"{seed}:0")
        self.agent.start(state)  # type: ignore[arg-type] # a search takes any game
        return {"kind": "done"}

    def _expand(self, number: int, action: Action) -> dict[str, Any]:
        """Ask the grader for a successor, in the middle of a request of its own."""
        # Written by hand: a search asks this ten thousand times.
        self._channel.send(b'{"kind":"expand","state":%d,"action":"%s"}' % (number, _NAMES[action]))
        told: dict[str, Any] = json.loads(self._channel.receive())
        return told

    def act(self, played: list[str]) -> Reply:
        """Play the actions that were `played` since the last call, and choose the next."""
        for name in played:
            self.state = self.state.successor(Action[name.upper()])
        self.agent.report = None
        action = self.agent.act(self.state)  # type: ignore[arg-type]
        if objection := why_illegal(action, self.state):  # type: ignore[arg-type]
            raise ContractError(objection)
        return {"kind": "acted", "action": str(action), **_told(self.agent.report)}

    def finish(self, played: list[str]) -> Reply:
        """The game is over after the actions that were `played` since the last call."""
        for name in played:
            self.state = self.state.successor(Action[name.upper()])
        self.agent.finish(self.state)  # type: ignore[arg-type]
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
        told = int(report.nodes) if report else -1
        nodes = told if 0 <= told < 1 << 53 else None
    with suppress(Exception):
        told_of = report.values.items() if report else ()
        values = {str(Action(action)): float(value) for action, value in told_of}
    return {"nodes": nodes, "values": values}


def _failed(failure: Failure) -> Reply:
    message, frames = (
        text.encode(errors="replace").decode()
        for text in (failure.message[:1000], failure.frames[:4000])
    )
    return {"kind": "failed", "message": message, "frames": frames}


def _seed(text: str) -> None:
    """Make the library's generators give the same numbers in every run."""
    random.seed(text)
    if "numpy" in sys.modules:
        import numpy.random

        numpy.random.seed(crc32(text.encode()))


def _is_name(name: object) -> bool:
    return isinstance(name, str) and name.isidentifier() and len(name) <= LONGEST_NAME


def _is_agent(value: object) -> bool:
    """Whether `value` is an agent class of the author's; not one of ours, merely imported."""
    return isinstance(value, type) and issubclass(value, Agent) and not _is_ours(value)


def _is_function(value: object) -> bool:
    """Whether `value` is a function of the author's, or anything that can be called like one."""
    ours = inspect.isroutine(value) and _is_ours(value)
    return callable(value) and not isinstance(value, type) and not ours


def _is_ours(value: object) -> bool:
    return str(getattr(value, "__module__", "")).startswith("pacgrid.")


def _seen(kind: type[Agent]) -> dict[str, object]:
    """What the grader must know of an agent class to choose what it is tested on."""
    lacks = sorted(getattr(kind, "__abstractmethods__", ()))
    takes: list[str] | None = None
    needs: list[str] = []
    with suppress(TypeError, ValueError):  # a class without a signature takes what it takes
        parameters = inspect.signature(kind).parameters.values()
        if not any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
            takes = [
                p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)
            ]
        variable = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
        needs = [p.name for p in parameters if p.default is p.empty and p.kind not in variable]
    return {"lacks": _few(lacks), "takes": takes and _few(takes), "needs": _few(needs)}


def _few(names: Iterable[str]) -> list[str]:
    return list(islice(filter(_is_name, names), MOST_NAMES))


def _near(
    wanted: Sequence[str], has: Mapping[str, object], defined: Iterable[str]
) -> dict[str, str]:
    """By name `wanted`: what stands there instead, or is `defined` under a similar name."""
    near = {name: name for name in wanted if name in has and not _is_ours(has[name])}
    by_small = {name.lower(): name for name in wanted if name not in near}
    for name in defined:
        for small in get_close_matches(name.lower(), by_small, n=1, cutoff=0.7):
            near.setdefault(by_small[small], name)
    return near


def respond(channel: Channel, reply: Reply) -> None:
    """Send `reply`; one that is too long says so."""
    try:
        channel.send(json.dumps(reply).encode())
    except MessageTooLongError:
        reply = _failed(Failure("gave an answer that is too long to be told"))
        channel.send(json.dumps(reply).encode())


def serve(channel: Channel) -> None:
    """Answer requests until the grader closes the channel."""
    worker = Worker(channel)
    while True:
        try:
            reply = worker.answer(json.loads(channel.receive()))
            for stream in (sys.stdout, sys.stderr):  # what was printed is there before the answer
                with suppress(Exception):  # it may be anything by now
                    stream.flush()
            respond(channel, reply)
        except ChannelError:
            return
