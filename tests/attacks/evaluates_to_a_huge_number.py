"""An evaluation function whose values are too large for the search."""

EXPECT = "OverflowError: int too large to convert to float"
TEST = "evaluate"


def evaluate(state):
    return 10**1000
