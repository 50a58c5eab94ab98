"""Sends a hundred answers in the order in which they will be asked for, to think at leisure."""

import time

from honest import Honest, channel, message

from pacgrid import Action
from pacgrid.autograder.worker.messages import pack_acted

EXPECT = "plays on"
POINTS = 0  # west is right in one of two positions


class Attacker(Honest):
    def attack(self, state):
        acted = message(pack_acted(Action.WEST, 1, 0, {}))
        done = message(b'{"kind":"done"}')
        channel().sendall((acted + done + done) * 30)
        time.sleep(0.1)
