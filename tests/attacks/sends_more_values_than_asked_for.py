"""An evaluation that answers with one value more than there are states."""

from pacgrid.autograder.worker import service

EXPECT = "sent the grader a wrong number of values"
TEST = "evaluate"

values = service.Worker.values


def more(self, positions):
    return {"kind": "values", "values": [*values(self, positions)["values"], 1e9], "failed": None}


service.Worker.values = more


def evaluate(state):
    return state.score
