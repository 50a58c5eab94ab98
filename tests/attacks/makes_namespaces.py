"""Makes namespaces of its own, in which it is root."""

import ctypes

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "a process may make namespaces where its user may"}
MAY_HOLD = True  # many systems deny it

CLONE_NEWUSER, CLONE_NEWNET, CLONE_FILES = 0x10000000, 0x40000000, 0x400


class Attacker(Honest):
    def attack(self, state):
        for flags in (CLONE_NEWUSER, CLONE_NEWNET):
            if ctypes.CDLL(None).unshare(flags) == 0:
                succeeded(hex(flags))
