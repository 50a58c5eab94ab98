"""Remembers what it has found out of states: it is no attack, and must lose nothing by it."""

from functools import cache

from honest import Honest

EXPECT = "plays on"
TEST = "search"


@cache
def best_of(state):
    return max(state.legal_actions(), key=lambda action: state.successor(action).score)


class Attacker(Honest):
    def act(self, state):
        return best_of(state)
