"""Waits for a value that never comes."""

MISTAKES = {"evaluate": "too slow"}


def evaluate(state):
    total = 0
    while total < 10**7:
        total += len(state.ghosts)
    return state.score - total
