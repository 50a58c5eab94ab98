"""Judges: what says how good each action in a position is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from pacgrid.analysis.move_mark import Unit
from pacgrid.errors import PacgridError


class AnalysisError(PacgridError):
    """A game can't be analysed."""


@dataclass(frozen=True)
class Judgement:
    """What a judge says about the actions in a position."""

    values: Mapping[Any, float]
    """What each legal action is worth to Pac-Man, or to who plays first; all are exact to the same
    horizon."""
    plies: int
    """How far ahead that is."""
    complete: bool
    """Whether that is the end of the game, whatever is played: looking further changes nothing."""


class Judge(Protocol):
    """Says how good each action in a position is, if all agents go on as it expects."""

    name: str
    """How it knows: `alpha-beta`; `exact, against random_ghost`."""
    unit: Unit
    judges_all: bool
    """Whether it expects all agents to play their best, so that all moves can be judged; if not,
    only Pac-Man's."""
    has_chance: bool
    """Whether some agents, or dice, are taken to leave their moves to chance."""
    span: float
    """How much a regret of 1 in the thresholds of marks is; in a game with a score of its own, the
    difference between its best and its worst end."""

    def judge(self, state: Any, ply: int, plies_left: int | None) -> Judgement:
        """The values of all legal actions in `state`, which is reached after `ply` plies, if the
        game ends after `plies_left` more; None if no such limit is known."""

    def line(self, state: Any, ply: int, action: Any, judgement: Judgement) -> tuple[Any, ...]:
        """The play that it expects after `action`, which comes first, as far as it looked. Where
        chance moves, the likeliest."""
