def distances(state, cells):
    return sorted(state.maze.distance(state.pacman, c) for c in cells)


def evaluate(state):
    # won or lost: nothing to estimate
    if state.is_win or state.is_loss:
        return state.score
    value = state.score
    value += 6.0 / distances(state, state.food)[0]
    value -= 3 * len(state.food)
    # keep away from the ghosts
    for d in distances(state, [g.position for g in state.ghosts]):
        if d < 5:
            value -= 60.0 / (d + 1)
    return value
