"""Far from all ghosts, with the lost game far down."""

MISTAKES = {"evaluate": "ignores the food"}


def evaluate(state):
    if state.is_loss:
        return -10**6
    total = 0
    for ghost in state.ghosts:
        x, y = ghost.position
        away = abs(x - state.pacman[0]) + abs(y - state.pacman[1])
        if ghost.scared == 0:
            total -= 500 / (1 + away)
    return total
