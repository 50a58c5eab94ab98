"""Asks for the successor of the state with the highest number, and sends a very long message."""

from honest import Honest, channel, message

from pacgrid import Action
from pacgrid.autograder.worker.messages import pack_expand

EXPECT = "asked for a successor that does not exist|sent the grader an invalid message"
TEST = "search"


class Attacker(Honest):
    def attack(self, state):
        channel().sendall(message(pack_expand((1 << 32) - 1, Action.WEST, (1 << 32) - 1)))
        channel().sendall(message(pack_expand(0, Action.WEST, 1) * 4000))
        channel().recv(9)
