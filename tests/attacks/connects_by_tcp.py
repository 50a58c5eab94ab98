"""Sends what it has seen to a machine somewhere."""

import socket
from contextlib import suppress

from honest import Honest

EXPECT = "plays on"
NOT_HELD = {"process": "a process may use the network"}


class Attacker(Honest):
    def attack(self, state):
        with suppress(OSError):
            socket.create_connection(("127.0.0.1", int("@TCP@")), timeout=1)
