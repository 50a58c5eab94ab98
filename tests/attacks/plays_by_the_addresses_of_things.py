"""Plays by the order in which a set has objects: by where in memory they are."""

from honest import Honest

EXPECT = r"AssertionError: .*"
REPEATS = 3


class Thing:
    pass


things = [Thing() for _ in range(3000)]
places = {thing: place for place, thing in enumerate(things)}


class Attacker(Honest):
    def act(self, state):
        order = [places[thing] for thing in set(things)]
        raise AssertionError(sum(number * place for number, place in enumerate(order)))
