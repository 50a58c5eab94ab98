"""Raises SystemExit when the game begins."""

from honest import Honest

EXPECT = r"SystemExit: 0 \(attack.py, line 10, in start\)"


class Attacker(Honest):
    def start(self, state):
        raise SystemExit(0)
