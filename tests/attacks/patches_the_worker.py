"""Replaces the part of the worker that asks it, so that every answer is right."""

from honest import Honest

from pacgrid import Action
from pacgrid.autograder.worker import service

EXPECT = "sent the grader an invalid message"

service.Worker.act = lambda self, played: {"kind": "optimal", "points": 100}


class Attacker(Honest):
    def act(self, state):
        return Action.STOP
