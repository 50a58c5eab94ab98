"""Waits for others to connect to it."""

import socket

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "a process may use the network"}


class Attacker(Honest):
    def attack(self, state):
        try:
            server = socket.create_server(("127.0.0.1", 0))
        except OSError:
            return
        succeeded(server.getsockname())
