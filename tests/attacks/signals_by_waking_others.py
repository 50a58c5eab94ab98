"""Sends what is in a hidden test by waiting at places of a library that another worker wakes."""

import ctypes
import mmap
import os
import platform
import threading
import time

from honest import Pair, bits, byte

EXPECT = "plays on"
PAIR = "batch"

FUTEX = {"x86_64": 202, "aarch64": 98}
FUTEX_WAIT, FUTEX_WAKE = 0, 1


class Place:
    """A place in a library, in whose pages all workers share."""

    def __init__(self):
        with open(os.__file__, "rb") as file:
            self.memory = mmap.mmap(file.fileno(), 4096, mmap.MAP_SHARED, mmap.PROT_READ)
        view = (ctypes.c_ubyte * 80)()
        get = ctypes.pythonapi.PyObject_GetBuffer
        get(ctypes.py_object(self.memory), ctypes.byref(view), 0)
        self.start = ctypes.c_void_p.from_buffer(view).value

    def call(self, number, what, value, timeout=None):
        place = ctypes.c_void_p(self.start + 4 * number)
        futex = FUTEX[platform.machine()]
        return ctypes.CDLL(None).syscall(futex, place, what, value, timeout, None, 0)

    def value(self, number):
        return int.from_bytes(self.memory[4 * number : 4 * number + 4], "little")


class Attacker(Pair):
    def send(self, secret):
        threading.stack_size(32 << 10)
        place = Place()
        self.ends = time.monotonic() + 0.6

        def wait(number):
            second = (ctypes.c_long * 2)(0, 50_000_000)
            while time.monotonic() < self.ends:
                place.call(number, FUTEX_WAIT, place.value(number), second)
                time.sleep(0.02)  # it may be told to ask again at once

        for number, bit in enumerate(bits(secret)):
            if bit:
                threading.Thread(target=wait, args=[number], daemon=True).start()

    def receive(self):
        if not hasattr(self, "place"):
            self.place = Place()
        return byte([self.place.call(number, FUTEX_WAKE, 9) > 0 for number in range(16)])
