"""Asks for the successor of a state whose number is as long as a message may be."""

from honest import Honest, channel, message

EXPECT = "asked for a successor that there is not|sent the grader a message that makes no sense"
TEST = "search"


class Attacker(Honest):
    def attack(self, state):
        text = b'{"kind":"expand","state":%b,"action":"west"}' % (b"9" * 65_000)
        channel().sendall(message(text))
        channel().recv(9)
