"""An evaluation function that computes a little too long for each state."""

import time

EXPECT = "took more than 0.3 CPU seconds for a move"
TEST = "evaluate"


def evaluate(state):
    began = time.process_time()
    while time.process_time() < began + 0.09:
        pass
    return state.score
