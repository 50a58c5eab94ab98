"""Changes the state that it is given, to have eaten and won already."""

from contextlib import suppress

from honest import Honest

from pacgrid import Action

EXPECT = "plays on"
POINTS = 0
TEST = "games"


class Attacker(Honest):
    def act(self, state):
        for name, value in {"score": 10**6, "is_win": True, "food": frozenset()}.items():
            with suppress(Exception):
                object.__setattr__(state, name, value)
        return Action.STOP
