"""The way to the nearest capsule, and there may be none left."""

MISTAKES = {"evaluate": "infinite"}


def evaluate(state):
    way = min((state.maze.distance(state.pacman, c) for c in state.capsules), default=float("inf"))
    return state.score - way
