"""The state that a search in this process gets, when it is observed."""

from typing import Self

from pacgrid.action import Action

from .path import Path
from .recorder import Recorder


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
        """The value of the evaluation that the agent is given."""
        return self._recorder.evaluate(self._number)

    def legal_actions(self) -> tuple[Action, ...]:
        return self._recorder.legal_actions(self._number)

    def successor(self, action: Action) -> Self:
        return type(self)(self._recorder, self._recorder.successor(self._number, action))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WatchedState) and self._state == other._state

    def __hash__(self) -> int:
        return hash(self._state)


class KeptState(WatchedState):
    """A state that keeps its successors: asking for one twice generates it once."""

    __slots__ = ("_kept",)

    def __init__(self, recorder: Recorder, number: int = 0) -> None:
        super().__init__(recorder, number)
        self._kept: dict[Action, Self] = {}

    @classmethod
    def of(cls, state: WatchedState) -> Self:
        return cls(state._recorder, state._number)

    def successor(self, action: Action) -> Self:
        if action not in self._kept:
            self._kept[action] = super().successor(action)
        return self._kept[action]
