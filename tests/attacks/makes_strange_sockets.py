"""Makes sockets of other families, which speak to the kernel, to virtual machines, or to wires."""

import socket

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "a process may make sockets"}


class Attacker(Honest):
    def attack(self, state):
        made = []
        for name in ("NETLINK", "PACKET", "VSOCK", "ALG", "INET6", "QIPCRTR", "BLUETOOTH"):
            try:
                kind = socket.SOCK_RAW if name in ("NETLINK", "PACKET") else socket.SOCK_SEQPACKET
                socket.socket(getattr(socket, f"AF_{name}"), kind)
                made.append(name)
            except (OSError, AttributeError):
                continue
        try:
            socket.socketpair(socket.AF_TIPC, socket.SOCK_STREAM)
            made.append("TIPC")
        except (OSError, AttributeError):
            pass
        if made:
            succeeded(made)
