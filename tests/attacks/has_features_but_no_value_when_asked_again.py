"""An evaluation that fails when it is asked for a third time, so that no value is known twice."""

EXPECT = "plays on"
POINTS = 1
TEST = "evaluate"

WEIGHTS = {"score": 1}
asked = {}


def features(state):
    return {"score": state.score}


def evaluate(state):
    asked[state] = asked.get(state, 0) + 1
    if asked[state] > 2:
        raise ValueError("enough")
    return state.score
