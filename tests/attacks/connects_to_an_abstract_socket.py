"""Speaks to a service of the machine over a socket that is in no folder."""

import socket
from contextlib import suppress

from honest import Honest

EXPECT = "plays on"
NOT_HELD = {"process": "a process may connect to every such socket"}


class Attacker(Honest):
    def attack(self, state):
        with suppress(OSError), socket.socket(socket.AF_UNIX) as client:
            client.connect("\0@ABSTRACT@")
