"""An evaluation function that sleeps a little for each state."""

import time

EXPECT = "took more than 1.5 seconds for a move"
TEST = "evaluate"


def evaluate(state):
    time.sleep(0.8)
    return state.score
