"""An analysis as JSON: written, and read again for the game that it is of."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt, ValidationError

from pacgrid.action import Action, action_of, letter_of
from pacgrid.analysis.game_analysis import AnalysedMove, GameAnalysis, Mark, Unit
from pacgrid.analysis.judge import AnalysisError
from pacgrid.common.files import read_regular_file
from pacgrid.common.sanitize import one_line
from pacgrid.records.record import Record
from pacgrid.records.record_schema import ActionLetter
from pacgrid.state import IllegalMoveError, State

FORMAT: Literal["pacgrid analysis"] = "pacgrid analysis"
VERSION: Literal[1] = 1
MAX_BYTES = 1 << 26


Value = Annotated[float, Field(ge=-1e9, le=1e9)]
"""No game is worth more points."""


class _Schema(BaseModel):
    model_config = ConfigDict(allow_inf_nan=False, extra="forbid")


class _SavedMove(_Schema):
    ply: NonNegativeInt
    agent: NonNegativeInt
    action: ActionLetter
    values: dict[ActionLetter, Value] = Field(min_length=1)
    best: ActionLetter
    regret: Annotated[Value, Field(ge=0)]
    mark: Mark | None = None
    line: str = Field("", max_length=1000, pattern="^[NESW-]*$")
    plies: NonNegativeInt | None = None

    @property
    def move(self) -> AnalysedMove:
        parts = {name: getattr(self, name) for name in type(self).model_fields}
        return AnalysedMove(**parts | {"line": tuple(map(action_of, self.line))})


class _SavedAnalysis(_Schema):
    format: Literal["pacgrid analysis"]
    version: Literal[1]
    judge: Annotated[str, Field(max_length=1000)]
    unit: Unit
    has_chance: bool
    luck: Value | None
    moves: list[_SavedMove]


def analysis_json(analysis: GameAnalysis) -> dict[str, Any]:
    """The analysis as JSON; actions are letters, as in records."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "judge": analysis.judge,
        "unit": analysis.unit,
        "has_chance": analysis.has_chance,
        "luck": analysis.luck,
        "moves": [_move_json(move) for move in analysis.moves],
    }


def _move_json(move: AnalysedMove) -> dict[str, Any]:
    return {
        "ply": move.ply,
        "agent": move.agent,
        "action": letter_of(move.action),
        "values": {letter_of(action): value for action, value in move.values.items()},
        "best": letter_of(move.best),
        "regret": move.regret,
        "mark": move.mark,
        "line": "".join(map(letter_of, move.line)),
        "plies": move.plies,
    }


def load_analysis(path: str | Path, record: Record) -> GameAnalysis:
    """The analysis of `record` that is saved in the file `path`.

    Raises AnalysisError: the file can't be read, or is of another game.
    """
    try:
        return read_analysis(read_regular_file(path, MAX_BYTES), record)
    except OSError as error:
        raise AnalysisError(f"{path}: can't be read: {error.strerror}") from None
    except AnalysisError as error:
        raise AnalysisError(f"{path}: {error}") from None


def read_analysis(text: str | bytes, record: Record) -> GameAnalysis:
    """The analysis of `record` in a JSON text. Raises AnalysisError if it isn't one."""
    try:
        saved = _SavedAnalysis.model_validate_json(text)
    except ValidationError:
        raise AnalysisError(
            "is not an analysis; write one with `pacgrid replay FILE --analyse --json`"
        ) from None
    moves = tuple(each.move for each in saved.moves)
    if not _is_of(moves, record):
        raise AnalysisError("is the analysis of another game")
    return GameAnalysis(one_line(saved.judge), saved.unit, moves, saved.has_chance, saved.luck)


def _is_of(moves: tuple[AnalysedMove, ...], record: Record) -> bool:
    """Whether each of the judged `moves` was played in the game, and its actions were legal, also
    those of its line."""
    states = tuple(record.states())
    if [move.ply for move in moves] != sorted({move.ply for move in moves}):
        return False
    return all(
        move.ply < len(record.moves)
        and move.action is record.moves[move.ply].action
        and move.agent == states[move.ply].to_move
        and _fits(move.values, states[move.ply].legal_actions())
        and move.best in move.values
        and _is_line(move.line, states[move.ply])
        for move in moves
    )


def _is_line(line: Sequence[Action], state: State) -> bool:
    """Whether a line of play is legal from `state` on."""
    with suppress(IllegalMoveError):
        for action in line:
            state = state.successor(action)
        return True
    return False


def _fits(values: Mapping[Action, float], legal: tuple[Action, ...]) -> bool:
    return tuple(sorted(values)) == legal
