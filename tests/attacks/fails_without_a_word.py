"""Says that it has failed, and not why."""

import time

from honest import Honest, channel, message

EXPECT = r"(sent the grader an invalid message|.*gave no reason.*|.*no reason.*|failed.*)"


class Attacker(Honest):
    def attack(self, state):
        channel().sendall(message(b'{"kind":"failed","message":"","frames":""}'))
        time.sleep(9)
