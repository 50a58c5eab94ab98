"""Evaluation, third attempt."""


def evaluate(state):
    if state.is_terminal:
        return state.score

    food = min(state.maze.distance(state.pacman, f) for f in state.food)
    nearest_ghost = 999
    for ghost in state.ghosts:
        if ghost.scared > 0:
            continue
        d = state.maze.distance(state.pacman, ghost.position)
        if d < nearest_ghost:
            nearest_ghost = d

    value = state.score
    value = value + 2 * food
    if nearest_ghost <= 1:
        value = value - 300
    elif nearest_ghost <= 3:
        value = value - 100
    return value
