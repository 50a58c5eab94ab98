"""Lets one ghost of a team stop, which none may."""

from honest import best

from pacgrid import Action, GhostTeam

EXPECT = "returned Action.STOP; legal actions: .*"
TEST = "ghosts"


class Attacker(GhostTeam):
    def act(self, state):
        return Action.STOP if state.to_move == 2 else best(state)
