"""Sends messages without an end, and reads none."""

from honest import Honest, channel, message

from pacgrid import Action
from pacgrid.autograder.worker.messages import pack_expand

EXPECT = "sent the grader a reply of the wrong kind"


class Attacker(Honest):
    def attack(self, state):
        text = message(pack_expand(0, Action.WEST, 1)) * 1000
        while True:
            channel().sendall(text)
