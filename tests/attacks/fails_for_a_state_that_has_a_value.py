"""An evaluation that has values for all states, and says that it has failed for one."""

from pacgrid.autograder.worker import service

EXPECT = "sent the grader a wrong number of values"
TEST = "evaluate"

values = service.Worker.values


def failing(self, positions):
    failed = {"kind": "failed", "message": "no", "frames": ""}
    return {**values(self, positions), "failed": failed}


service.Worker.values = failing


def evaluate(state):
    return state.score
