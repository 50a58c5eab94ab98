"""The record of a game of a ladder, made again from its table and its journal."""

from functools import reduce

from pacgrid.action import action_of
from pacgrid.games.game_setup import Ending
from pacgrid.games.pacman import PacmanSetup
from pacgrid.layout import Layout
from pacgrid.records.record import Record
from pacgrid.records.thought import Move
from pacgrid.state import State

from ..batch.journal import Journal
from ..model.errors import GradingError
from .game_result import GameResult, read_result
from .pairing import Role
from .table import GameRow, LadderTable


class MissingGameError(GradingError):
    """A game whose moves are not there."""


def saved_game(table: LadderTable, number: int, journal: Journal) -> Record:
    """The record of the game of `table` with that id, without times.

    Raises:
        MissingGameError: there is no such game, or the journal doesn't have its moves.
        JournalError: the journal can't be read.
    """
    if not 1 <= number <= len(table.games):
        raise MissingGameError(f"no game {number}; there are 1 to {len(table.games)}")
    game = table.game(number)
    text = journal.find(game.key)
    if text is None:
        hint = f"; play it again: {game.command}" if game.command else ""
        raise MissingGameError(f"{journal.path}: doesn't have the moves of game {number}{hint}")
    try:
        return _record(table, game, read_result(text))
    except ValueError as error:
        raise journal.damaged(str(error).splitlines()[0]) from None


def _record(table: LadderTable, game: GameRow, result: GameResult) -> Record:
    row = next(row for row in table.layouts if row.name == game.layout)
    layout = Layout(tuple(row.rows), row.title)
    setup = PacmanSetup(layout, len(layout.ghosts) + 1)
    actions = [action_of(letter) for letter in result.moves]
    last = reduce(State.successor, actions, setup.first_state)
    loser = _loser(result, last)
    return Record(
        setup=setup,
        agents=(game.pacman, *[game.ghosts] * len(layout.ghosts)),
        seed=game.seed,
        moves=tuple(map(Move, actions)),
        score=last.score if loser is None else setup.forfeit_score(last, loser),
        ending=result.ending or Ending.QUIT,
        forfeit=loser,
        message=result.reason,
        details="",
    )


def _loser(result: GameResult, last: State) -> int | None:
    """The number of the agent that forfeited; the first ghost if it is not a ghost's turn."""
    if result.forfeit is None:
        return None
    return 0 if result.forfeit is Role.PACMAN else max(last.to_move, 1)
