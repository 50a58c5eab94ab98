"""The record of a game that a test has played, made again from its outcome."""

from dataclasses import replace
from functools import reduce
from itertools import islice
from pathlib import Path

from pacgrid.action import action_of
from pacgrid.cs188.ghosts import ghosts_of
from pacgrid.games.ending import Ending
from pacgrid.games.pacman import PacmanSetup
from pacgrid.records.record import Move, Record
from pacgrid.state import State
from pacgrid.teams import ghost_names

from ..kinds.cs188.course_games import CourseGames
from ..kinds.games import Games
from ..model.grade import PlayedGame

PlayedTest = Games | CourseGames


def game_record(test: PlayedTest, game: PlayedGame, answer: str) -> Record:
    """The record of `game`, which the class or function `answer` played in `test`; a forfeit has
    its reason. In a course's test cases there are none: where an agent fails, the game just stops.

    It names the assignment's files without their folders, and has no times.
    """
    layout = replace(test.layout, name=Path(test.layout.name).stem)
    if isinstance(test, CourseGames):
        kinds = (type(ghost).__name__ for ghost in ghosts_of(test.ghosts))
        pacman, ghosts = test.agent, tuple(islice(kinds, len(layout.ghosts)))
    else:
        ghosts = ghost_names(test.ghosts, len(layout.ghosts) if test.ghosts else 0, layout.name)
        pacman = f"{test.search} with {answer}" if test.search else answer
    actions = [action_of(letter) for letter in game.actions]
    last = reduce(State.successor, actions, State.initial(layout, ghosts=len(ghosts)))
    failure = game.failure
    forfeits = failure is not None and isinstance(test, Games)
    cut_off = Ending.QUIT if failure else Ending.ROUND_LIMIT
    return Record(
        setup=PacmanSetup(layout, 1 + len(ghosts)),
        agents=(pacman, *(ghost.rpartition("/")[2] for ghost in ghosts)),
        seed=game.seed,
        moves=tuple(Move(action, seconds=0, cpu_seconds=0) for action in actions),
        score=game.score,
        ending=Ending.RAISED if forfeits else _ending(last, cut_off),
        forfeit=0 if forfeits else None,
        message=failure.message if failure else "",
        details=failure.frames if failure else "",
    )


def _ending(last: State, cut_off: Ending) -> Ending:
    if not last.is_terminal:
        return cut_off
    return Ending.WON if last.is_win else Ending.CAUGHT
