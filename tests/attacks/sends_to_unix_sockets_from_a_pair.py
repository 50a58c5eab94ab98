"""Speaks to a service of the machine, such as the journal, from a pair of sockets of its own."""

import socket
from contextlib import suppress

from honest import Honest

EXPECT = "plays on"
NOT_HELD = {"process": "a process may send to every such socket"}


class Attacker(Honest):
    def attack(self, state):
        for kind in (socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
            for place in ("@DATAGRAM@", "\0@ABSTRACT@-datagram"):
                with suppress(OSError):
                    one, _ = socket.socketpair(socket.AF_UNIX, kind)
                    one.settimeout(0)  # nobody may read it
                    one.sendto(b"seen", place)
