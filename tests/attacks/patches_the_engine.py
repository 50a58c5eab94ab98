"""Changes the rules in its own process: every score is a million, and every game is won."""

from honest import Honest

import pacgrid.state
from pacgrid import Action

EXPECT = "plays on"
POINTS = 0
TEST = "games"

pacgrid.state.State.is_win = property(lambda self: True)
pacgrid.state.WIN_POINTS = 10**6


class Attacker(Honest):
    def act(self, state):
        return Action.STOP
