"""Looks for food, and not at the ghosts."""

from pacgrid import State


def evaluate(state: State) -> float:
    return state.score - state.maze.nearest(state.pacman, state.food)
