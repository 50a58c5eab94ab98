"""Gives files of others a name, or moves them, to where it may read and write."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "a process may write where its user may"}
MAY_HOLD = True  # a system may deny it


class Attacker(Honest):
    def attack(self, state):
        with suppress(OSError):
            folder = tempfile.mkdtemp()
            for number, file in enumerate(("@SECRET@", "@OTHER@", os.__file__)):
                with suppress(OSError):
                    os.link(file, f"{folder}/link{number}")
                with suppress(OSError):
                    if file != os.__file__:
                        os.rename(file, f"{folder}/moved{number}")
            if names := [file.name for file in Path(folder).iterdir()]:
                succeeded(names)
