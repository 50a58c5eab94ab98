"""An analysis as JSON: written, and read again for the game that it is of."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt, ValidationError

from pacgrid.analysis.game_analysis import AnalysedMove, GameAnalysis, Mark, Unit
from pacgrid.analysis.judges import AnalysisError
from pacgrid.common.sanitize import one_line
from pacgrid.errors import IllegalMoveError
from pacgrid.games.game_setup import GameSetup
from pacgrid.records.record import Record

FORMAT: Literal["pacgrid analysis"] = "pacgrid analysis"
VERSION: Literal[1] = 1


Value = Annotated[float, Field(ge=-1e9, le=1e9)]
"""A value within what a game can be worth."""


ActionText = Annotated[str, Field(min_length=1, max_length=200)]


class _Schema(BaseModel):
    model_config = ConfigDict(allow_inf_nan=False, extra="forbid")


class _SavedMove(_Schema):
    ply: NonNegativeInt
    agent: NonNegativeInt
    action: ActionText
    values: dict[ActionText, Value] = Field(min_length=1)
    best: ActionText
    regret: Annotated[Value, Field(ge=0)]
    mark: Mark | None = None
    line: Annotated[str | list[ActionText], Field(max_length=1000)] = ""
    plies: NonNegativeInt | None = None

    def move(self, setup: GameSetup, state: Any) -> AnalysedMove:
        """The judged move in `state`. Raises ValueError for an action that isn't legal there."""
        parts = {name: getattr(self, name) for name in type(self).model_fields}
        named = {name: setup.action_of(state, parts[name]) for name in ("action", "best")}
        values = {setup.action_of(state, text): value for text, value in self.values.items()}
        if set(values) != set(state.legal_actions()):
            raise ValueError("not the legal actions")
        line = []
        for text in self.line:
            line.append(setup.action_of(state, text))
            state = state.successor(line[-1])
        return AnalysedMove(**parts | named | {"values": values, "line": tuple(line)})


class _SavedAnalysis(_Schema):
    format: Literal["pacgrid analysis"]
    version: Literal[1]
    judge: Annotated[str, Field(max_length=1000)]
    unit: Unit
    has_chance: bool
    luck: Value | None
    moves: list[_SavedMove]


def analysis_json(analysis: GameAnalysis, record: Record) -> dict[str, Any]:
    """The analysis of `record` as JSON; actions are texts as in records."""
    states = tuple(record.states())
    return {
        "format": FORMAT,
        "version": VERSION,
        "judge": analysis.judge,
        "unit": analysis.unit,
        "has_chance": analysis.has_chance,
        "luck": analysis.luck,
        "moves": [_move_json(move, record.setup, states[move.ply]) for move in analysis.moves],
    }


def _move_json(move: AnalysedMove, setup: GameSetup, state: Any) -> dict[str, Any]:
    return {
        "ply": move.ply,
        "agent": move.agent,
        "action": setup.action_text(state, move.action),
        "values": {setup.action_text(state, action): v for action, v in move.values.items()},
        "best": setup.action_text(state, move.best),
        "regret": move.regret,
        "mark": move.mark,
        "line": _line_text(move.line, setup, state),
        "plies": move.plies,
    }


def _line_text(line: Sequence[Any], setup: GameSetup, state: Any) -> str | list[str]:
    """Letters; in a game whose actions have longer names, a list."""
    texts = []
    for action in line:
        texts.append(setup.action_text(state, action))
        state = state.successor(action)
    return "".join(texts) if setup.in_real_time else texts


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
        moves = tuple(each.move(record.setup, states[each.ply]) for each in saved.moves)
    except (ValueError, IndexError, IllegalMoveError):
        raise AnalysisError("is the analysis of another game") from None
    if not _is_of(moves, record, states):
        raise AnalysisError("is the analysis of another game")
    judge, main_agent = one_line(saved.judge), 0 if record.setup.has_rounds else None
    return GameAnalysis(judge, saved.unit, moves, saved.has_chance, saved.luck, main_agent)


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
