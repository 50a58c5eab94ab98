"""Closes the channel, and computes on."""

import time

from honest import Honest, channel

EXPECT = "broke its channel to the grader: the other side has closed it"


class Attacker(Honest):
    def attack(self, state):
        channel().close()
        time.sleep(9)
