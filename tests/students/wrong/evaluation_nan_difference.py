"""inf - inf, if no ghost is scared."""

from math import inf

MISTAKES = {"evaluate": "not a number"}


def evaluate(state):
    best = min((1.0 for g in state.ghosts if g.scared), default=inf)
    worst = min((2.0 for g in state.ghosts if g.scared), default=inf)
    return state.score + (best - worst)
