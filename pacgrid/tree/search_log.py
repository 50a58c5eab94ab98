"""A log of everything a search asks its states, in order, without the agent's help.

The agent gets a state that logs each question: its legal actions, its score, a successor. Python's
profiler reports the calls of functions that take such a state, so that the log also has the values
that the agent's own functions return, whatever their names. `StateProxy` is the base of states that
behave like others.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum
from inspect import CO_GENERATOR
from math import isclose, isnan
from numbers import Real
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple, cast

from pacgrid.agent import Agent
from pacgrid.search import GameState


class SearchEventKind(Enum):
    SUCCESSOR = "successor"
    LEGAL_ACTIONS = "legal actions"
    TERMINAL_TEST = "terminal test"
    SCORE = "score"
    EVALUATE = "evaluate"
    """The search gets the game's own evaluation of the state."""
    READ = "read"
    """The search reads something else by name, or hashes the state."""
    CALL = "call"
    RETURN = "return"
    """The function that was called with the state returns."""


class SearchEvent(NamedTuple):
    kind: SearchEventKind
    state: int
    result: Any = None
    """The score, the evaluation, the name that is read, or what the function returns."""


@dataclass(slots=True)
class LoggedNode:
    """A state that the search generated."""

    state: GameState
    parent: int = 0
    action: Any = None
    left_out: list[Any] = field(default_factory=list)
    """The actions whose successors were generated and not kept."""


class EventLog:
    """What a search asked the states that it generated from one state, in order."""

    def __init__(self, state: GameState) -> None:
        self.nodes = [LoggedNode(state)]
        """The states in the order of generation."""
        self.events: list[SearchEvent] = []
        self.values: dict[int, float] = {}
        """What states are worth to the search, by number, if that is known without events. It is
        believed, whatever the values below."""
        self.left_out = 0
        """How many successors were generated that aren't kept."""

    @property
    def has_bounds(self) -> bool:
        """Whether a function of the search takes alpha and beta."""
        return False


_FACES = str(Path(__file__).parent.parent / "cs188")
"""The folder of the functions that show states to course files."""


