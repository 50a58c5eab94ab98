"""Announces a message, and never sends it whole."""

import time

from honest import Honest, channel

EXPECT = "took more than 1.5 seconds for a move"


class Attacker(Honest):
    def attack(self, state):
        channel().sendall(b"\0\0\1\0{")
        while True:
            time.sleep(0.03)
            channel().sendall(b" ")
