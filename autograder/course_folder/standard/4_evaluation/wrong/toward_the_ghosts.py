"""Has the wrong sign: being near a ghost is good."""

from pacgrid import State


def evaluate(state: State) -> float:
    danger = sum(1 / (1 + state.maze.distance(state.pacman, g.position)) for g in state.ghosts)
    return state.score - state.maze.nearest(state.pacman, state.food) + 100 * danger
