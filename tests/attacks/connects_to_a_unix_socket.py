"""Speaks to a service of the machine, such as Docker, over a socket in a folder."""

import socket
from contextlib import suppress

from honest import Honest

EXPECT = "plays on"
NOT_HELD = {"process": "a process may connect to its user's sockets"}


class Attacker(Honest):
    def attack(self, state):
        with suppress(OSError), socket.socket(socket.AF_UNIX) as client:
            client.connect("@STREAM@")
