"""My evaluation function.

It looks at the points, at the food, and at the capsules.
"""

NEAR = 10
EACH_FOOD = 4
EACH_CAPSULE = 20


def evaluate(state):
    """Higher is better for Pac-Man."""
    food = list(state.food)
    if not food:
        return state.score
    nearest = min(state.maze.distance(state.pacman, cell) for cell in food)
    value = state.score
    value += NEAR / (nearest + 1)
    value -= EACH_FOOD * len(food)
    value -= EACH_CAPSULE * len(state.capsules)
    return value
