"""Asks the grader for successors in a test that is no search."""

from honest import Honest, channel, message

EXPECT = "sent the grader a reply of the wrong kind"


class Attacker(Honest):
    def attack(self, state):
        channel().sendall(message(b'{"kind":"expand","state":0,"action":"west"}'))
        channel().recv(9)
