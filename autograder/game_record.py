"""The record of a game that a test has played, made again from its outcome."""

from dataclasses import replace
from functools import reduce
from pathlib import Path

from pacgrid.autograder.grade import PlayedGame
from pacgrid.autograder.question import Games
from pacgrid.records.record import Ending, Move, Record
from pacgrid.records.record_lines import action_of
from pacgrid.state import State
from pacgrid.teams import ghost_names


def game_record(test: Games, game: PlayedGame, answer: str) -> Record:
    """The record of `game`, which the class or function `answer` played in `test`; a forfeit has
    its reason.

    It names the assignment's files without their folders, and has no times.
    """
    layout = replace(test.layout, name=Path(test.layout.name).stem)
    ghosts = ghost_names(test.ghosts, len(layout.ghosts) if test.ghosts else 0, layout.name)
    pacman = f"{test.search} with {answer}" if test.search else answer
    actions = [action_of(letter) for letter in game.actions]
    last = reduce(State.successor, actions, State.initial(layout, ghosts=len(ghosts)))
    failure = game.failure
    return Record(
        layout=layout,
        agents=(pacman, *(ghost.rpartition("/")[2] for ghost in ghosts)),
        seed=game.seed,
        moves=tuple(Move(action, seconds=0, cpu_seconds=0) for action in actions),
        score=game.score,
        ending=Ending.RAISED if failure else _ending(last),
        forfeit=0 if failure else None,
        message=failure.message if failure else "",
        details=failure.frames if failure else "",
    )


def _ending(last: State) -> Ending:
    if not last.is_terminal:
        return Ending.ROUND_LIMIT
    return Ending.WON if last.is_win else Ending.CAUGHT
