"""Counts: food by how far it is, room to move, ghosts by how near they are."""

REACH = 4


def pressure(state):
    total = 0
    for ghost in state.ghosts:
        steps = state.maze.distance(state.pacman, ghost.position)
        if ghost.scared:
            total -= 8 / (1 + steps) if steps < ghost.scared / 2 else 0
        elif steps <= REACH:
            total += 40 * (REACH + 1 - steps)
    return total


def appetite(state):
    """Between 0 and 9; less than a food is worth, so that eating pays."""
    return 9 / state.maze.nearest(state.pacman, state.food)


def evaluate(state):
    if state.is_terminal:
        return state.score
    stuck = 25 if state.pacman in state.maze.dead_ends and pressure(state) > 0 else 0
    return state.score + appetite(state) - pressure(state) - stuck
