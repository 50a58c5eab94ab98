"""What a search asked its states, in order: states by number, and events."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

from pacgrid.search import GameState


class SearchEventKind(Enum):
    """What a search does with a state."""

    SUCCESSOR = "successor"
    """It generates the state."""
    LEGAL_ACTIONS = "legal actions"
    TERMINAL_TEST = "terminal test"
    SCORE = "score"
    EVALUATE = "evaluate"
    """It gets the game's own evaluation of the state."""
    READ = "read"
    """It reads something else, by name, or its `hash`."""
    CALL = "call"
    """It calls a function with the state."""
    RETURN = "return"
    """That function returns."""


class SearchEvent(NamedTuple):
    """One thing that a search does with a state."""

    kind: SearchEventKind
    state: int
    """The number of the state in the log."""
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
