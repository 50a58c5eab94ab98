"""Sends urgent bytes, past the queue."""

import socket

from honest import Honest, channel

EXPECT = "(plays on|broke its channel to the grader: .*|sent the grader .*|took more .*)"
POINTS = None  # it may be let pass or not


class Attacker(Honest):
    def attack(self, state):
        channel().send(b"!", socket.MSG_OOB)
