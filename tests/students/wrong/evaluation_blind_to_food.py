"""Only the ghosts."""

MISTAKES = {"evaluate": "ignores the food"}


def evaluate(state):
    gaps = [state.maze.distance(state.pacman, (int(g.position[0]), int(g.position[1]))) for g in state.ghosts if not g.scared]
    return min(gaps, default=100)
