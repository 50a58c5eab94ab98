"""The state that an observed search gets: all that it asks goes to the grader."""

from collections.abc import Callable
from typing import Self

from pacgrid.action import Action

from .messages import (
    ILLEGAL,
    LIMIT,
    QuestionKind,
    actions_in,
    unpack_child,
    unpack_illegal,
    unpack_limit,
    unpack_number,
)
from .sealed_state import SealedState, set_field

Ask = Callable[[QuestionKind, int, int], bytes]
"""Asks the grader: takes the kind of question, the handle of a state, and an action. Returns the
answer."""


class LimitError(BaseException):
    """A search has exceeded a limit. It isn't an `Exception`, so that `except Exception` doesn't
    catch it."""


class ObservedSearch:
    """The searches of a probe."""

    __slots__ = ("_ask",)

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def ask(self, kind: QuestionKind, handle: int, action: int = 0) -> bytes:
        """The grader's answer. Raises LimitError."""
        answer = self._ask(kind, handle, action)
        if answer[:1] == LIMIT:
            raise LimitError(unpack_limit(answer))
        return answer


class ObservedState(SealedState):
    """A position with only what every game has (`pacgrid.search.GameState`). Nothing but whose turn
    it is was sent with it, so the grader sees whatever an agent looks at."""

    __slots__ = ("_handle",)

    _handle: int
    _search: ObservedSearch

    def __init__(
        self, search: ObservedSearch, handle: int, number: int, to_move: int, num_agents: int
    ) -> None:
        set_field(self, "_handle", handle)
        set_field(self, "_number", number)
        set_field(self, "to_move", to_move)
        set_field(self, "num_agents", num_agents)
        set_field(self, "_search", search)

    def legal_actions(self) -> tuple[Action, ...]:
        """What the agent to move may do; () when the game is over."""
        return actions_in(int(self._number_for(QuestionKind.LEGAL_ACTIONS)))

    @property
    def is_terminal(self) -> bool:
        return bool(self._number_for(QuestionKind.IS_TERMINAL))

    @property
    def is_win(self) -> bool:
        return bool(self._number_for(QuestionKind.IS_WIN))

    @property
    def is_loss(self) -> bool:
        return bool(self._number_for(QuestionKind.IS_LOSS))

    @property
    def score(self) -> float:
        return self._number_for(QuestionKind.SCORE)

    def successor(self, action: Action) -> Self:
        """The state after `action`; the grader counts each call.

        Raises ValueError if `action` is not legal.
        """
        if not isinstance(action, Action):
            raise _illegal(action, self.legal_actions())
        answer = self._search.ask(QuestionKind.SUCCESSOR, self._handle, action)
        if answer[:1] == ILLEGAL:
            raise _illegal(action, unpack_illegal(answer))
        return type(self)(self._search, *unpack_child(answer), self.num_agents)

    def _number_for(self, kind: QuestionKind) -> float:
        return unpack_number(self._search.ask(kind, self._handle))

    def __repr__(self) -> str:
        return f"<state {self._number}, agent {self.to_move} to move>"


def evaluation(state: ObservedState) -> float:
    """The evaluation that an observed search is given."""
    if not isinstance(state, ObservedState):
        raise TypeError(f"evaluation takes a state, not {type(state).__name__}")
    return state._number_for(QuestionKind.EVALUATE)


def _illegal(action: object, legal: tuple[Action, ...]) -> ValueError:
    names = ", ".join(map(str, legal)) or "nothing: the game is over"
    return ValueError(f"can't play {action!s:.40}; legal is {names}")
