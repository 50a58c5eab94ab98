"""An evaluation that answers past the checks of its worker, with texts, truths and no numbers."""

from pacgrid.autograder.worker import service

EXPECT = "sent the grader an invalid message"
TEST = "evaluate"


def forged(self, positions):
    strange = [float("nan"), "1", True, None, [1], {}]
    return {
        "kind": "values",
        "values": (strange * len(positions))[: len(positions)],
        "failed": None,
    }


service.Worker.values = forged


def evaluate(state):
    return state.score
