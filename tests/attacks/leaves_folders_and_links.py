"""Makes folders, links, pipes and nodes where others will find them, and moves files away."""

import os
from contextlib import suppress
from pathlib import Path

from honest import Honest

EXPECT = "plays on"
NOT_HELD = {"process": "a process may write where its user may"}


class Attacker(Honest):
    def attack(self, state):
        outside = Path("@OUTSIDE@")
        for make in (
            lambda: (outside / "folder").mkdir(),
            lambda: (outside / "soft").symlink_to("@SECRET@"),
            lambda: (outside / "hard").hardlink_to("@SECRET@"),
            lambda: os.mkfifo(outside / "pipe"),
            lambda: Path("@OTHER@").rename(outside / "stolen"),
            lambda: Path("@SECRET@").unlink(),
        ):
            with suppress(OSError):
                make()
