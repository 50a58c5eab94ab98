"""The worker's service: it loads a submission and lets it play.

It answers the grader's requests until the channel is closed. It receives positions and sends
actions; the grader keeps the score. Nothing here is trusted: the grader checks every reply, and
kills this process if a reply takes too long.
"""

import json
import math
import random
import sys
from collections.abc import Mapping, Sequence
from contextlib import nullcontext, suppress
from threading import RLock
from types import ModuleType
from typing import Any

from pacgrid.action import Action
from pacgrid.agent import Agent, GhostTeam, Report, why_illegal
from pacgrid.agent_loader import build_agent, load_module
from pacgrid.common.failure import Failure
from pacgrid.common.named_options import why_not_callable
from pacgrid.search import evaluation_named
from pacgrid.state import State

from ..sandbox.channel import ChannelError, MessageChannel, MessageTooLongError
from ..sandbox.confinement import ConfinementSpec, confine
from .course_service import CourseService
from .evaluation_service import EvaluationService
from .failed_reply import ContractError, Reply, failed_reply, reply_of
from .global_generators import GlobalGenerators
from .in_memory_importer import InMemoryImporter
from .messages import (
    ACT,
    CHILD,
    FINISH,
    ILLEGAL,
    LIMIT,
    NAMES,
    NO_NUMBER,
    NUMBER,
    STATES,
    QuestionKind,
    answered_question,
    pack_acted,
    pack_expand,
    pack_question,
    unpack_played,
    unpack_states,
)
from .module_contents import module_contents
from .observed_state import ObservedSearch, ObservedState, evaluation
from .opaque_state import OpaqueSearches, OpaqueState
from .returned_values import ReturnedValues
from .substitutes import (
    ignore_refused_metadata,
    keep_memory_private,
    refuse_processes,
)


class Worker:
    """A submission and its current game; each request is a method, here or of another service."""

    file = ""
    module: ModuleType
    agents: Mapping[int, Agent]
    """By number: the agents that the submission plays. One that plays several is there once, by
    its first."""
    state: State | OpaqueState | ObservedState

    def __init__(self, channel: MessageChannel) -> None:
        self._channel = channel
        self._importer = InMemoryImporter()
        self.generators = GlobalGenerators()
        self._search = OpaqueSearches(self._expand)
        self._returned = ReturnedValues()
        self._questions = 0
        self._asking = RLock()
        """Held by the thread of a submission that waits for the grader's answer."""
        self._services = (
            self,
            EvaluationService(self),
            CourseService(self),
        )

    def answer(self, request: Mapping[str, Any]) -> Reply:
        """Carries out `request`. Whatever the submission raises becomes a reply."""
        arguments = dict(request)
        name = arguments.pop("do")
        service = next(service for service in self._services if hasattr(service, name))
        try:
            reply: Reply = getattr(service, name)(**arguments)
        except BaseException as error:
            return failed_reply(error, self.file)
        return reply

    def confine(self, spec: ConfinementSpec) -> Reply:
        """Confines this process, irrevocably. The first request."""
        confine(spec)
        if spec["processes"] == 1:
            refuse_processes()
            keep_memory_private()
        ignore_refused_metadata()
        return {"kind": "done"}

    def load(self, file: str, agents: Sequence[str] = (), functions: Sequence[str] = ()) -> Reply:
        """Imports the file. Reports which of these names it has, and its other agents."""
        self.file = file
        self.generators.seed("import")
        self.module = load_module(file)
        return {"kind": "loaded", **module_contents(self.module, agents, functions)}

    def provide(self, name: str, source: str) -> Reply:
        """Makes `pacgrid.agents.NAME` importable."""
        self._importer.add(name, source)
        return {"kind": "done"}

    def build(
        self, agent: str, options: Mapping[str, Any], *, observed: bool = False, ghosts: int = 0
    ) -> Reply:
        """Creates an instance of the submission's class `agent`; with `ghosts`, one that plays them
        all if it is a team, else one for each. If it is `observed`, the grader evaluates."""
        kind = getattr(self.module, agent)
        self.generators.seed("build")
        if observed and "evaluation" in options:
            options = {**options, "evaluation": evaluation}
        elif isinstance(name := options.get("evaluation"), str):
            options = {**options, "evaluation": evaluation_named(name)}
        if reason := why_not_callable(kind, options):
            names = " and ".join(options)
            needed = f"must accept {names}" if options else f"must work without arguments: {reason}"
            raise ContractError(f"{agent} can't be built: its __init__ {needed}")
        is_team = issubclass(kind, GhostTeam)
        if is_team and not ghosts:
            raise ContractError(f"{agent} is a team of ghosts, so it can't play Pac-Man")
        numbers = range(1, 2 if is_team else ghosts + 1) if ghosts else [0]
        self.agents = {number: build_agent(kind, options, agent) for number in numbers}
        return {"kind": "done"}

    @property
    def agent(self) -> Agent:
        """The agent that is to move."""
        if len(self.agents) > 1:
            return self.agents[self.state.to_move]
        (agent,) = self.agents.values()
        return agent

    def start(self, state: str, seed: int) -> Reply:
        """Starts a game at the drawn position `state`."""
        return self._begin(State.parse(state), seed)

    def start_search(self, root: Sequence[Any], seed: int) -> Reply:
        """Starts a search of states that stay with the grader. `root` is a `StateSummary`."""
        return self._begin(OpaqueState(tuple(root), self._search), seed)

    def start_probe(self, root: Sequence[int], seed: int) -> Reply:
        """Starts a search that is observed. `root` has the fields of its `ObservedSummary`, and the
        number of agents."""
        return self._begin(ObservedState(ObservedSearch(self.ask), *root), seed)

    def continue_probe(self, root: Sequence[int]) -> Reply:
        """Takes `root` as the state for the next move in the same probe."""
        assert isinstance(self.state, ObservedState)
        self.state = ObservedState(self.state._search, *root)
        return {"kind": "done"}

    def _begin(self, state: State | OpaqueState | ObservedState, seed: int) -> Reply:
        self.state = state
        self.generators.seed(f"{seed}:0")
        for number, agent in self.agents.items():
            agent.rng = random.Random(f"{seed}:{number}")
        for agent in self.agents.values():
            agent.start(state)  # type: ignore[arg-type] # a search takes any game
        return {"kind": "done"}

    def _expand(self, number: int, action: Action, used: int) -> Sequence[tuple[Any, ...]]:
        """Asks the grader for a successor while it waits for an action."""
        self._channel.send(pack_expand(number, action, used))
        while True:
            request, states = unpack_states(self._channel.receive())
            if request == used:  # not one that a signal handler of the submission has interrupted
                return states

    def ask(self, kind: QuestionKind, handle: int, action: int) -> bytes:
        """Asks the grader about a state while it waits for an action."""
        with self._asking:
            self._questions = number = self._questions + 1
            self._channel.send(pack_question(number, kind, handle, action))
            while True:
                answer = self._channel.receive()
                if answered_question(answer) == number:  # as in `_expand`
                    return answer

    def act(self, played: Sequence[Action]) -> Reply:
        """Applies the actions that were `played` since the last call, and chooses the next one."""
        self._apply(played)
        agent = self.agent
        agent.report = None
        is_observed = isinstance(self.state, ObservedState)
        with self._returned.recording(self.file) if is_observed else nullcontext():
            action = agent.act(self.state)  # type: ignore[arg-type]
        if objection := why_illegal(action, self.state):  # type: ignore[arg-type]
            raise ContractError(objection)
        return {
            "kind": "acted",
            "action": action,
            "used": self._search.used,
            **_valid_report(agent.report),
        }

    def returned(self) -> Reply:
        """What the functions of the submission returned for states in the last observed search."""
        return {"kind": "returned", "values": [*self._returned.by_handle.items()]}

    def finish(self, played: Sequence[Action]) -> Reply:
        """Applies the actions that were `played` since the last call, and ends the game."""
        self._apply(played)
        for agent in self.agents.values():
            agent.finish(self.state)  # type: ignore[arg-type]
        return {"kind": "done"}

    def _apply(self, played: Sequence[Action]) -> None:
        for action in played:
            assert not isinstance(self.state, ObservedState)
            self.state = self.state.successor(action)


