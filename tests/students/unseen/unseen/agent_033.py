"""A better evaluation function.

It looks at food, ghosts and scared ghosts.
"""


def evaluate(state):
    if state.is_win or state.is_loss:
        return state.score
    position = state.pacman
    distances = sorted(state.maze.distance(position, dot) for dot in state.food)
    value = state.score - 1.5 * distances[-1]
    for ghost in state.ghosts:
        away = state.maze.distance(position, ghost.position)
        if ghost.scared > 0:
            if away <= 3:
                value -= 150
        else:
            value += 30 / (1 + away)
    value -= 20 * len(state.capsules)
    return value
