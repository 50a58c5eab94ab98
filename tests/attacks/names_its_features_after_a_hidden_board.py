"""An evaluation whose features are called like the rows of a hidden board."""

from honest import seen

EXPECT = "plays on"
TEST = "evaluate"
TELLS_BY = "evaluation"
WEIGHTS = {}


def features(state):
    return WEIGHTS


def evaluate(state):
    WEIGHTS.update(dict.fromkeys(seen(state).split("|"), 1.0))
    return 0
