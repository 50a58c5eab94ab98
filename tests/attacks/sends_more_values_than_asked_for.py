"""An evaluation that answers with one value more than there are states."""

from pacgrid.autograder.worker.services import EvaluationService

EXPECT = "sent the grader a wrong number of values"
TEST = "evaluate"

values = EvaluationService.values


def more(self, positions):
    return {"kind": "values", "values": [*values(self, positions)["values"], 1e9], "failed": None}


EvaluationService.values = more


def evaluate(state):
    return state.score
