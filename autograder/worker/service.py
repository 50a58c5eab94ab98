"""The worker's service: it loads a submission and lets it play.

It answers the grader's requests until the channel is closed. It receives positions and sends
actions; the grader keeps the score. Nothing here is trusted: the grader checks every reply, and
kills this process if a reply takes too long.
"""

import inspect
import json
import math
import random
import signal
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from difflib import get_close_matches
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR
from itertools import islice
from pathlib import Path
from threading import RLock
from types import CodeType, FrameType, ModuleType
from typing import Any

from pacgrid.action import Action
from pacgrid.agent import Agent, ChanceAgent, GhostTeam, Report, why_illegal
from pacgrid.agent_loader import agents_in, build_agent, load_module
from pacgrid.common.failure import HAND_IN, Failure, busy_frame, frames_text, written_at
from pacgrid.common.named_options import why_not_callable
from pacgrid.search import evaluation_named
from pacgrid.state import State
from pacgrid.tree.search_log import StateFace, number_in

from ..sandbox.channel import ChannelError, MessageChannel, MessageTooLongError
from ..sandbox.confinement import ConfinementSpec, confine
from ..worker import messages
from .messages import MAX_RETURNED
from .remote_state import ObservedSearch, ObservedState, OpaqueSearches, OpaqueState, evaluation
from .services import ContractError, CourseService, EvaluationService, Reply, failed_reply, reply_of
from .substitutes import (
    GlobalGenerators,
    InMemoryImporter,
    ignore_refused_metadata,
    refuse_processes,
)
from .trial_service import TrialService


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
        self._services = (self, EvaluationService(self), CourseService(self), TrialService(self))

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
            raise ContractError(f"{agent} can't be built: its __init__ {needed}; {HAND_IN}")
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

    def start_task(self, root: Sequence[int], seed: int) -> Reply:
        """Starts a search that is observed. `root` has the fields of its `ObservedSummary`, and the
        number of agents."""
        return self._begin(ObservedState(ObservedSearch(self.ask), *root), seed)

    def continue_task(self, root: Sequence[int]) -> Reply:
        """Takes `root` as the state for the next move in the same task."""
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
        self._channel.send(messages.pack_expand(number, action, used))
        while True:
            request, states = messages.unpack_states(self._channel.receive())
            if request == used:  # not one that a signal handler of the submission has interrupted
                return states

    def ask(self, kind: messages.QuestionKind, handle: int, action: int) -> bytes:
        """Asks the grader about a state while it waits for an action."""
        with self._asking:
            self._questions = number = self._questions + 1
            self._channel.send(messages.pack_question(number, kind, handle, action))
            while True:
                answer = self._channel.receive()
                if messages.answered_question(answer) == number:  # as in `_expand`
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
            raise ContractError(objection + (written_at(agent.act) if action is None else ""))
        return {
            "kind": "acted",
            "action": action,
            "used": self._search.used,
            **_valid_report(agent.report),
        }

    def tell_line(self, _: int, frame: FrameType | None) -> None:
        """Sends the submission's line in which it is, as the frame of a failure. The grader asks
        for it by a signal, before it kills a process that takes too long."""
        own = busy_frame(frame, Path(self.file).resolve().parent) if self.file else None
        respond(self._channel, reply_of(Failure("", "\n".join(frames_text([own] if own else [])))))

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


_DOES = {messages.ACT: "act", messages.FINISH: "finish"}


def read_request(message: bytes) -> dict[str, Any]:
    """The request in a message of the grader."""
    if does := _DOES.get(message[:1]):
        return {"do": does, "played": messages.unpack_played(message)}
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
        return messages.pack_acted(reply["action"], reply["nodes"], reply["used"], reply["values"])
    return json.dumps(reply).encode()


def serve(channel: MessageChannel) -> None:
    """Answers requests until the grader closes the channel."""
    worker = Worker(channel)
    with suppress(AttributeError, ValueError):  # Windows has no such signal, nor has a thread
        signal.signal(signal.SIGUSR1, worker.tell_line)
    while True:
        try:
            message = channel.receive()
            if (
                message[:1] in messages.ANSWERS
            ):  # a signal handler of the submission didn't wait for it
                continue
            reply = worker.answer(read_request(message))
            for stream in (sys.stdout, sys.stderr):  # the output must precede the reply
                with suppress(Exception):  # the submission may have replaced it
                    stream.flush()
            respond(channel, reply)
        except ChannelError:
            return


# What a submission's file has that can be graded

MAX_NAMES = 20
"""How many agents of a file, or options of an agent, are reported."""
MAX_NAME_LENGTH = 60


def module_contents(
    module: ModuleType, agents: Sequence[str], functions: Sequence[str]
) -> dict[str, object]:
    """Which of the `agents` and `functions` the module has, similar names in it, and its other
    agents: the fields of a `Loaded` reply."""
    values = {name: value for name, value in vars(module).items() if _is_name(name)}
    named = {name: values[name] for name in agents if _is_agent(values.get(name))}
    callables = [name for name in functions if _is_function(values.get(name))]
    own = islice(((n, c) for n, c in agents_in(module).items() if _is_name(n)), MAX_NAMES)
    defined = [
        name
        for name, value in values.items()
        if getattr(value, "__module__", "") == module.__name__ and name not in agents
    ]
    return {
        "agents": {name: _summary(agent) for name, agent in {**dict(own), **named}.items()},
        "functions": callables,
        "similar": {
            **_similar([name for name in agents if name not in named], values, defined),
            **_similar([name for name in functions if name not in callables], values, defined),
        },
    }


