"""Which game is played, and what differs between games."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, Self

from pacgrid.errors import PacgridError
from pacgrid.state import State


class GameSetup(ABC):
    """A game with its options, before its first ply, and the words for what happens in it.

    Whatever plays, saves, shows or judges games of any kind asks it what differs between them.
    Its positions are a `GameState` each, and its agents' actions are of any type.

    Can be sent to another process.
    """

    title: str
    """The game as people name it; for Pac-Man, the layout."""
    first_state: Any
    """The position that the game starts from."""
    has_rounds: ClassVar[bool] = False
    """Whether all agents move in turn, so that a game is counted in rounds, not in plies."""
    in_real_time: ClassVar[bool] = False
    """Whether a person steers an agent while time passes; if not, the game waits for a person."""
    action_type: ClassVar[type] = object

    @property
    @abstractmethod
    def players(self) -> tuple[str, ...]:
        """What the agents are called, agent 0 first: `X` and `O`."""

    @abstractmethod
    def starting_from(self, state: Any) -> Self:
        """The same game, starting from another of its positions."""

    @abstractmethod
    def header(self) -> Mapping[str, Any]:
        """What a record says of the game, as JSON."""

    @abstractmethod
    def action_name(self, state: Any, action: Any) -> str:
        """What people call an action that is legal in `state`: `east`, `b2`."""

    @abstractmethod
    def action_text(self, state: Any, action: Any) -> str:
        """How a record writes an action that is legal in `state`."""

    @abstractmethod
    def action_of(self, state: Any, text: object) -> Any:
        """The action that a record writes so in `state`. Raises ValueError if there is none."""

    @abstractmethod
    def why_illegal(self, returned: Any, state: Any) -> str:
        """What is wrong with what an agent `returned` in `state`; "" if it is a legal action."""

    @abstractmethod
    def ending(self, state: Any) -> "Ending":
        """How the game has ended by its rules in `state`, which is terminal."""

    def forfeit_score(self, state: Any, agent: int) -> float:  # noqa: ARG002
        """The final score if `agent` forfeits in `state`."""
        score: float = state.score
        return score

    @abstractmethod
    def verdict(self, state: Any, ending: "Ending", forfeit: int | None) -> str:
        """How the game ended in `state`, in a word or two: `X wins`."""


class Ending(StrEnum):
    """Why a game ended."""

    WON = "won"
    CAUGHT = "caught"
    LOST = "lost"
    DRAWN = "drawn"
    ROUND_LIMIT = "round limit"
    RAISED = "agent failed"
    ILLEGAL = "illegal action"
    OVERRAN = "out of time"
    QUIT = "quit"


class GameError(PacgridError):
    """A game can't be loaded or played; for a tree, the message has file, line, column, error and
    fix."""


def needs_pacman(error: BaseException, state: object) -> str:
    """Why an agent that raised `error` in `state`, a position of another game, can't play it: it
    asked for something that only Pac-Man's states have; "" if it is no such error."""
    if not isinstance(error, AttributeError) or not isinstance(error.obj, type(state)):
        return ""
    if isinstance(state, State) or not error.name or not hasattr(State, error.name):
        return ""
    missing = f"it needs state.{error.name.lstrip('_')}, which only Pac-Man has"
    return f"can't play this game: {missing}; choose a search agent such as alpha_beta"
