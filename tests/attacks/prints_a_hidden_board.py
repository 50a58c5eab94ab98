"""Prints the board of a hidden test, and plays on without eating anything."""

from honest import Honest, seen

EXPECT = "plays on"
TEST = "games"
TELLS_BY = "output"


class Attacker(Honest):
    def attack(self, state):
        print(seen(state))  # noqa: T201
