"""Judges: what says how good each action in a position is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from pacgrid.action import Action
from pacgrid.analysis.game_analysis import Unit
from pacgrid.errors import PacgridError
from pacgrid.state import State


class AnalysisError(PacgridError):
    """A game can't be analysed."""


@dataclass(frozen=True)
class Judgement:
    """What a judge says about the actions in a position."""

    values: Mapping[Action, float]
    """What each legal action is worth to Pac-Man; all are exact to the same horizon."""
    plies: int
    """How far ahead that is."""
    complete: bool
    """Whether that is the end of the game, whatever is played: looking further changes nothing."""


class Judge(Protocol):
    """Says how good each action in a position is, if all agents go on as it expects."""

    name: str
    """How it knows: `alpha-beta`; `exact, against random_ghost`."""
    unit: Unit
    judges_ghosts: bool
    """Whether it expects ghosts to play their best, so that their moves can be judged too."""

    def judge(self, state: State, ply: int, plies_left: int | None) -> Judgement:
        """The values of all legal actions in `state`, which is reached after `ply` plies, if the
        game ends after `plies_left` more; None if no such limit is known."""

    def line(
        self, state: State, ply: int, action: Action, judgement: Judgement
    ) -> tuple[Action, ...]:
        """The play that it expects after `action`, which comes first, as far as it looked. Where
        chance moves, the likeliest."""
