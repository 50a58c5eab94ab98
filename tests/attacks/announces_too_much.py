"""Announces a message of four gigabytes."""

import time

from honest import Honest, channel

EXPECT = "broke its channel to the grader: a message of 4294967295 bytes; the limit is 131072"


class Attacker(Honest):
    def attack(self, state):
        channel().sendall(b"\xff\xff\xff\xff" + bytes(1000))
        time.sleep(9)
