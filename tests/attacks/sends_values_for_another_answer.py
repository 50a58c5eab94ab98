"""Answers with values where it is asked for an action, and with an action where for values."""

from honest import Honest

from pacgrid.autograder.worker import service

EXPECT = "sent the grader a reply of the wrong kind"

service.Worker.act = lambda self, played: {"kind": "values", "values": [], "failed": None}


class Attacker(Honest):
    pass
