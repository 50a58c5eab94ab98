"""Reads the memory of the grader, where the tests are."""

import ctypes
from pathlib import Path

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "a process may look into others of its user"}
MAY_HOLD = True  # where the system has Yama, or containers deny it


class Part(ctypes.Structure):
    _fields_ = (("start", ctypes.c_void_p), ("length", ctypes.c_size_t))


class Attacker(Honest):
    def attack(self, state):
        try:
            with Path("/proc/@GRADER@/mem").open("rb"):
                succeeded("can open it")
        except OSError:
            pass
        here = Part(ctypes.cast(ctypes.create_string_buffer(8), ctypes.c_void_p), 8)
        there = Part(id(None), 8)
        libc = ctypes.CDLL(None)
        arguments = (int("@GRADER@"), ctypes.byref(here), 1, ctypes.byref(there), 1, 0)
        if libc.process_vm_readv(*arguments) > 0:
            succeeded("process_vm_readv")
