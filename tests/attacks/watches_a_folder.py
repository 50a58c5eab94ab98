"""Has the kernel tell what others do in a folder: names of submissions, as they are graded."""

import ctypes

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "a process may watch what its user may read"}

IN_ALL_EVENTS = 0xFFF


class Attacker(Honest):
    def attack(self, state):
        libc = ctypes.CDLL(None)
        if libc.inotify_add_watch(libc.inotify_init(), b"@OUTSIDE@", IN_ALL_EVENTS) >= 0:
            succeeded("watches")
