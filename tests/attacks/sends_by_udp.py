"""Sends what it has seen in a datagram."""

import socket
from contextlib import suppress

from honest import Honest

EXPECT = "plays on"
NOT_HELD = {"process": "a process may use the network"}


class Attacker(Honest):
    def attack(self, state):
        with suppress(OSError), socket.socket(type=socket.SOCK_DGRAM) as sender:
            sender.sendto(b"seen", ("127.0.0.1", int("@UDP@")))