def _is_name(name: object) -> bool:
    return isinstance(name, str) and name.isidentifier() and len(name) <= MAX_NAME_LENGTH


def _is_agent(value: object) -> bool:
    """Whether `value` is an agent class that doesn't come with Pacgrid."""
    return isinstance(value, type) and issubclass(value, Agent) and not _is_ours(value)


def _is_function(value: object) -> bool:
    """Whether `value` is a callable, not a class, that doesn't come with Pacgrid."""
    ours = inspect.isroutine(value) and _is_ours(value)
    return callable(value) and not isinstance(value, type) and not ours


def _is_ours(value: object) -> bool:
    return str(getattr(value, "__module__", "")).startswith("pacgrid.")


def _summary(agent: type[Agent]) -> dict[str, object]:
    """What the grader must know about an agent class to choose its tests."""
    missing = sorted(getattr(agent, "__abstractmethods__", ()))
    options: list[str] | None = None
    required: list[str] = []
    with suppress(TypeError, ValueError):  # a class without a signature accepts any options
        parameters = inspect.signature(agent).parameters.values()
        if not any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
            options = [
                p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)
            ]
        variable = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
        required = [p.name for p in parameters if p.default is p.empty and p.kind not in variable]
    return {
        "missing_methods": _first_names(missing),
        "options": options and _first_names(options),
        "required": _first_names(required),
        "is_ghost": issubclass(agent, GhostTeam | ChanceAgent),
    }


def _first_names(names: Iterable[str]) -> list[str]:
    return list(islice(filter(_is_name, names), MAX_NAMES))


def _similar(
    missing: Sequence[str], values: Mapping[str, object], defined: Iterable[str]
) -> dict[str, str]:
    """By `missing` name: itself if the file has a value of that name, or a similar name that is
    `defined`."""
    similar = {name: name for name in missing if name in values and not _is_ours(values[name])}
    by_lower = {name.lower(): name for name in missing if name not in similar}
    for name in defined:
        for lower in get_close_matches(name.lower(), by_lower, n=1, cutoff=0.7):
            similar.setdefault(by_lower[lower], name)
    return similar


# What its functions return for states, while its search is observed

_RESUMED = CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR
"""Functions that return more than once."""


class ReturnedValues:
    """The number that a search function of a submission last returned for each state, for at most
    `MAX_RETURNED` states. In a pair, such as a value and an action, it is the first number.

    A search function takes exactly one state, and calls a function that takes another one. A
    function that also takes an action doesn't count: it may return the value of the action.

    Only the diagnosis uses these numbers, so a submission that forges them changes nothing else.
    """

    def __init__(self) -> None:
        self._file = ""
        self._calls: list[tuple[FrameType, int]] = []
        """The calls that are running, and the handle of the state that each of them got."""
        self._searching: set[CodeType] = set()
        """The functions that call one for another state."""
        self._returned: dict[int, dict[CodeType, float]] = {}

    @property
    def by_handle(self) -> dict[int, float]:
        """The values, by the handles of the states."""
        last: dict[int, float] = {}
        for handle, values in self._returned.items():
            for code, value in values.items():
                if code in self._searching:
                    last[handle] = value
        return last

    @contextmanager
    def recording(self, file: str) -> Iterator[None]:
        """Records what functions in `file` return within the `with`."""
        self._file, self._calls, self._searching, self._returned = file, [], set(), {}
        before = sys.getprofile()
        sys.setprofile(self._on_event)
        try:
            yield
        finally:
            sys.setprofile(before)
            self._calls.clear()

    def _on_event(self, frame: FrameType, event: str, result: Any) -> None:
        if event == "call" and frame.f_code.co_filename == self._file:
            handle = None if frame.f_code.co_flags & _RESUMED else _handle(frame)
            if handle is not None:
                self._call(frame, handle)
        elif event == "return" and self._calls and self._calls[-1][0] is frame:
            _, handle = self._calls.pop()
            self._return(frame.f_code, handle, number_in(result))

    def _call(self, frame: FrameType, handle: int) -> None:
        for caller, other in reversed(self._calls):
            if caller.f_code in self._searching:
                break
            if other != handle:
                self._searching.add(caller.f_code)
        self._calls.append((frame, handle))

    def _return(self, code: CodeType, handle: int, value: float | None) -> None:
        if value is None or (handle not in self._returned and len(self._returned) >= MAX_RETURNED):
            return
        values = self._returned.setdefault(handle, {})
        values.pop(code, None)  # the last one is last
        values[code] = value


def _handle(frame: FrameType) -> int | None:
    """The handle of the only state that a function got, if it got no action."""
    code, given = frame.f_code, frame.f_locals
    handles: list[int] = []
    for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]:
        value: Any = given.get(name)
        if type(value) in (Action, str):
            return None
        if issubclass(type(value), StateFace):
            value = value.behind
        if issubclass(type(value), ObservedState):
            handles.append(value._handle)
    return handles[0] if len(handles) == 1 else None
