"""Fails with an error that names an object by its place in memory."""

import ctypes
import threading

from honest import Honest

EXPECT = r"AssertionError: .*"
REPEATS = 3


class Attacker(Honest):
    def act(self, state):
        libc = ctypes.cast(ctypes.CDLL(None).getpid, ctypes.c_void_p).value
        raise AssertionError(f"{object()} {threading.get_ident()} {libc:x} {id(type(self))}")
