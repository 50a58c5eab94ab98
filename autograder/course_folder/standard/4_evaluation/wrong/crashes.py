"""Divides by the distance to the nearest ghost, and by 0 next to a scared one."""

from pacgrid import State


def evaluate(state: State) -> float:
    nearest = min(state.maze.distance(state.pacman, ghost.position) for ghost in state.ghosts)
    return state.score - 10 / (nearest - 1)
