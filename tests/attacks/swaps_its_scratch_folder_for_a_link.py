"""Puts a link in the place of its folder for temporary files: who empties it empties another."""

import os
from contextlib import suppress

from honest import Honest

EXPECT = "plays on"
NOT_HELD = {"process": "a process may write where its user may"}
MAY_HOLD = True  # the place may be more than its own


class Attacker(Honest):
    def attack(self, state):
        for folder in {os.environ.get("HOME", ""), os.environ.get("TMPDIR", "")} - {"", "/tmp"}:
            with suppress(OSError):
                os.rename(folder, f"{folder}-moved")
            with suppress(OSError):
                os.rmdir(folder)
            with suppress(OSError):
                os.symlink("@OUTSIDE@", folder)
