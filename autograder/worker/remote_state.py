"""States that stay with the grader: an agent can search them, but not look into them."""

from collections.abc import Callable, Sequence
from typing import Any, Self

from pacgrid.action import Action, name_fix

from .messages import (
    ILLEGAL,
    LIMIT,
    NO_NUMBER,
    QuestionKind,
    actions_in,
    unpack_child,
    unpack_illegal,
    unpack_limit,
    unpack_names,
    unpack_number,
)

Expand = Callable[[int, Action, int], Sequence[tuple[Any, ...]]]
"""Asks the grader for a successor: takes the number of a state, an action, and how many successors
are used. Returns the fields of its summary, and perhaps those for all later actions."""
Ask = Callable[[QuestionKind, int, int], bytes]
"""Asks the grader: takes the kind of question, the handle of a state, and an action. Returns the
answer."""

_set_field = object.__setattr__


class LimitError(BaseException):
    """A search has exceeded a limit. It isn't an `Exception`, so that `except Exception` doesn't
    catch it."""


class OpaqueSearches:
    """The searches of a worker whose successors are counted."""

    __slots__ = ("expand", "used")

    def __init__(self, expand: Expand) -> None:
        self.expand = expand
        self.used = 0
        """How many successors they have used, including the one that they are asking for."""


class ObservedSearch:
    """The searches that are observed for a diagnosis."""

    __slots__ = ("_ask",)

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def ask(self, kind: QuestionKind, handle: int, action: int = 0) -> bytes:
        """The grader's answer. Raises LimitError."""
        answer = self._ask(kind, handle, action)
        if answer[:1] == LIMIT:
            raise LimitError(unpack_limit(answer))
        return answer


class RemoteState:
    """A position with only what every game has (`pacgrid.search.GameState`). Immutable and
    hashable; two are equal exactly if their positions are, within what one `search` serves."""

    __slots__ = ("_number", "_search", "num_agents", "to_move")

    _number: int
    """Equal states have the same number."""
    _search: Any
    num_agents: int
    to_move: int

    def __init__(self, search: object, number: int, to_move: int, num_agents: int) -> None:
        _set_field(self, "_search", search)
        _set_field(self, "_number", number)
        _set_field(self, "to_move", to_move)
        _set_field(self, "num_agents", num_agents)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, RemoteState)
            and other._number == self._number
            and other._search is self._search
        )

    def __hash__(self) -> int:
        return hash(self._number)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"can't set {name}: a state never changes")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"can't delete {name}: a state never changes")

    def __getattr__(self, name: str) -> object:
        raise AttributeError(
            f"the state of a search question has no {name}; it has to_move, num_agents, "
            "legal_actions(), successor(action), is_terminal, score; to value it, call the "
            "evaluation that your agent was given"
        )

    def __repr__(self) -> str:
        return f"<state {self._number}, agent {self.to_move} to move>"


class OpaqueState(RemoteState):
    """The state that a search question gives an agent. Its summary is known in advance; only
    successors are asked for."""

    __slots__ = ("_ahead", "_legal", "is_loss", "is_terminal", "is_win", "score")

    _ahead: dict[Action, tuple[Any, ...]]
    """Successors that were sent ahead and aren't used yet."""
    _legal: tuple[Action, ...]
    is_loss: bool
    is_terminal: bool
    is_win: bool
    score: int

    def __init__(self, summary: tuple[Any, ...], search: OpaqueSearches) -> None:
        """The state with this `summary`, the fields of a `StateSummary`."""
        number, score, legal, to_move, num_agents, is_win, is_loss = summary
        # A call of the class above would take a fifth of the time of a successor.
        _set_field(self, "_search", search)
        _set_field(self, "_number", number)
        _set_field(self, "to_move", to_move)
        _set_field(self, "num_agents", num_agents)
        _set_field(self, "_ahead", {})
        _set_field(self, "_legal", actions_in(legal))
        _set_field(self, "is_loss", is_loss)
        _set_field(self, "is_terminal", is_win or is_loss)
        _set_field(self, "is_win", is_win)
        _set_field(self, "score", score)

    def legal_actions(self) -> tuple[Action, ...]:
        """What the agent to move may do; () when the game is over."""
        return self._legal

    def successor(self, action: Action) -> Self:
        """The state after `action`; the grader counts each call.

        Raises ValueError if `action` is not legal.
        """
        if action not in self._legal:
            raise _illegal(action, self._legal)
        self._search.used += 1
        summary = self._ahead.pop(action, None)
        if summary is None:
            answer = self._search.expand(self._number, action, self._search.used)
            summary = answer[0]
            if len(answer) > 1:
                actions = self._legal[self._legal.index(action) + 1 :]
                self._ahead.update(zip(actions, answer[1:], strict=True))
        return type(self)(summary, self._search)

    def __repr__(self) -> str:
        return f"{super().__repr__()[:-1]}, score {self.score}>"


class ObservedState(RemoteState):
    """The state of a search that is observed. Nothing but whose turn it is was sent with it, so the
    grader sees whatever an agent looks at."""

    __slots__ = ("_handle",)

    _handle: int
    """Every state that a search generates has its own."""

    def __init__(
        self, search: ObservedSearch, handle: int, number: int, to_move: int, num_agents: int
    ) -> None:
        super().__init__(search, number, to_move, num_agents)
        _set_field(self, "_handle", handle)

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


class NamedState(ObservedState):
    """An observed state whose actions are names, as `pacgrid.games` has them. Every state that a
    search generates differs from all others."""

    __slots__ = ("_names",)

    _names: tuple[str, ...] | None

    def __init__(
        self, search: ObservedSearch, handle: int, number: int, to_move: int, num_agents: int
    ) -> None:
        super().__init__(search, handle, number, to_move, num_agents)
        _set_field(self, "_names", None)

    def legal_actions(self) -> tuple[str, ...]:  # type: ignore[override] # names, not actions
        """The names of the actions, in the order of the test case."""
        answer = self._search.ask(QuestionKind.ACTION_NAMES, self._handle)
        _set_field(self, "_names", unpack_names(answer))
        return unpack_names(answer)

    def successor(self, action: str) -> Self:  # type: ignore[override]
        """The state after `action`. Raises KeyError if there is no such action."""
        names = self.legal_actions() if self._names is None else self._names
        if action not in names:
            raise KeyError(action)
        answer = self._search.ask(QuestionKind.SUCCESSOR, self._handle, names.index(action))
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


def evaluation(state: ObservedState) -> float:
    """The evaluation that an observed search is given: the grader's."""
    if not isinstance(state, ObservedState):
        raise TypeError(f"evaluation takes a state, not {type(state).__name__}")
    return state._number_for(QuestionKind.EVALUATE)


def _illegal(action: object, legal: tuple[Action, ...]) -> ValueError:
    names = ", ".join(map(str, legal)) or "nothing: the game is over"
    reason = name_fix(action) or f"legal is {names}"
    return ValueError(f"can't play {action!s:.40}; {reason}")
