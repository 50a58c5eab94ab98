"""What pages say about a game that was looked at closely."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from pacgrid.analysis.game_analysis import AnalysedMove, GameAnalysis
from pacgrid.analysis.move_mark import Mark
from pacgrid.records.record import Record

from ..role import Role


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class MoveCost(_Part):
    """What the bad moves of a role cost in a game, in points."""

    moves: int
    """How many moves were judged."""
    blunders: int
    mistakes: int
    inaccuracies: int
    total: float
    """The sum of all regrets."""
    worst: str = ""
    """The move that cost most, in words."""


class GameNotes(_Part):
    """What pages say about a game."""

    food_left: int
    judge: str
    costs: Annotated[dict[Role, MoveCost], Field(default_factory=dict)]


def game_notes(record: Record, analysis: GameAnalysis) -> GameNotes:
    """The notes on a game, from its analysis."""
    judged = {
        Role.PACMAN: [move for move in analysis.moves if move.agent == 0],
        Role.GHOSTS: [move for move in analysis.moves if move.agent > 0],
    }
    costs = {role: _cost(moves, len(record.agents)) for role, moves in judged.items() if moves}
    return GameNotes(food_left=len(record.last_state.food), judge=analysis.judge, costs=costs)


def _cost(moves: list[AnalysedMove], num_agents: int) -> MoveCost:
    marks = [move.mark for move in moves]
    worst = max((move for move in moves if move.mark), key=lambda move: move.regret, default=None)
    return MoveCost(
        moves=len(moves),
        blunders=marks.count(Mark.BLUNDER),
        mistakes=marks.count(Mark.MISTAKE),
        inaccuracies=marks.count(Mark.INACCURACY),
        total=round(sum(move.regret for move in moves), 1),
        worst=_words(worst, num_agents) if worst else "",
    )


def _words(move: AnalysedMove, num_agents: int) -> str:
    who = f", ghost {move.agent}" if move.agent else ""
    return (
        f"round {move.ply // num_agents + 1}{who}: {_name(move.action)} instead of"
        f" {_name(move.best)} cost {move.regret:.0f} points"
    )


def _name(action: object) -> str:
    return str(action).lower()
