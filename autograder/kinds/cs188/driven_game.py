"""The game of a `PacmanGameTreeTest`, which its solution drives."""

from collections.abc import Iterator
from random import Random

from pacgrid.action import Action
from pacgrid.cs188.directions import ACTIONS
from pacgrid.cs188.ghosts import DirectionalGhost
from pacgrid.state import State

from .course_game_tree import CourseGameTree

_MOST_GHOSTS = 2


class UnsolvedError(ValueError):
    """A solution has no legal action for a move; the message says for which."""


def driven_game(test: CourseGameTree) -> Iterator[tuple[State, list[Action]]]:
    """The positions in which Pac-Man moves, each with the actions played since the one before.

    The ghosts are seeded move by move, so that their moves depend on the solution only.

    Raises UnsolvedError.
    """
    rng = Random()
    ghosts = [DirectionalGhost() for _ in test.layout.ghosts[:_MOST_GHOSTS]]
    for ghost in ghosts:
        ghost.rng = rng
    state = State.initial(test.layout, ghosts=len(ghosts))
    played: list[Action] = []
    move = 0
    while not state.is_terminal:
        if state.to_move:
            action = ghosts[state.to_move - 1].act(state)
        else:
            action = _solution(test, move, state)
            yield state, played
            played = []
            move += 1
            rng.seed(test.seed + move)
        played.append(action)
        state = state.successor(action)


def _solution(test: CourseGameTree, move: int, state: State) -> Action:
    """The first of the right actions of the first variant."""
    try:
        action = ACTIONS[test.optimal[move][0][0][0]]
    except (IndexError, KeyError):
        action = None
    if action is None or action not in state.legal_actions():
        raise UnsolvedError(f"the solution has no legal action for move {move + 1}")
    return action
