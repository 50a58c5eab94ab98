"""Asks the grader for successors in a test that is no search."""

from honest import Honest, channel, message

from pacgrid import Action
from pacgrid.autograder.worker.messages import pack_expand

EXPECT = "sent the grader a reply of the wrong kind"


class Attacker(Honest):
    def attack(self, state):
        channel().sendall(message(pack_expand(0, Action.WEST, 1)))
        channel().recv(9)
