"""Answers what a search asks about its states, and records which it asked about, in order.

Unlike the states of `search_log`, a `WatchedState` shows nothing but what a search may know, and a
state is known by a number, so that a search elsewhere can be answered, too.
"""

from collections.abc import Iterator, Mapping
from math import inf
from threading import Lock
from typing import Any, Self
from weakref import ref

from pacgrid.search import Evaluate, GameState
from pacgrid.tree.search_log import EventLog, LoggedNode, SearchEvent, SearchEventKind

QUESTIONS_PER_SUCCESSOR = 10
"""How many questions a search may ask for each successor that it may ask for."""


class TooManySuccessorsError(Exception):
    """A search asks for more successors than it may."""


class TooManyQuestionsError(Exception):
    """A search asks more about its states than it may."""


class Recorder(EventLog):
    """Answers one search from `root`. A state is known by its number: 0 is the root.

    Args:
        evaluate: the evaluation that the search is given.
        scores_finished: whether the evaluation of a finished game is its score.
        most_nodes: how many successors the search may ask for.
    """

    def __init__(
        self,
        root: GameState,
        evaluate: Evaluate,
        *,
        scores_finished: bool = False,
        most_nodes: float = inf,
    ) -> None:
        super().__init__(root)
        self._evaluate = evaluate
        self._scores_finished = scores_finished
        self._most_nodes = most_nodes
        self._most_events = QUESTIONS_PER_SUCCESSOR * most_nodes
        self.paths: list[Path] = [ROOT]

    def successor(self, number: int, action: Any) -> int:
        """The number of the successor. Raises TooManySuccessorsError, or ValueError or KeyError if
        `action` is not legal."""
        if len(self.nodes) > self._most_nodes:
            raise TooManySuccessorsError
        state: Any = self.nodes[number].state
        try:
            node = LoggedNode(state.successor(action), number, action)
        except (KeyError, ValueError):
            self.legal_actions(number)  # the answer is which actions are legal
            raise
        path = self.paths[number].then(action)
        self.nodes.append(node)  # both or, at the end of the stack, neither
        self.paths.append(path)
        self._record(SearchEvent(SearchEventKind.SUCCESSOR, len(self.nodes) - 1))
        return len(self.nodes) - 1

    def legal_actions(self, number: int) -> tuple[Any, ...]:
        self._record(SearchEvent(SearchEventKind.LEGAL_ACTIONS, number))
        return tuple(self.nodes[number].state.legal_actions())

    def is_terminal(self, number: int) -> bool:
        self._record(SearchEvent(SearchEventKind.TERMINAL_TEST, number, "is_terminal"))
        return self.nodes[number].state.is_terminal

    def is_win(self, number: int) -> bool:
        self._record(SearchEvent(SearchEventKind.TERMINAL_TEST, number, "is_win"))
        state: Any = self.nodes[number].state
        return bool(state.is_win)

    def is_loss(self, number: int) -> bool:
        self._record(SearchEvent(SearchEventKind.TERMINAL_TEST, number, "is_loss"))
        state: Any = self.nodes[number].state
        return bool(state.is_loss)

    def score(self, number: int) -> float:
        score = self.nodes[number].state.score
        self._record(SearchEvent(SearchEventKind.SCORE, number, score))
        return score

    def evaluate(self, number: int) -> float:
        state: Any = self.nodes[number].state
        if self._scores_finished and state.is_terminal:
            return self.score(number)
        value = self._evaluate(state)
        self._record(SearchEvent(SearchEventKind.EVALUATE, number, value))
        return value

    def _record(self, event: SearchEvent) -> None:
        if len(self.events) > self._most_events:
            raise TooManyQuestionsError
        self.events.append(event)


class Path:
    """The actions from the root of a search to a state: what a state is called in an observation.

    Equal paths are one object. So to record a state, or to look it up, takes as long at ply 4,000
    as at ply 4. `ROOT` is empty; all others are made with `then`.
    """

    __slots__ = ("__weakref__", "_longer", "action", "parent", "plies")

    plies: int
    parent: "Path"
    """The path without its last action; that of the root is the root's."""
    action: Any
    """The last action. The root has none."""
    _longer: dict[Any, "ref[Path]"]
    """The paths with one more action that are, or were, in use; they keep this one alive."""

    def then(self, action: Any) -> "Path":
        known = self._longer.get(action)
        if known and (path := known()) is not None:
            return path
        with _LOCK:
            known = self._longer.get(action)
            if known and (path := known()) is not None:
                return path
            new = Path()
            new.parent, new.action, new.plies, new._longer = self, action, self.plies + 1, {}
            self._longer[action] = ref(new)
            return new

    def first(self, plies: int) -> "Path":
        path = self
        while path.plies > plies:
            path = path.parent
        return path

    def __len__(self) -> int:
        return self.plies

    def __iter__(self) -> Iterator[Any]:
        path = self
        actions: list[Any] = []
        while path is not ROOT:
            actions.append(path.action)
            path = path.parent
        return iter(actions[::-1])

    def __repr__(self) -> str:
        return f"Path({', '.join(map(str, self))})"


def path_to(*actions: Any) -> Path:
    path = ROOT
    for action in actions:
        path = path.then(action)
    return path


_LOCK = Lock()

ROOT = Path()
ROOT.parent, ROOT.plies, ROOT._longer = ROOT, 0, {}


class WatchedState:
    """A state that asks a `Recorder` for all that a search may know about it."""

    __slots__ = ("_number", "_recorder", "_state")

    def __init__(self, recorder: Recorder, number: int = 0) -> None:
        self._recorder = recorder
        self._number = number
        self._state = recorder.nodes[number].state

    @property
    def path(self) -> Path:
        """The actions that lead here from the root; asking for them isn't recorded."""
        return self._recorder.paths[self._number]

    @property
    def to_move(self) -> int:
        return self._state.to_move

    @property
    def num_agents(self) -> int:
        return self._state.num_agents

    @property
    def is_terminal(self) -> bool:
        return self._recorder.is_terminal(self._number)

    @property
    def is_win(self) -> bool:
        return self._recorder.is_win(self._number)

    @property
    def is_loss(self) -> bool:
        return self._recorder.is_loss(self._number)

    @property
    def score(self) -> float:
        return self._recorder.score(self._number)

    def evaluate(self) -> float:
        return self._recorder.evaluate(self._number)

    def distribution(self) -> Mapping[Any, float]:
        """The probability of each action where chance moves; asking for it isn't recorded."""
        state: Any = self._state
        distribution: Mapping[Any, float] = state.distribution()
        return distribution

    def legal_actions(self) -> tuple[Any, ...]:
        return self._recorder.legal_actions(self._number)

    def successor(self, action: Any) -> Self:
        return type(self)(self._recorder, self._recorder.successor(self._number, action))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WatchedState) and self._state == other._state

    def __hash__(self) -> int:
        return hash(self._state)
