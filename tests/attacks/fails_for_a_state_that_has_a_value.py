"""An evaluation that has values for all states, and says that it has failed for one."""

from pacgrid.autograder.worker.services import EvaluationService

EXPECT = "sent the grader a wrong number of values"
TEST = "evaluate"

values = EvaluationService.values


def failing(self, positions):
    failed = {"kind": "failed", "message": "no", "frames": ""}
    return {**values(self, positions), "failed": failed}


EvaluationService.values = failing


def evaluate(state):
    return state.score
