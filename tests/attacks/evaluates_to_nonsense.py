"""An evaluation function whose values are no numbers."""

EXPECT = r"evaluate returned nan \(float\); it must return a number"
TEST = "evaluate"


def evaluate(state):
    return float("nan")
