"""The positions of a test case's game."""

from collections.abc import Iterator
from random import Random

from pacgrid.autograder.test_cases.course_game_tree import CourseGameTree
from pacgrid.autograder.test_cases.no_counterpart import NoCounterpartError
from pacgrid.cs188.directions import ACTIONS
from pacgrid.cs188.ghosts import DirectionalGhost
from pacgrid.state import IllegalMoveError, State

MOST_POSITIONS = 20
_GHOSTS = 2


def positions(test: CourseGameTree) -> list[State]:
    """Where Pac-Man moves in the game that the solution plays: evenly chosen, at most
    `MOST_POSITIONS`.

    Raises NoCounterpartError if the solution's moves aren't possible.
    """
    every = list(_game(test))
    step = -(-len(every) // MOST_POSITIONS)
    return every[::step]


def _game(test: CourseGameTree) -> Iterator[State]:
    ghosts = [DirectionalGhost() for _ in test.layout.ghosts[:_GHOSTS]]
    state = State.initial(test.layout, ghosts=len(ghosts))
    for number, variants in enumerate(test.optimal, start=1):
        yield state
        rng = Random(test.seed + number)  # as there: the ghosts are seeded move by move
        try:
            state = state.successor(ACTIONS[variants[0][0][0]])
        except (KeyError, IndexError, IllegalMoveError):
            raise NoCounterpartError(f"move {number} of its solution is not legal") from None
        while state.to_move and not state.is_terminal:
            ghost = ghosts[state.to_move - 1]
            ghost.rng = rng
            state = state.successor(ghost.act(state))
        if state.is_terminal:
            return
