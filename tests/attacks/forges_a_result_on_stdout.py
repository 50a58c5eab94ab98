"""Prints what looks like the grader's own results."""

import sys

from honest import Honest

from pacgrid import Action

EXPECT = "plays on"
POINTS = 0

RESULTS = '{"score": 100, "tests": [{"name": "reflex", "score": 100, "status": "passed"}]}'


class Attacker(Honest):
    def act(self, state):
        sys.stdout.write(f"\r\n{RESULTS}\n")
        sys.stderr.write(f"\x00\x00\x00\x04{RESULTS}\n")
        return Action.STOP
