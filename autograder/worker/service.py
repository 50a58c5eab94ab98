"""The worker's service: it loads a submission and lets it play.

It answers the grader's requests until the channel is closed. It receives positions and sends
actions; the grader keeps the score. Nothing here is trusted: the grader checks every reply, and
kills this process if a reply takes too long.
"""

import inspect
import json
import math
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from numbers import Real
from threading import RLock
from types import ModuleType
from typing import Any

from pacgrid.action import Action
from pacgrid.agent import Agent, Report, why_illegal
from pacgrid.agent_loader import (
    AgentError,
    build_agent,
    load_module,
)
from pacgrid.autograder.sandbox.confinement import ConfinementSpec, confine
from pacgrid.autograder.worker.channel import Channel, ChannelError, MessageTooLongError
from pacgrid.autograder.worker.finished_state import finished_state
from pacgrid.autograder.worker.global_generators import GlobalGenerators
from pacgrid.autograder.worker.in_memory_importer import InMemoryImporter
from pacgrid.autograder.worker.messages import (
    ACT,
    CHILD,
    FINISH,
    ILLEGAL,
    LIMIT,
    MAX_FEATURES,
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
from pacgrid.autograder.worker.module_contents import module_contents
from pacgrid.autograder.worker.observed_state import (
    LimitError,
    ObservedSearch,
    ObservedState,
    evaluation,
)
from pacgrid.autograder.worker.opaque_state import OpaqueState, Search
from pacgrid.autograder.worker.position import EncodedPosition, decode_position
from pacgrid.autograder.worker.substitutes import (
    ignore_refused_metadata,
    keep_memory_private,
    refuse_processes,
)
from pacgrid.common.failure import Failure
from pacgrid.search import Evaluate, evaluation_named
from pacgrid.state import State

Reply = dict[str, Any]


class ContractError(Exception):
    """A submission breaks its contract. Reported as a message, without a traceback."""


class Worker:
    """A submission and its current game; each request is a method."""

    file = ""
    module: ModuleType
    agent: Agent
    evaluate: Evaluate
    state: State | OpaqueState | ObservedState

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._importer = InMemoryImporter()
        self._generators = GlobalGenerators()
        self._search = Search(self._expand)
        self._weights: dict[str, float] = {}
        """Those that `weigh` has changed, as they were."""
        self._questions = 0
        self._asking = RLock()
        """Held by the thread of a submission that waits for the grader's answer."""

    def answer(self, request: Mapping[str, Any]) -> Reply:
        """Carries out `request`. Whatever the submission raises becomes a reply."""
        arguments = dict(request)
        method = getattr(self, arguments.pop("do"))
        try:
            reply: Reply = method(**arguments)
        except BaseException as error:
            return self._failed(error)
        return reply

    def _failed(self, error: BaseException) -> Reply:
        """The reply for what a submission has raised."""
        if isinstance(error, AgentError | ContractError | LimitError):
            message = str(error).removeprefix(f"{self.file}: ")
            return _failed(Failure(message, getattr(error, "details", "")))
        # The first frame is ours, not the author's.
        error.__traceback__ = error.__traceback__ and error.__traceback__.tb_next
        return _failed(replace(Failure.of(error, self.file), position=self._where(error)))

    def _where(self, error: BaseException) -> str:
        """The finished game that the submission stumbled over, drawn; "" if it did not."""
        state = finished_state(error, self.file)
        return f"the game is over in this state, so it has no legal actions:\n{state}" * bool(state)

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
        self._generators.seed("import")
        self.module = load_module(file)
        return {"kind": "loaded", **module_contents(self.module, agents, functions)}

    def provide(self, name: str, source: str) -> Reply:
        """Makes `pacgrid.agents.NAME` importable."""
        self._importer.add(name, source)
        return {"kind": "done"}

    def build(self, agent: str, options: Mapping[str, Any], *, observed: bool = False) -> Reply:
        """Creates an instance of the submission's class `agent`. If it is `observed`, the grader
        evaluates."""
        kind = getattr(self.module, agent)
        self._generators.seed("build")
        if observed and "evaluation" in options:
            options = {**options, "evaluation": evaluation}
        elif isinstance(name := options.get("evaluation"), str):
            options = {**options, "evaluation": evaluation_named(name)}
        try:
            inspect.signature(kind).bind(**options)
        except TypeError as error:
            names = " and ".join(options)
            needed = f"must accept {names}" if options else f"must work without arguments: {error}"
            raise ContractError(f"{agent} can't be built: its __init__ {needed}") from None
        self.agent = build_agent(kind, options, agent)
        return {"kind": "done"}

    def start_evaluation(self, function: str, state: str, seed: int) -> Reply:
        """Takes `function` as the evaluation in a game that starts at the drawn position
        `state`."""
        self._generators.seed(f"{seed}:0")
        self.evaluate = _checked(getattr(self.module, function), function)
        self.state = State.parse(state)
        return {"kind": "done"}

    def values(self, positions: list[EncodedPosition]) -> Reply:
        """The values of these positions of the game, as far as the evaluation doesn't fail."""
        assert isinstance(self.state, State)
        maze, values = self.state.maze, []
        for position in positions:
            try:
                values.append(self.evaluate(decode_position(maze, position)))
            except BaseException as error:
                return {"kind": "values", "values": values, "failed": self._failed(error)}
        return {"kind": "values", "values": values, "failed": None}

    def features(self, positions: list[EncodedPosition]) -> Reply:
        """The submission's `WEIGHTS`, and what its function `features` returns in each position, if
        it has both."""
        assert isinstance(self.state, State)
        function = getattr(self.module, "features", None)
        weights = getattr(self.module, "WEIGHTS", None)
        if not callable(function) or not isinstance(weights, Mapping):
            return {"kind": "features", "weights": {}, "values": []}
        names = list(weights)[:MAX_FEATURES]
        states = [decode_position(self.state.maze, position) for position in positions]
        return {
            "kind": "features",
            "weights": {str(name)[:60]: _finite(weights[name]) for name in names},
            "values": [[_finite(row[name]) for name in names] for row in map(function, states)],
        }

    def weigh(self, feature: str, factor: float) -> Reply:
        """Sets the weight of `feature` to `factor` times what it was at first."""
        weights = self.module.WEIGHTS
        name = next(name for name in weights if str(name)[:60] == feature)
        weights[name] = factor * self._weights.setdefault(feature, weights[name])
        return {"kind": "done"}

    def start(self, state: str, seed: int) -> Reply:
        """Starts a game at the drawn position `state`."""
        return self._begin(State.parse(state), seed)

    def start_search(self, root: Sequence[Any], seed: int) -> Reply:
        """Starts a search of states that stay with the grader. `root` is a `StateSummary`."""
        return self._begin(OpaqueState(tuple(root), self._search), seed)

    def start_probe(self, root: Sequence[int], seed: int) -> Reply:
        """Starts a search that is observed. `root` has the fields of its `ObservedSummary`, and the
        number of agents."""
        return self._begin(ObservedState(ObservedSearch(self._ask), *root), seed)

    def continue_probe(self, root: Sequence[int]) -> Reply:
        """Takes `root` as the state for the next move in the same probe."""
        assert isinstance(self.state, ObservedState)
        self.state = ObservedState(self.state._search, *root)
        return {"kind": "done"}

    def _begin(self, state: State | OpaqueState | ObservedState, seed: int) -> Reply:
        self.state = state
        self._generators.seed(f"{seed}:0")
        self.agent.rng = random.Random(f"{seed}:0")
        self.agent.start(state)  # type: ignore[arg-type] # a search takes any game
        return {"kind": "done"}

    def _expand(self, number: int, action: Action, used: int) -> Sequence[tuple[Any, ...]]:
        """Asks the grader for a successor while it waits for an action."""
        self._channel.send(pack_expand(number, action, used))
        while True:
            request, states = unpack_states(self._channel.receive())
            if request == used:  # not one that a signal handler of the submission has interrupted
                return states

    def _ask(self, kind: QuestionKind, handle: int, action: int) -> bytes:
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
        self.agent.report = None
        action = self.agent.act(self.state)  # type: ignore[arg-type]
        if objection := why_illegal(action, self.state):  # type: ignore[arg-type]
            raise ContractError(objection)
        return {
            "kind": "acted",
            "action": action,
            "used": self._search.used,
            **_valid_report(self.agent.report),
        }

    def finish(self, played: Sequence[Action]) -> Reply:
        """Applies the actions that were `played` since the last call, and ends the game."""
        self._apply(played)
        self.agent.finish(self.state)  # type: ignore[arg-type]
        return {"kind": "done"}

    def _apply(self, played: Sequence[Action]) -> None:
        for action in played:
            assert not isinstance(self.state, ObservedState)
            self.state = self.state.successor(action)


def _checked(function: Callable[[State], object], name: str) -> Callable[[State], float]:
    """`function`, with a ContractError if it doesn't return a number."""

    def evaluate(state: State) -> float:
        value = function(state)
        if not isinstance(value, Real) or math.isnan(value):
            shown = f"{value!r:.60} ({type(value).__name__})"
            raise ContractError(f"{name} returned {shown}; it must return a number")
        return float(value)

    return evaluate


def _finite(number: Any) -> float:
    """A feature or weight. Raises ContractError unless it is finite."""
    if not math.isfinite(number):
        raise ContractError(f"{number} among the features and weights; they must be finite")
    return float(number)


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


def _failed(failure: Failure) -> Reply:
    message = failure.message[:1000]
    if "No module named 'pacgrid.agents." in message:
        message += "; Pacgrid's own agents are not available in grading"
    texts = {
        "message": message,
        "frames": failure.frames[:4000],
        "position": failure.position[:4000],
    }
    return {"kind": "failed"} | {
        name: text.encode(errors="replace").decode() for name, text in texts.items()
    }


_ANSWERS = {STATES, NUMBER, CHILD, ILLEGAL, LIMIT}
_DOES = {ACT: "act", FINISH: "finish"}


def read_request(message: bytes) -> dict[str, Any]:
    """The request in a message of the grader."""
    if does := _DOES.get(message[:1]):
        return {"do": does, "played": unpack_played(message)}
    request: dict[str, Any] = json.loads(message)
    return request


def respond(channel: Channel, reply: Reply) -> None:
    """Sends `reply`, or a failure if it is too long."""
    try:
        channel.send(_packed(reply))
    except MessageTooLongError:
        channel.send(_packed(_failed(Failure("gave an answer that is too long"))))


def _packed(reply: Reply) -> bytes:
    if reply["kind"] == "acted":
        return pack_acted(reply["action"], reply["nodes"], reply["used"], reply["values"])
    return json.dumps(reply).encode()


def serve(channel: Channel) -> None:
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
