"""Closes the channel in one direction: it can't be asked any more."""

import socket

from honest import Honest, channel

EXPECT = "(broke its channel to the grader: .*|its process exited: .*)"


class Attacker(Honest):
    def attack(self, state):
        channel().shutdown(socket.SHUT_RD)
