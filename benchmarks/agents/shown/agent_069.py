from pacgrid import State


PREY = 50
DANGER = 200
ALARM = 3


def evaluate(state: State) -> float:
    """Score, nearness of food, danger."""
    if not state.food:
        return state.score
    value = float(state.score)
    value -= state.maze.nearest(state.pacman, state.food)
    for ghost in state.ghosts:
        distance = state.maze.distance(state.pacman, ghost.position)
        if ghost.scared:
            value += PREY / (distance + 1)
        elif distance <= ALARM:
            value -= DANGER / (distance + 1)
        return value
    return value
