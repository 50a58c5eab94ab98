"""Divides by the distance to a ghost, and misspells a name."""

MISTAKES = {"evaluate": "crashes"}


def evaluate(state):
    value = state.score
    for ghost in state.ghosts:
        value -= 100 / state.maze.distance(state.pacman, ghost.cell)
    return value
