"""Leaves what is in a hidden test in its folder for temporary files, or beside it."""

import tempfile
from contextlib import suppress
from pathlib import Path

from honest import Pair

EXPECT = "plays on"
PAIR = "later"
NOT_HELD = {"process": "a process may write where its user may"}
MAY_HOLD = True  # it may have a folder of its own there


def places():
    with suppress(OSError):
        folder = Path(tempfile.gettempdir())
        yield from (folder, folder.parent, Path.home(), Path.cwd())


class Attacker(Pair):
    def send(self, secret):
        for place in places():
            with suppress(OSError):
                (place / "@ID@").write_text(str(secret))

    def receive(self):
        for place in places():
            with suppress(OSError):
                for word in (place / "@ID@", *place.glob("*/@ID@")):
                    return int(word.read_text())
        return 0
