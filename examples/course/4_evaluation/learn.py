"""Learns the weights of your features from games on `corridors`, by least squares (LSTD)."""

from itertools import pairwise

import numpy as np

from agent import WEIGHTS, features
from pacgrid import Layout, Limits, play
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.learning.training import LeastSquares

LAYOUT = Layout.load("corridors")
NAMES = [name for name in WEIGHTS if name != "score"]
weights = dict(WEIGHTS)


def vector(state):
    """The features of a position, and a 1: what the rest of any game is worth."""
    values = features(state)
    return np.array([values[name] for name in NAMES] + [1.0])


def evaluate(state):
    """The points so far, and the points that are still to come."""
    return state.score + np.dot([weights[name] for name in NAMES], vector(state)[:-1])


equations = LeastSquares(len(NAMES) + 1)
best = -float("inf")
for batch in range(6):
    total = 0
    equations.fade(0.5)  # older games count less
    for game in range(20):
        agents = [AlphaBeta(depth=1, evaluation=evaluate)]
        record = play(LAYOUT, agents, seed=1000 * batch + game, limits=Limits(rounds=300))
        states = [state for state in record.states() if state.to_move == 0 or state.is_terminal]
        turns = []
        for state, after in pairwise(states):
            future = np.zeros(len(NAMES) + 1) if after.is_terminal else vector(after)
            turns.append((vector(state), after.score - state.score, future))
        equations.add(turns, discount=0.9, trace_decay=0.8)
        total += states[-1].score
    if total > best:
        best, learned = total, dict(weights)
    shown = {name: round(weight, 1) for name, weight in weights.items()}
    print(f"batch {batch}: mean score {total / 20:.0f} with {shown}")
    weights.update(zip(NAMES, map(float, equations.solve()[:-1]), strict=True))

print("best:", {name: round(weight, 1) for name, weight in learned.items()})
