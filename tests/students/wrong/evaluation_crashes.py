"""No food, no minimum."""

MISTAKES = {"evaluate": "crashes"}


def evaluate(state):
    nearest = min(state.maze.distance(state.pacman, dot) for dot in state.food)
    near_ghost = min(state.maze.distance(state.pacman, g.position) for g in state.ghosts)
    return state.score - nearest + near_ghost
