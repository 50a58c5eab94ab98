"""Adds the distance to the nearest food instead of taking it off."""

from pacgrid import State


def evaluate(state: State) -> float:
    danger = sum(1 / (1 + state.maze.distance(state.pacman, g.position)) for g in state.ghosts)
    return state.score + 10 * state.maze.nearest(state.pacman, state.food) - 100 * danger
