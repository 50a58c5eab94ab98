"""Says that it has failed, in as many words as a message may have."""

import time

from honest import Honest, channel, message

EXPECT = r"(sent the grader an invalid message|word .{0,1000})"


class Attacker(Honest):
    def attack(self, state):
        words = b"word " * 399
        channel().sendall(message(b'{"kind":"failed","message":"%b","frames":""}' % words))
        time.sleep(9)
