"""Marks files of the library as administrators do, by commands to the file system."""

import fcntl
import struct
from contextlib import suppress
from pathlib import Path

from honest import Honest

import pacgrid

EXPECT = "plays on"
NOT_HELD = {"process": "a process may mark its user's files"}
MAY_HOLD = True  # some file systems have no marks

FS_IOC_GETFLAGS, FS_IOC_SETFLAGS = 0x80086601, 0x40086602
FS_IOC_SETVERSION, FS_IOC_FSSETXATTR = 0x40087602, 0x401C5820
FS_NODUMP_FL = 0x40


class Attacker(Honest):
    def attack(self, state):
        for file in Path(pacgrid.__file__).parent.glob("*.py"):
            with file.open("rb") as opened:
                with suppress(OSError):
                    flags = fcntl.ioctl(opened, FS_IOC_GETFLAGS, bytes(8))
                    flags = struct.pack("q", struct.unpack("q", flags)[0] ^ FS_NODUMP_FL)
                    fcntl.ioctl(opened, FS_IOC_SETFLAGS, flags)
                with suppress(OSError):
                    fcntl.ioctl(opened, FS_IOC_SETVERSION, struct.pack("q", 9))
                with suppress(OSError):
                    fcntl.ioctl(opened, FS_IOC_FSSETXATTR, bytes(28))
