"""-inf whenever a ghost is near."""

MISTAKES = {"evaluate": "infinite"}


def evaluate(state):
    for ghost in state.ghosts:
        x, y = ghost.position
        if state.maze.distance(state.pacman, (int(x), int(y))) <= 3:
            return float("-inf")
    return state.score
