"""Takes a state of one search for that of another, which is equal to it."""

from honest import Honest, succeeded

EXPECT = "plays on"
TEST = "search"


class Attacker(Honest):
    earlier = None

    def attack(self, state):
        earlier, Attacker.earlier = Attacker.earlier, state
        if earlier is not None and (earlier == state or hash(earlier) == hash(state)):
            succeeded("two positions are equal")
