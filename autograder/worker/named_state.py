"""The state that an observed search of a course tree gets: its actions have names."""

from typing import Self

from .messages import (
    NO_NUMBER,
    QuestionKind,
    unpack_child,
    unpack_names,
    unpack_number,
)
from .observed_state import ObservedSearch, ObservedState
from .sealed_state import set_field


class NamedState(ObservedState):
    """An observed state whose actions are names, as `pacgrid.games` has them. Every state that a
    search generates differs from all others."""

    __slots__ = ("_names",)

    _names: tuple[str, ...] | None

    def __init__(
        self, search: ObservedSearch, handle: int, number: int, to_move: int, num_agents: int
    ) -> None:
        super().__init__(search, handle, number, to_move, num_agents)
        set_field(self, "_names", None)

    def legal_actions(self) -> tuple[str, ...]:  # type: ignore[override] # names, not actions
        """The names of the actions, in the order of the test case."""
        answer = self._search.ask(QuestionKind.ACTION_NAMES, self._handle)
        set_field(self, "_names", unpack_names(answer))
        return unpack_names(answer)

    def successor(self, action: str) -> Self:  # type: ignore[override]
        """The state after `action`. Raises KeyError if there is no such action."""
        names = self.legal_actions() if self._names is None else self._names
        if action not in names:
            raise KeyError(action)
        slot = names.index(action)
        answer = self._search.ask(QuestionKind.SUCCESSOR, self._handle, slot)
        return type(self)(self._search, *unpack_child(answer), self.num_agents)

    @property
    def score(self) -> float:
        """Raises ValueError if the test case gives this state no value."""
        answer = self._search.ask(QuestionKind.SCORE, self._handle)
        if answer[:1] == NO_NUMBER:
            raise ValueError(
                "this state has no score: the game isn't over, and it isn't at the depth limit"
            )
        return unpack_number(answer)
