"""An evaluation function whose values can't be written in a message."""

EXPECT = r"(plays on|.*evaluate returned -?inf.*)"
POINTS = None
TEST = "evaluate"


def evaluate(state):
    return float("-inf") if state.score < 0 else float("inf")
