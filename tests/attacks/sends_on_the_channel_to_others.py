"""Sends from the channel itself to a service of the machine."""

from contextlib import suppress

from honest import Honest, channel

EXPECT = "plays on"


class Attacker(Honest):
    def attack(self, state):
        for place in ("@DATAGRAM@", "@STREAM@", "\0@ABSTRACT@-datagram"):
            with suppress(OSError):
                channel().sendto(b"", place)
