"""Pac-Man as one of the games: a layout, and who plays on it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

from pacgrid.action import Action, action_of, letter_of
from pacgrid.agent import why_illegal
from pacgrid.games.game_setup import Ending, GameSetup
from pacgrid.layout import Layout
from pacgrid.marks import WALL
from pacgrid.state import LOSS_POINTS, State

_VERDICTS = {
    Ending.WON: "Won",
    Ending.CAUGHT: "Caught",
    Ending.ROUND_LIMIT: "Out of rounds",
    Ending.QUIT: "Quit",
}


@dataclass(frozen=True)
class PacmanSetup(GameSetup):
    """Pac-Man and the first ghosts of a layout.

    Raises ValueError: there are no agents, or more than Pac-Man and the layout's ghosts; or `start`
    has a different number of agents, or a ghost to move.
    """

    layout: Layout
    num_agents: int
    start: State | None = None
    """The position to start from; None is the start of the layout."""

    has_rounds = True
    in_real_time = True
    action_type = Action

    def __post_init__(self) -> None:
        start, count, room = self.start, self.num_agents, len(self.layout.ghosts) + 1
        if start and start.to_move:
            raise ValueError(f"Pac-Man must be to move, not ghost {start.to_move}:\n{start}")
        if start and count != start.num_agents:
            raise ValueError(f"this position has {start.num_agents} agents, not {count}:\n{start}")
        if not start and not 1 <= count <= room:
            raise ValueError(f"this layout takes 1 to {room} agents, not {count}")

    @property
    def title(self) -> str:  # type: ignore[override]
        return self.layout.name or "a layout"

    @cached_property
    def first_state(self) -> State:
        return self.start or State.initial(self.layout, ghosts=self.num_agents - 1)

    def starting_from(self, state: State) -> Self:
        return replace(self, start=state)

    @property
    def players(self) -> tuple[str, ...]:
        return ("Pac-Man", *(f"ghost {number}" for number in range(1, self.num_agents)))

    def header(self) -> Mapping[str, Any]:
        layout = {"name": self.layout.name, "rows": self.layout.rows}
        return {"layout": layout, "start": str(self.start or "")}

    def action_name(self, state: State, action: Action) -> str:  # noqa: ARG002
        return str(action)

    def action_text(self, state: State, action: Action) -> str:  # noqa: ARG002
        return letter_of(action)

    def action_of(self, state: State, text: object) -> Action:  # noqa: ARG002
        """The action of that letter, which may be illegal."""
        return action_of(text)

    def why_illegal(self, returned: object, state: State) -> str:
        return why_illegal(returned, state)

    def ending(self, state: State) -> Ending:
        return Ending.WON if state.is_win else Ending.CAUGHT

    def forfeit_score(self, state: State, agent: int) -> int:
        """A Pac-Man who forfeits pays as if caught."""
        return state.score + (0 if agent else LOSS_POINTS)

    def verdict(self, state: State, ending: Ending, forfeit: int | None) -> str:  # noqa: ARG002
        if forfeit is None:
            return _VERDICTS[ending]
        return "Won by forfeit" if forfeit else "Forfeit"


def drawn_layout(position: State, name: str = "") -> Layout:
    """The layout of a game that starts from `position`: the board as it is drawn there."""
    rows = (line for line in str(position).split("\n") if line.startswith(WALL))
    return Layout(tuple(rows), name)
