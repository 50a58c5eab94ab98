"""Sends a message that says two things at once."""

import time

from honest import Honest, channel, message

EXPECT = "sent the grader an invalid message"


class Attacker(Honest):
    def attack(self, state):
        text = b'{"kind":"acted","kind":"done","action":"west","action":"east","nodes":1,"nodes":2}'
        channel().sendall(message(text))
        time.sleep(9)
