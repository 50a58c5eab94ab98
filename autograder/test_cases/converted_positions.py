"""The positions of a test case's game."""

from collections.abc import Iterator
from random import Random

from pacgrid.action import Action
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.autograder.test_cases.course_game_tree import CourseGameTree
from pacgrid.autograder.test_cases.no_counterpart import NoCounterpartError
from pacgrid.state import State

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
    state = State.initial(test.layout, ghosts=min(_GHOSTS, len(test.layout.ghosts)))
    for number, variants in enumerate(test.optimal, start=1):
        yield state
        random = Random(test.seed + number)  # as the original seeds its ghosts, move by move
        try:
            state = state.successor(Action[variants[0][0][0].upper()])
            while state.to_move and not state.is_terminal:
                state = state.successor(_ghost_action(state, random))
        except (KeyError, ValueError, IndexError):
            raise NoCounterpartError(f"move {number} of its solution is not legal") from None
        if state.is_terminal:
            return


def _ghost_action(state: State, random: Random) -> Action:
    """What a directional ghost does: one random number chooses among its actions by name."""
    chances = DirectionalGhost().distribution(state)
    draw, total = random.random(), 0.0
    for action in sorted(chances, key=str):
        total += chances[action]
        if draw <= total:
            return action
    return action
