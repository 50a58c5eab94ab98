"""Features and weights whose sums and products are too large for a float."""

EXPECT = "plays on"
POINTS = 1
TEST = "evaluate"

WEIGHTS = {"up": 1e308, "down": -1e308, "whole": 10**308}


def features(state):
    return {"up": 1.7e308, "down": -1.7e308, "whole": 10**308}


def evaluate(state):
    return state.score
