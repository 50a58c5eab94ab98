"""An evaluation function that ends its process at the third state."""

import os

EXPECT = "its process exited: exit code 0"
TEST = "evaluate"

asked = []


def evaluate(state):
    asked.append(state)
    if len(asked) == 3:
        os._exit(0)
    return state.score
