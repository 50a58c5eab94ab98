"""Sends a message that is nested thousands of times."""

import time

from honest import Honest, channel, message

EXPECT = "sent the grader an invalid message"


class Attacker(Honest):
    def attack(self, state):
        channel().sendall(message(b'{"kind":"loaded","agents":' + b'{"west":' * 8000))
        channel().sendall(message(b"[" * 65_000))
        time.sleep(9)
