"""Returns something that passes for a legal action and is called like an illegal one."""

from honest import Honest

from pacgrid import Action

EXPECT = "(plays on|returned Action.NORTH.*|its process exited: exit code 1)"
POINTS = 0
TEST = "games"


class Lie:
    __class__ = Action
    name = "NORTH"

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0

    def __str__(self):
        return "north"


class Attacker(Honest):
    def act(self, state):
        return Lie()
