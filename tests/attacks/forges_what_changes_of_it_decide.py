"""Answers for the trials of its changes, in the wrong form: other counts, too many, no numbers."""

import sys

from honest import Wrong

EXPECT = "plays badly"
POINTS = 0
TEST = "repair"

SERVICE = sys.modules["pacgrid.autograder.worker.trial_service"].TrialService
FORGED = [
    lambda n, tasks: [],
    lambda n, tasks: [[]] * n,
    lambda n, tasks: [[[]] * tasks] * n,
    lambda n, tasks: [[[[0, -(10**9), 1.0]]] * tasks] * n,
    lambda n, tasks: [[[[99, 0, 1.0]]] * tasks] * n,
    lambda n, tasks: [[[[0, 10**400, 1.0]]] * tasks] * n,
    lambda n, tasks: [[[[0, 1, float("inf")]] * 50] * tasks] * n,
    lambda n, tasks: [[[[0, 1, float("nan")]]] * tasks] * n,
    lambda n, tasks: [[[[0, 1, 1.0, "s0,0;" * 9]]] * tasks * 2] * n,
    lambda n, tasks: [[[[0, 1, 1.0]]] * 2_000] * n,
    lambda n, tasks: [[[["x", None, "1", 2]]] * tasks] * n,
    lambda n, tasks: {"a": 1},
]
honest = SERVICE.try_changes


def forged(self, agent, candidates, tasks, *, traced=False):
    sys.tries = getattr(sys, "tries", -2) + 1
    if sys.tries < 0:
        return honest(self, agent, candidates, tasks)
    answers = FORGED[sys.tries % len(FORGED)](len(candidates), len(tasks))
    return {"kind": "tried", "answers": answers}


SERVICE.try_changes = forged
names = [
    ("attack.py", -5),
    ("attack.py", 10**30),
    ("../" * 9 + "etc/passwd", 1),
    ("\0", 0),
    ("x" * 999, 1),
]
SERVICE.functions_run = lambda *_, **__: {
    "kind": "functions_run",
    "functions": [*names, ("honest.py", 41)] * 40,
}


class Attacker(Wrong):
    pass
