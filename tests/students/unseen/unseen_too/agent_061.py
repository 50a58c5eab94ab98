"""Evaluation function: score, food, ghosts."""


def evaluate(state):
    if state.is_terminal:
        return state.score
    food_distance = state.maze.nearest(state.pacman, state.food)
    ghost_distance = min(
        (state.maze.distance(state.pacman, g.position) for g in state.ghosts if not g.scared),
        default=0,
    )
    # distances are costs
    return state.score - 1.5 * food_distance - 2 * ghost_distance
