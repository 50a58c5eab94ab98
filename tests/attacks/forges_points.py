"""Answers with an action, and with the points that it would like to have."""

import time

from honest import Honest, channel, message

from pacgrid import Action
from pacgrid.autograder.worker.messages import pack_acted

EXPECT = "sent the grader an invalid message"


class Attacker(Honest):
    def attack(self, state):
        channel().sendall(message(pack_acted(Action.WEST, 1, 0, {}) + b"points=100"))
        time.sleep(9)
