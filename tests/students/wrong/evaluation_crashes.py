"""No capsules, no minimum."""

MISTAKES = {"evaluate": "crashes"}


def evaluate(state):
    nearest = min(state.maze.distance(state.pacman, dot) for dot in state.food)
    capsule = min(state.maze.distance(state.pacman, cell) for cell in state.capsules)
    return state.score - nearest - capsule