class SearchLog(EventLog):
    """What `agent` does with `state` and the states below it, while it is open.

    What another agent does that this one calls below the root is not part of the search: it is a
    model of an opponent, or plays a rollout.
    """

    def __init__(self, agent: Agent, state: GameState, *, most_nodes: int) -> None:
        super().__init__(state)
        self.is_open = True
        self._most_nodes = most_nodes
        self._searching = [agent]
        self._calls: list[tuple[FrameType, int | None, bool]] = []
        self._other_agents = 0
        self._parameters: dict[CodeType, tuple[str, ...]] = {}
        self._functions: set[CodeType] = set()
        self._game_file = _file_of(state) if _file_of(state) != _file_of(agent) else ""

    @property
    def root(self) -> Any:
        """The state to give to the agent."""
        return LoggedState(self.nodes[0].state, self, 0)

    @property
    def has_bounds(self) -> bool:
        names = (self._parameters[function] for function in self._functions)
        return any({"alpha", "beta"} <= set(each) for each in names)

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Log until the end of the block."""
        profiler = sys.getprofile()
        sys.setprofile(self._profile)
        try:
            yield
        finally:
            sys.setprofile(profiler)
            self.is_open = False

    def add(self, kind: SearchEventKind, state: int | None, result: Any = None) -> None:
        """Log an event, unless it only repeats the last one."""
        if state is None or not self.is_open or self._other_agents:
            return
        event = SearchEvent(kind, state, result)
        if kind is not SearchEventKind.READ or self.events[-1:] != [event]:
            self.events.append(event)

    def successor(self, parent: int | None, action: Any, after: GameState) -> Any:
        """`after`, which `action` leads to, as the agent gets it."""
        if not self.is_open or self._other_agents:
            return after
        if parent is None or len(self.nodes) > self._most_nodes:
            self.left_out += 1
            if parent is not None:
                self.nodes[parent].left_out.append(action)
            return LoggedState(after, self, None)
        number = len(self.nodes)
        self.nodes.append(LoggedNode(after, parent, action))
        self.add(SearchEventKind.SUCCESSOR, number)
        return LoggedState(after, self, number)

    def _profile(self, frame: FrameType, event: str, result: object) -> None:
        if event == "call":
            owner, state = self._arguments(frame)
            if state is None or state._log is not self:
                return
            is_other = isinstance(owner, Agent) and all(owner is not a for a in self._searching)
            if is_other and state._number == 0:
                self._searching.append(owner)  # the agent has it search for itself
                is_other = False
            self._functions.add(frame.f_code)
            self.add(SearchEventKind.CALL, state._number)
            self._other_agents += is_other
            self._calls.append((frame, state._number, is_other))
        elif event == "return" and self._calls and self._calls[-1][0] is frame:
            _, number, is_other = self._calls.pop()
            self._other_agents -= is_other
            self.add(SearchEventKind.RETURN, number, result)

    def _arguments(self, frame: FrameType) -> tuple[Any, "LoggedState | None"]:
        """The first argument of a call, and the first one that is a logged state."""
        names = self._parameters.get(frame.f_code)
        if names is None:
            names = self._parameters[frame.f_code] = self._parameters_of(frame.f_code)
        if not names:
            return None, None
        values = [frame.f_locals.get(name) for name in names]
        return values[0], next(filter(None, map(_logged, values)), None)

    def _parameters_of(self, code: CodeType) -> tuple[str, ...]:
        """The names of a function's parameters; none of what isn't the agent's: of a method of the
        game, for example, which has no logged states."""
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        is_rule = names[:1] == ("self",) and code.co_filename == self._game_file
        is_own = code.co_filename == __file__ or code.co_filename.startswith(_FACES)
        return () if is_rule or is_own or code.co_flags & CO_GENERATOR else names


class StateProxy:
    """Behaves like the state it wraps, equals it and hashes like it.

    Copying returns the proxy itself, since states are immutable; pickling, the plain state.
    """

    __slots__ = ("_wrapped",)

    def __init__(self, wrapped: Any) -> None:
        self._wrapped = wrapped

    def __getattr__(self, name: str) -> Any:
        return getattr(self._wrapped, name)

    @property  # type: ignore[misc]
    def __class__(self) -> type:  # what isinstance believes
        return type(self._wrapped)

    def __eq__(self, other: object) -> bool:
        return bool(self._wrapped == plain(other))

    def __hash__(self) -> int:
        return hash(self._wrapped)

    def __bool__(self) -> bool:
        return bool(self._wrapped)

    def __str__(self) -> str:
        return str(self._wrapped)

    def __repr__(self) -> str:
        return repr(self._wrapped)

    def __copy__(self) -> "StateProxy":
        return self

    def __deepcopy__(self, memo: object) -> "StateProxy":
        return self

    def __reduce_ex__(self, protocol: object) -> tuple[Callable[[Any], Any], tuple[Any]]:
        return plain, (self._wrapped,)


class StateFace:
    """A state under another interface."""

    __slots__ = ()

    @property
    def behind(self) -> Any:
        """The state, or the proxy, that it shows."""
        raise NotImplementedError


def plain(state: Any) -> Any:
    """`state` itself, not its proxy."""
    return state._wrapped if issubclass(type(state), StateProxy) else state


class LoggedState(StateProxy):
    """A state that logs what it is asked."""

    __slots__ = ("_log", "_number")

    def __init__(self, wrapped: Any, log: SearchLog, number: int | None) -> None:
        super().__init__(wrapped)
        self._log = log
        self._number = number  # None if the log is full

    def legal_actions(self) -> Any:
        self._log.add(SearchEventKind.LEGAL_ACTIONS, self._number)
        return self._wrapped.legal_actions()

    def successor(self, action: Any) -> Any:
        return self._log.successor(self._number, action, self._wrapped.successor(action))

    @property
    def is_terminal(self) -> bool:
        self._log.add(SearchEventKind.TERMINAL_TEST, self._number)
        return bool(self._wrapped.is_terminal)

    @property
    def score(self) -> float:
        score: float = self._wrapped.score
        self._log.add(SearchEventKind.SCORE, self._number, score)
        return score

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._wrapped, name)
        if name == "evaluate":
            return self._evaluated(value)
        if name in {"is_win", "is_loss"}:
            self._log.add(SearchEventKind.TERMINAL_TEST, self._number)
        elif not name.startswith("_"):
            self._log.add(SearchEventKind.READ, self._number, name)
        return value

    def _evaluated(self, evaluate: Any) -> Any:
        def logged() -> Any:
            value = evaluate()
            self._log.add(SearchEventKind.EVALUATE, self._number, value)
            return value

        return logged

    def __hash__(self) -> int:
        self._log.add(SearchEventKind.READ, self._number, "hash")
        return super().__hash__()


def _logged(value: object) -> "LoggedState | None":
    """`value`, or what it is the face of, if that is a logged state."""
    if issubclass(type(value), StateFace):
        value = cast("StateFace", value).behind
    return value if type(value) is LoggedState else None


def _file_of(value: object) -> str:
    return getattr(sys.modules.get(type(value).__module__), "__file__", None) or ""


def distribution_in(result: object) -> Mapping[Any, float] | None:
    """The probabilities that a function returned, if they are that."""
    if not isinstance(result, Mapping):
        return None
    chances = list(result.values())
    if not all(isinstance(chance, Real) and float(chance) >= 0 for chance in chances):
        return None
    return result if isclose(sum(chances), 1, abs_tol=1e-6) else None


def number_in(result: object) -> float | None:
    """The number that a function returned, alone or with an action as in `(value, action)`."""
    for part in result if type(result) is tuple else (result,):
        if isinstance(part, Real) and not isinstance(part, bool | Enum):
            with suppress(OverflowError):
                return None if isnan(part) else float(part)
    return None
