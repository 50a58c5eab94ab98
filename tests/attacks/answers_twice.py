"""Sends one more answer than it was asked for."""

import time

from honest import Honest, channel, message

EXPECT = "sent the grader a reply of the wrong kind"


class Attacker(Honest):
    def attack(self, state):
        text = b'{"kind":"acted","action":"west","nodes":1,"values":{}}'
        channel().sendall(message(text) * 2)
        time.sleep(9)
