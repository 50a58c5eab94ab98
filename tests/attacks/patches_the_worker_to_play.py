"""Replaces the part of the worker that asks it by one that answers for it, in the right form."""

from honest import Honest

from pacgrid import Action
from pacgrid.autograder.worker import service

EXPECT = "plays on"
POINTS = 0  # west is right in one of two positions

forged = {"kind": "acted", "action": Action.WEST, "nodes": 1, "used": 0, "values": {}}
service.Worker.act = lambda self, played: forged


class Attacker(Honest):
    pass
