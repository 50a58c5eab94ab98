"""The record of a game that a test has played, made again from its outcome."""

from dataclasses import replace
from functools import reduce

from pacgrid.action import action_of
from pacgrid.games.game_setup import Ending
from pacgrid.games.pacman import PacmanSetup
from pacgrid.layout import Layout
from pacgrid.records.record import Record
from pacgrid.records.thought import Move
from pacgrid.state import State

from ..model.played_game import PlayedGame


def game_record(
    game: PlayedGame, layout: Layout, players: tuple[str, ...], *, forfeit: int | None
) -> Record:
    """The record of `game`, which `players` played on `layout`. If an agent forfeits it, the record
    has its number, `forfeit`, and the reason; else a game that isn't over was cut off.

    It names the assignment's files without their folders, and has no times.
    """
    layout = replace(layout, name=layout.short_name)
    actions = [action_of(letter) for letter in game.actions]
    last = reduce(State.successor, actions, State.initial(layout, ghosts=len(players) - 1))
    failure = game.failure
    cut_off = Ending.QUIT if failure else Ending.ROUND_LIMIT
    return Record(
        setup=PacmanSetup(layout, len(players)),
        agents=tuple(player.rpartition("/")[2] for player in players),
        seed=game.seed,
        moves=tuple(Move(action, seconds=0, cpu_seconds=0) for action in actions),
        score=game.score,
        ending=_ending(last, cut_off) if forfeit is None else Ending.RAISED,
        forfeit=forfeit,
        message=failure.message if failure else "",
        details=failure.frames if failure else "",
    )


def _ending(last: State, cut_off: Ending) -> Ending:
    if not last.is_terminal:
        return cut_off
    return Ending.WON if last.is_win else Ending.CAUGHT
