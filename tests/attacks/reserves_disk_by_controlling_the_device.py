"""Has the file system reserve disk for its output by the calls that came before `fallocate`."""

import ctypes
import os
import struct

from honest import Honest, succeeded

EXPECT = "plays on"

FS_IOC_RESVSP, FS_IOC_RESVSP64, FS_IOC_ZERO_RANGE = 0x40305828, 0x4030582A, 0x40305839


class Attacker(Honest):
    def attack(self, state):
        wanted = struct.pack("hhqqiI16x", 0, os.SEEK_SET, 0, 16 << 20, 0, 0)
        for command in (FS_IOC_RESVSP, FS_IOC_RESVSP64, FS_IOC_ZERO_RANGE):
            ctypes.CDLL(None).ioctl(1, ctypes.c_ulong(command), wanted)
        if (used := os.fstat(1).st_blocks * 512) > 2 << 20:
            succeeded(f"{used} bytes")
