"""Returns an action whose name a terminal would obey, and that says it equals every other."""

from honest import Honest

EXPECT = r"returned '?.{0,80} \(Name\); legal actions: .*"
POINTS = None
TEST = "course game"


class Name(str):
    def __eq__(self, other):
        return True

    def __hash__(self):
        return hash("Stop")

    def __str__(self):
        return "Stop"

    def __repr__(self):
        return "\x1b]0;owned\x07\r\n" * 1000


class Attacker(Honest):
    def getAction(self, state):  # noqa: N802
        return Name("\x1b[2J\udcff" * 9)