def _valid_report(report: Report | None) -> dict[str, Any]:
    """The valid part of an agent's report; an invalid one is no failure."""
    nodes, values = None, {}
    with suppress(Exception):
        count = int(report.nodes) if report else -1
        nodes = count if 0 <= count < 1 << 53 else None
    with suppress(Exception):
        reported = report.values.items() if report else ()
        values = {Action(action): float(value) for action, value in reported}
        values = {action: value for action, value in values.items() if not math.isnan(value)}
    return {"nodes": nodes, "values": values}


_ANSWERS = {STATES, NUMBER, NO_NUMBER, CHILD, NAMES, ILLEGAL, LIMIT}
_DOES = {ACT: "act", FINISH: "finish"}


def read_request(message: bytes) -> dict[str, Any]:
    """The request in a message of the grader."""
    if does := _DOES.get(message[:1]):
        return {"do": does, "played": unpack_played(message)}
    request: dict[str, Any] = json.loads(message)
    return request


def respond(channel: MessageChannel, reply: Reply) -> None:
    """Sends `reply`, or a failure if it is too long."""
    try:
        channel.send(_packed(reply))
    except MessageTooLongError:
        channel.send(_packed(reply_of(Failure("gave an answer that is too long"))))


def _packed(reply: Reply) -> bytes:
    if reply["kind"] == "acted":
        return pack_acted(reply["action"], reply["nodes"], reply["used"], reply["values"])
    return json.dumps(reply).encode()


def serve(channel: MessageChannel) -> None:
    """Answers requests until the grader closes the channel."""
    worker = Worker(channel)
    while True:
        try:
            message = channel.receive()
            if message[:1] in _ANSWERS:  # a signal handler of the submission didn't wait for it
                continue
            reply = worker.answer(read_request(message))
            for stream in (sys.stdout, sys.stderr):  # the output must precede the reply
                with suppress(Exception):  # the submission may have replaced it
                    stream.flush()
            respond(channel, reply)
        except ChannelError:
            return
