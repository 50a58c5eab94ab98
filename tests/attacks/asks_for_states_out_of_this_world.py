"""Asks for the successor of a state whose number is as long as a message may be."""

from honest import Honest, channel, message

EXPECT = "asked for a successor that does not exist|sent the grader an invalid message"
TEST = "search"


class Attacker(Honest):
    def attack(self, state):
        text = b'{"kind":"expand","state":%b,"action":"west"}' % (b"9" * 65_000)
        channel().sendall(message(text))
        channel().recv(9)
