"""Tries what only administrators do: mounting, another root, host names, keys, the kernel's log."""

import ctypes
import errno
import os

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "root is root"}
MAY_HOLD = True  # others than root may not, nor root in a container


class Attacker(Honest):
    def attack(self, state):
        libc = ctypes.CDLL(None, use_errno=True)
        allowed = []
        for name, arguments in {
            "mount": (b"none", b"/nowhere", b"nothing", 0, None),
            "umount2": (b"/nowhere", 0),
            "chroot": (b"/nowhere",),
            "swapon": (b"/nowhere", 0),
            "acct": (b"/nowhere",),
            "klogctl": (10, None, 0),
            "sethostname": (None, 3),
        }.items():
            if getattr(libc, name)(*arguments) == 0 or ctypes.get_errno() not in (
                errno.EPERM,
                errno.EACCES,
            ):
                allowed.append(name)
        if allowed:
            succeeded(f"{allowed} as {os.getuid()}")
