"""Sends messages without an end, and reads none."""

from honest import Honest, channel, message

EXPECT = "sent the grader a reply of the wrong kind"


class Attacker(Honest):
    def attack(self, state):
        text = message(b'{"kind":"expand","state":0,"action":"west"}') * 1000
        while True:
            channel().sendall(text)
