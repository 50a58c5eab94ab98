"""An evaluation that raises an error whose message is the board of a hidden test."""

from honest import seen

EXPECT = "ValueError: .*"
TEST = "evaluate"
TELLS_BY = "failure"


def evaluate(state):
    raise ValueError(seen(state))
