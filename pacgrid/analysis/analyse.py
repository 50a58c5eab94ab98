"""Analyses a game: the regret of every move, and what should have been played; written as JSON, and
read again for the game that it is of."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import file_digest
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt, ValidationError

from pacgrid.action import Action, action_of, letter_of
from pacgrid.analysis.game_analysis import AnalysedMove, GameAnalysis, Mark, mark_of
from pacgrid.analysis.judges import NODES, AnalysisError, Judge, SearchJudge, SolutionJudge
from pacgrid.common.sanitize import one_line
from pacgrid.errors import IllegalMoveError
from pacgrid.games.game_setup import Ending, GameSetup
from pacgrid.records.record import Record
from pacgrid.search import best
from pacgrid.state import State

TIE = 1e-3
"""Values that differ by less are equal: solutions are stored to 7 digits."""


def analyse(
    record: Record,
    judge: Judge | None = None,
    progress: Callable[[int, int], object] | None = None,
    *,
    ghosts: bool = True,
) -> GameAnalysis:
    """Judge every move of a game of Pac-Man. The values of all actions of a move come from one
    search to the same horizon, so a regret is never the difference of two searches.

    If the game ended by a limit on rounds, the judge knows how far away that is.

    Args:
        judge: says what moves are worth; default: a deep compiled search.
        progress: called with the number of plies that are done, and of all plies.
        ghosts: whether to judge ghosts' moves, too, if the judge can.

    Raises AnalysisError if the judge doesn't know a position.
    """
    judge = judge or SearchJudge.of(record)
    total = len(record.moves)
    limited = record.ending is Ending.ROUND_LIMIT
    moves: list[AnalysedMove] = []
    states = tuple(record.states())
    for ply, (before, _) in enumerate(pairwise(states)):
        if before.to_move == 0 or (ghosts and judge.judges_all):
            left = total - ply if limited else None
            moves.append(_analysed(before, ply, record.moves[ply].action, judge, left))
        if progress:
            progress(ply + 1, total)
    name = _name(judge, moves, len(record.agents))
    luck = None if judge.judges_all else _luck(moves, states[-1])
    return GameAnalysis(name, tuple(moves), judge.has_chance, luck)


def _analysed(
    state: State, ply: int, action: Action, judge: Judge, plies_left: int | None
) -> AnalysedMove:
    judgement = judge.judge(state, ply, plies_left)
    values = judgement.values
    choice = best(state, values)
    regret = abs(values[choice] - values[action])
    if regret <= TIE:
        choice, regret = action, 0.0
    mark = mark_of(regret)
    line = judge.line(state, ply, choice, judgement) if mark else ()
    plies = None if judgement.complete else judgement.plies
    return AnalysedMove(ply, state.to_move, action, values, choice, regret, mark, line, plies)


def _luck(moves: Sequence[AnalysedMove], last: State) -> float | None:
    """What the ghosts' moves between Pac-Man's added to the value; None if a value is an estimate.

    It counts up to the `last` state if the game ended there, or else to Pac-Man's last move.
    """
    if any(move.plies is not None for move in moves):
        return None
    after = [move.value for move in moves[1:]]
    if last.is_terminal:
        after.append(last.score)
    before = [move.values[move.action] for move in moves]
    return sum(new - old for old, new in zip(before, after, strict=False))


def _name(judge: Judge, moves: list[AnalysedMove], num_agents: int) -> str:
    """The judge's name, with its depth, which varies from move to move."""
    rounds = sorted(move.plies // num_agents for move in moves if move.plies is not None)
    if not rounds:
        return judge.name
    low, high = rounds[0], rounds[-1]
    deep = f"{low}" if low == high else f"{low} to {high}"
    return f"{judge.name}, {deep} round{'s' * (high != 1)} deep"


@dataclass(frozen=True)
class JudgeChoice:
    """How games are judged. Can be sent to another process."""

    solution: Path | None = None
    """The file of a solution that `pacgrid solve` wrote; None if games are judged by a search."""
    nodes: int = NODES

    @property
    def options(self) -> list[str]:
        """The options of a command that choose it, after `--analyse`."""
        judge = self.solution or self.nodes
        return ["--judge", str(judge)] * (judge != NODES)

    @property
    def identity(self) -> str:
        """A text that is the same for judges that judge alike."""
        if self.solution:
            with self.solution.open("rb") as file:
                return file_digest(file, "sha256").hexdigest()
        return str(self.nodes)

    def check(self, setup: GameSetup) -> None:
        """Check that games can be judged. Raises as `judge`."""
        if self.solution:
            SolutionJudge.load(self.solution, setup.first_state, setup.title)

    def judge(self, record: Record) -> Judge:
        """The judge of that game.

        Raises:
            SolutionError: the solution can't be read.
            AnalysisError: it is of another board.
        """
        if self.solution:
            return SolutionJudge.load(self.solution, record.first_state, record.layout.name)
        return SearchJudge.of(record, self.nodes)

    def analyse(
        self,
        record: Record,
        progress: Callable[[int, int], object] | None = None,
        *,
        ghosts: bool = True,
    ) -> GameAnalysis:
        """The analysis of that game, as in `pacgrid.analysis.analyse`. Raises PacgridError."""
        return analyse(record, self.judge(record), progress, ghosts=ghosts)


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
        "format": "pacgrid analysis",
        "version": 2,
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
