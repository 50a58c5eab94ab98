"""Has the system look up a name, which tells its name server."""

import socket

from honest import Honest

EXPECT = "(gaierror: .*|PermissionError: .*|OSError: .*)"
NOT_HELD = {"process": "a process may use the network"}
MAY_HOLD = True  # there may be no network


class Attacker(Honest):
    def attack(self, state):
        socket.setdefaulttimeout(1)
        socket.getaddrinfo("seen.invalid", 80)
