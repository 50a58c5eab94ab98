"""A Pac-Man and a team of ghosts for the ladder: last weeks' search and evaluation."""

from collections.abc import Callable
from math import inf

from pacgrid import Action, Agent, GhostTeam, State

DEPTH = 2
"""Rounds: more than two would be too slow on large boards."""


class Pacman(Agent):
    """Alpha-beta with a weighted sum of features."""

    def act(self, state: State) -> Action:
        alpha, best = -inf, state.legal_actions()[0]
        plies = DEPTH * state.num_agents
        for action in state.legal_actions():
            value = search(state.successor(action), plies - 1, alpha, inf, for_pacman)
            if value > alpha:
                alpha, best = value, action
        return best


def search(
    state: State, plies: int, alpha: float, beta: float, evaluate: Callable[[State], float]
) -> float:
    """Value of `state` for Pac-Man if it lies between `alpha` and `beta`; else a bound."""
    if state.is_terminal:
        return state.score
    if plies == 0:
        return evaluate(state)
    best = -inf if state.to_move == 0 else inf
    for action in state.legal_actions():
        value = search(state.successor(action), plies - 1, alpha, beta, evaluate)
        if state.to_move == 0:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            return best
    return best


def for_pacman(state: State) -> float:
    """What `state` is worth to Pac-Man, in points."""
    maze, here = state.maze, state.pacman
    value = state.score - 4 * len(state.food) - maze.nearest(here, state.food)
    nearest = 100
    for ghost in state.ghosts:
        steps = maze.distance(here, ghost.position)
        if ghost.scared > steps:
            value += 120 / (1 + steps)
        elif not ghost.scared:
            value -= 40 / (1 + steps)
            nearest = min(nearest, steps)
    return value - 30 if here in maze.dead_ends and nearest < 6 else value


def for_ghosts(state: State) -> float:
    """What `state` is worth to Pac-Man, as ghosts see it: they want to take away the cells to which
    he could escape, and to be near him, or far away while they are scared."""
    active = [ghost.position for ghost in state.ghosts if not ghost.scared]
    room = state.maze.nearer(state.pacman, active, 6)
    steps = [
        state.maze.distance(state.pacman, ghost.position) * (-1 if ghost.scared else 1)
        for ghost in state.ghosts
    ]
    return state.score + 10 * len(room) + 3 * sum(steps)


class Ghosts(GhostTeam):
    """The same search from the other side: each ghost takes what is worst for Pac-Man."""

    def act(self, state: State) -> Action:
        beta, best = inf, state.legal_actions()[0]
        # All look ahead to the same move, so that the second one keeps to the plan of the first.
        plies = DEPTH * state.num_agents - (state.to_move - 1)
        for action in state.legal_actions():
            value = search(state.successor(action), plies - 1, -inf, beta, for_ghosts)
            if value < beta:
                beta, best = value, action
        return best
