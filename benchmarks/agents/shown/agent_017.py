"""Task 5."""


def evaluate(state):
    # a finished game
    if not state.food:
        return state.score

    # the score so far
    result = state.score

    # food: the nearer the better
    result -= 1.5 * state.maze.nearest(state.pacman, state.food)

    # ghosts
    for ghost in state.ghosts:
        d = state.maze.distance(state.pacman, ghost.position)
        if ghost.scared > 0:
            if d < ghost.scared:
                result += 60 / (1 + d)
        else:
            danger = -120 / (1 + d)
            if d <= 4:
                result -= danger
    return result
