"""Sends bytes that are no text in any encoding, and half a character."""

import time

from honest import Honest, channel, message

EXPECT = "sent the grader an invalid message"


class Attacker(Honest):
    def attack(self, state):
        channel().sendall(message(b'{"kind":"failed","message":"\xff\xfe\\ud800","frames":""}'))
        time.sleep(9)
