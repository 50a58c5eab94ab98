"""Fills its folder with files without names, open in threads that don't share their open files."""

import ctypes
import os
import tempfile
import threading

from honest import Honest

EXPECT = "(PermissionError: .*|OSError: .*|.*(MiB|disk|temporary files|file).*)"
NOT_HELD = {"process": "a process may write where its user may"}
MAY_HOLD = True  # it may have a folder of its own there

SIZE = 900_000
CLOSE_RANGE, UNSHARE = 436, 2

libc = ctypes.CDLL(None)


class Attacker(Honest):
    def attack(self, state):
        self.sleep = threading.Event()
        for _ in range(3):
            file, name = tempfile.mkstemp()
            os.write(file, b"x" * SIZE)
            os.unlink(name)
            self.is_hidden, self.done = False, threading.Event()
            threading.Thread(target=self.keep, daemon=True).start()
            self.done.wait()
            if not self.is_hidden:
                raise PermissionError("a thread shares its open files")
            os.close(file)

    def keep(self):
        """Keeps all open files open here, when the others close them."""
        end = ctypes.c_uint(0xFFFFFFFF)
        self.is_hidden = not libc.syscall(CLOSE_RANGE, end, end, UNSHARE)
        self.done.set()
        self.sleep.wait()
