"""An analysis as JSON: written, and read again for the game that it is of."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt, ValidationError

from pacgrid.action import action_of, letter_of
from pacgrid.analysis.game_analysis import AnalysedMove, GameAnalysis, Mark
from pacgrid.analysis.judges import AnalysisError
from pacgrid.common.sanitize import one_line
from pacgrid.errors import IllegalMoveError
from pacgrid.records.record import Record
from pacgrid.state import State

FORMAT: Literal["pacgrid analysis"] = "pacgrid analysis"
VERSION: Literal[2] = 2


Value = Annotated[float, Field(ge=-1e9, le=1e9)]
"""A value within what a game can be worth."""


class _Schema(BaseModel):
    model_config = ConfigDict(allow_inf_nan=False, extra="forbid")


class _SavedMove(_Schema):
    ply: NonNegativeInt
    agent: NonNegativeInt
    action: str
    values: dict[str, Value] = Field(min_length=1)
    best: str
    regret: Annotated[Value, Field(ge=0)]
    mark: Mark | None = None
    line: Annotated[str, Field(max_length=1000)] = ""
    plies: NonNegativeInt | None = None

    def move(self, state: State) -> AnalysedMove:
        """The judged move in `state`. Raises ValueError for an action that isn't legal there."""
        values = {action_of(letter): value for letter, value in self.values.items()}
        if set(values) != set(state.legal_actions()):
            raise ValueError("not the legal actions")
        line = tuple(map(action_of, self.line))
        for action in line:
            state = state.successor(action)
        actions = {"action": action_of(self.action), "best": action_of(self.best)}
        return AnalysedMove(**vars(self) | actions | {"values": values, "line": line})


class _SavedAnalysis(_Schema):
    format: Literal["pacgrid analysis"]
    version: Literal[2]
    judge: Annotated[str, Field(max_length=1000)]
    has_chance: bool
    luck: Value | None
    moves: list[_SavedMove]


def analysis_json(analysis: GameAnalysis) -> dict[str, Any]:
    """The analysis of a game as JSON; actions are letters as in records."""
    return {
        "format": FORMAT,
        "version": VERSION,
        **{name: getattr(analysis, name) for name in ("judge", "has_chance", "luck")},
        "moves": [_move_json(move) for move in analysis.moves],
    }


def _move_json(move: AnalysedMove) -> dict[str, Any]:
    return vars(move) | {
        "action": letter_of(move.action),
        "values": {letter_of(action): value for action, value in move.values.items()},
        "best": letter_of(move.best),
        "line": "".join(map(letter_of, move.line)),
    }


def read_analysis(text: str | bytes, record: Record) -> GameAnalysis:
    """The analysis of `record` in a JSON text. Raises AnalysisError if it isn't one."""
    try:
        saved = _SavedAnalysis.model_validate_json(text)
    except ValidationError:
        raise AnalysisError(
            "is not an analysis; write one with `pacgrid replay FILE --analyse --json`"
        ) from None
    states = tuple(record.states())
    try:
        moves = tuple(each.move(states[each.ply]) for each in saved.moves)
    except (ValueError, IndexError, IllegalMoveError):
        raise AnalysisError("is the analysis of another game") from None
    if not _is_of(moves, record, states):
        raise AnalysisError("is the analysis of another game")
    return GameAnalysis(one_line(saved.judge), moves, saved.has_chance, saved.luck)


def _is_of(moves: tuple[AnalysedMove, ...], record: Record, states: Sequence[Any]) -> bool:
    """Whether each of the judged `moves` was played in the game."""
    if [move.ply for move in moves] != sorted({move.ply for move in moves}):
        return False
    return all(
        move.ply < len(record.moves)
        and move.action == record.moves[move.ply].action
        and move.agent == states[move.ply].to_move
        and move.best in move.values
        for move in moves
    )
