"""Sends a message that says two things at once."""

import time

from honest import Honest, channel, message

EXPECT = "sent the grader an invalid message"


class Attacker(Honest):
    def attack(self, state):
        text = (
            b'{"kind":"failed","kind":"done","message":"","message":"no","frames":"","frames":""}'
        )
        channel().sendall(message(text))
        time.sleep(9)
