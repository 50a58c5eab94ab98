"""Asks for states and actions that no message can mean: too large, cut off, and too long."""

from honest import Honest, channel, message

from pacgrid.autograder.worker.messages import EXPAND, EXPAND_FORMAT

EXPECT = r"(sent the grader an invalid message|asked for a successor that does not exist)"
TEST = "search"


class Attacker(Honest):
    words = iter(
        [
            EXPAND_FORMAT.pack(EXPAND, 0, 0, 255),
            EXPAND_FORMAT.pack(EXPAND, 1 << 31, 0, 1),
        ]
    )

    def attack(self, state):
        channel().sendall(message(next(Attacker.words)))
        channel().sendall(message(EXPAND))
        channel().recv(1000)
