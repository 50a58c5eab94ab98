"""f(s) = score(s) - a * d_food(s) - b * d_ghost(s)"""

A = 1.0
B = 2.0
FAR = 10


def d_food(state):
    return state.maze.nearest(state.pacman, state.food) if state.food else 0


def d_ghost(state):
    active = [ghost for ghost in state.ghosts if ghost.scared == 0]
    distances = [state.maze.distance(state.pacman, ghost.position) for ghost in active]
    return min([FAR, *distances])


def evaluate(state):
    """The value of a state for Pac-Man."""
    if state.is_terminal:
        return state.score
    return state.score - A * d_food(state) - B * d_ghost(state)
