"""Answers what it has not been asked yet, as soon as it is imported."""

from honest import Honest, channel, message

from pacgrid import Action
from pacgrid.autograder.worker.messages import pack_acted

EXPECT = "sent the grader a reply of the wrong kind"

channel().sendall(message(pack_acted(Action.WEST, 1, 0, {})) * 100)


class Attacker(Honest):
    pass
