"""Fails in games whose numbers depend on the board of a hidden test."""

from honest import Honest, number_of

EXPECT = r"ValueError \(attack.py, line \d+, in start\)"
TEST = "many games"
TELLS_BY = "place"


class Attacker(Honest):
    games = 0

    def start(self, state):
        Attacker.games += 1
        if Attacker.games % 8 == number_of(state):
            raise ValueError
