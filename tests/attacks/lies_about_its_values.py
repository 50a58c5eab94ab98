"""Reports values that no search can have."""

from honest import Honest

from pacgrid import Action
from pacgrid.autograder.worker import service

EXPECT = "sent the grader an invalid message"
TEST = "observed"


class Attacker(Honest):
    def attack(self, state):
        values = {Action.WEST: float("nan")}
        service._valid_report = lambda _: {"nodes": None, "values": values}
