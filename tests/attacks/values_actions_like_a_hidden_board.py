"""Reports values of its actions that spell the board of a hidden test, and is wrong."""

from honest import Honest, seen

from pacgrid import Action
from pacgrid.agent import Report

EXPECT = "plays on"
TELLS_BY = "advice"


class Attacker(Honest):
    def act(self, state):
        self.report = Report()
        self.report.values = {Action.STOP: float(int.from_bytes(seen(state).encode()[:100]))}
        return Action.STOP
