"""Makes system calls in ways a filter might not see: io_uring, and those of 32-bit programs."""

import ctypes
import mmap
import platform

from honest import Honest, succeeded

EXPECT = r"(crashed: signal 31 \(SIGSYS\)|crashed: signal 11 \(SIGSEGV\).*|plays on)"
POINTS = None  # on other machines than x86_64 there is one way less
NOT_HELD = {"process": "there is no filter"}
MAY_HOLD = True  # many systems deny it

IO_URING_SETUP = 425
GETPID_OF_32_BITS = b"\xb8\x14\x00\x00\x00\xcd\x80\xc3"


class Attacker(Honest):
    def attack(self, state):
        if ctypes.CDLL(None).syscall(IO_URING_SETUP, 8, ctypes.create_string_buffer(120)) > 0:
            succeeded("io_uring")
        if platform.machine() == "x86_64":
            everything = mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC
            flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
            page = mmap.mmap(-1, mmap.PAGESIZE, flags, prot=everything)
            page.write(GETPID_OF_32_BITS)
            place = ctypes.addressof(ctypes.c_char.from_buffer(page))
            succeeded(ctypes.CFUNCTYPE(ctypes.c_int)(place)())
