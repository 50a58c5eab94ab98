"""Writes a program into memory, and runs it from there."""

import os
import posix
import sys
from pathlib import Path

from honest import Honest

EXPECT = "PermissionError: .*"
NOT_HELD = {"process": "a process may run programs; it gains nothing by it"}

SCRIPT = b"#!/bin/sh\necho > @OUTSIDE@/@ID@\n"


class Attacker(Honest):
    def attack(self, state):
        number = os.memfd_create("program", 0)
        os.write(number, SCRIPT)
        assert Path(sys.executable)
        posix.execve(number, ["program"], {})
