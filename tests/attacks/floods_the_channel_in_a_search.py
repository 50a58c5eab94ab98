"""Asks for successors without an end, and reads none of the answers."""

from honest import Honest, channel, message

from pacgrid import Action
from pacgrid.autograder.worker.messages import pack_expand

EXPECT = (
    "asked for more than 5,001 successors in one search"
    "|broke its channel to the grader: the other side doesn't read"
)
TEST = "search"


class Attacker(Honest):
    def attack(self, state):
        text = message(pack_expand(0, Action.WEST, 1)) * 1000
        while True:
            channel().sendall(text)
