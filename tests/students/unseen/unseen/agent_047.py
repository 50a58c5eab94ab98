"""My evaluation: points, food, ghost."""


def distance_to_food(state):
    distances = []
    for food in state.food:
        distances.append(state.maze.distance(state.pacman, food))
    return min(distances)


def evaluate(state):
    if state.is_terminal:
        return state.score
    value = state.score
    value -= distance_to_food(state)
    ghost = state.ghosts[0]
    steps = state.maze.distance(state.pacman, ghost.position)
    if ghost.scared:
        value += 10 / (steps + 1)
    elif steps <= 3:
        value -= 100 * (4 - steps)
    return value
