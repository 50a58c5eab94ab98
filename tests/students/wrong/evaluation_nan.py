"""0 * infinity."""

MISTAKES = {"evaluate": "not a number"}


def evaluate(state):
    nearest = float("inf") if len(state.food) > 1 else 1
    return state.score + 0 * nearest
