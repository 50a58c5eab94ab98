"""Fills the buffers of as many pairs of sockets as it can have, made as large as they may be."""

import socket
from contextlib import suppress

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "its address space is limited, and nothing else of its memory"}
MAY_HOLD = True  # where the system limits the buffers

SO_SNDBUFFORCE = 32


class Attacker(Honest):
    def attack(self, state):
        kept = 0
        pairs = []
        with suppress(OSError):
            while kept <= 8 << 20:
                pairs.append(socket.socketpair())
                for end in pairs[-1]:
                    end.settimeout(0)
                    end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8 << 20)
                    with suppress(OSError):
                        end.setsockopt(socket.SOL_SOCKET, SO_SNDBUFFORCE, 8 << 20)
                    with suppress(BlockingIOError):
                        while kept <= 8 << 20:
                            kept += end.send(bytes(1 << 16))
        for pair in pairs:
            for end in pair:
                end.close()
        if kept > 8 << 20:
            succeeded(f"{kept} bytes")
