"""Asks for states by numbers that are written in other ways: as truths, texts, and with points."""

from honest import Honest, channel, message

EXPECT = r"(sent the grader an invalid message|asked for a successor that does not exist)"
TEST = "search"


class Attacker(Honest):
    words = iter([b"true", b'"0"', b"0.0", b"-1", b"null", b"[0]", b"1e0", b"0x0"])

    def attack(self, state):
        word = next(Attacker.words)
        channel().sendall(message(b'{"kind":"expand","state":%b,"action":"west"}' % word))
        channel().recv(1000)
