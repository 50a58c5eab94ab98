"""Attaches shared memory of others by guessing its number."""

import ctypes

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "a process may use shared memory of its user"}

READ_ONLY = 0o10000


class Attacker(Honest):
    def attack(self, state):
        libc = ctypes.CDLL(None)
        libc.shmat.restype = ctypes.c_void_p
        place = libc.shmat(int("@SHARED@"), None, READ_ONLY)
        if place not in (None, ctypes.c_void_p(-1).value):
            succeeded(ctypes.string_at(place, 10))
