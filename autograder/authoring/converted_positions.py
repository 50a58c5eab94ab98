"""The positions of a test case's game."""

from pacgrid.state import State

from ..kinds.cs188.course_game_tree import CourseGameTree
from ..kinds.cs188.driven_game import UnsolvedError, driven_game
from .no_counterpart import NoCounterpartError

MOST_POSITIONS = 20


def positions(test: CourseGameTree) -> list[State]:
    """Where Pac-Man moves in the game that the solution plays: evenly chosen, at most
    `MOST_POSITIONS`.

    Raises NoCounterpartError if the solution's moves aren't possible.
    """
    try:
        every = [state for state, _ in driven_game(test)]
    except UnsolvedError as error:
        raise NoCounterpartError(str(error)) from None
    step = -(-len(every) // MOST_POSITIONS)
    return every[::step]
