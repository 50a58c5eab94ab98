"""Returns something that passes for an action, is equal to everything, and has any name."""

from honest import Honest

from pacgrid import Action

EXPECT = "(sent the grader an invalid message|its process exited: exit code 1)"


class Lie:
    __class__ = Action
    name = "WEST"

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0

    def __str__(self):
        return "through the wall"


class Attacker(Honest):
    def act(self, state):
        return Lie()
