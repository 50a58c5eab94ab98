def evaluate(state):
    """score + food + ghosts + capsules"""
    if state.is_terminal:
        return state.score

    value = state.score

    # food
    value += 12 * len(state.food)
    value += 5 / (1 + state.maze.nearest(state.pacman, state.food))

    # ghosts
    for ghost in state.ghosts:
        dist = state.maze.distance(state.pacman, ghost.position)
        if ghost.scared:
            value += 50 / (1 + dist)
        elif dist < 4:
            value -= 40 / (1 + dist)

    value -= 5 * len(state.capsules)
    return value
