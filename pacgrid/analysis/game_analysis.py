"""The analysis of a game: what each move cost, and what should have been played."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from pacgrid.action import Action


class Mark(StrEnum):
    """How bad a move is, in the signs of chess."""

    INACCURACY = "?!"
    MISTAKE = "?"
    BLUNDER = "??"


@dataclass(frozen=True)
class AnalysedMove:
    """One ply of a game, judged."""

    ply: int
    """Its number, from 0."""
    agent: int
    action: Action
    values: Mapping[Action, float]
    """What each legal action is worth to Pac-Man."""
    best: Action
    """The best action; the one that was played if it is among the best."""
    regret: float
    """How much less the action is worth to its agent than the best one; 0 or more."""
    mark: Mark | None = None
    line: tuple[Action, ...] = ()
    """For a marked move: the play that proves it, `best` first, all agents in turn."""

    @property
    def value(self) -> float:
        """What the position before the move is worth to Pac-Man."""
        return self.values[self.best]


@dataclass(frozen=True)
class GameAnalysis:
    """All judged moves of a game, in order; ghosts' moves only if the judge can judge them."""

    judge: str
    """Who says so: `exact, against directional_ghost`; `alpha-beta, 8 rounds deep`."""
    unit: str
    """What values and regrets are: `points` or `chance of winning`."""
    moves: tuple[AnalysedMove, ...]

    def of(self, agent: int) -> tuple[AnalysedMove, ...]:
        """The moves of one agent."""
        return tuple(move for move in self.moves if move.agent == agent)

    def mean_regret(self, agent: int = 0) -> float:
        """The mean regret of a move of that agent; 0 if it made none."""
        moves = self.of(agent)
        return sum(move.regret for move in moves) / len(moves) if moves else 0.0

    def blunders(self, agent: int = 0) -> tuple[AnalysedMove, ...]:
        """The blunders of that agent."""
        return tuple(move for move in self.of(agent) if move.mark is Mark.BLUNDER)
