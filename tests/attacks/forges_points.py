"""Answers with an action, and with the points that it would like to have."""

import time

from honest import Honest, channel, message

EXPECT = "sent the grader an invalid message"


class Attacker(Honest):
    def attack(self, state):
        text = b'{"kind":"acted","action":"west","nodes":1,"values":{},"points":100,"won":true}'
        channel().sendall(message(text))
        time.sleep(9)
