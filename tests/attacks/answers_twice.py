"""Sends one more answer than it was asked for."""

import time

from honest import Honest, channel, message

from pacgrid import Action
from pacgrid.autograder.worker.messages import pack_acted

EXPECT = "sent the grader a reply of the wrong kind"


class Attacker(Honest):
    def attack(self, state):
        channel().sendall(message(pack_acted(Action.WEST, 1, 0, {})) * 2)
        time.sleep(9)
