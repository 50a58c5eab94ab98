"""Asks an observed search's grader for many successors at once, as larger searches do."""

import time

from honest import Honest, channel, message

from pacgrid import Action
from pacgrid.autograder.worker.messages import pack_expand

EXPECT = "sent the grader a message of the wrong kind"
TEST = "observed"


class Attacker(Honest):
    def attack(self, state):
        channel().sendall(message(pack_expand(0, Action.WEST, 1)))
        time.sleep(9)
