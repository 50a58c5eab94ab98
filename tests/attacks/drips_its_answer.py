"""Sends its answer a byte at a time, so that it seems to be at work."""

import time

from honest import Honest, channel, message

EXPECT = "took more than 1.5 seconds for a move"


class Attacker(Honest):
    def attack(self, state):
        text = message(b'{"kind":"acted","action":"west","nodes":1,"values":{}}' + b" " * 1000)
        for number in range(len(text)):
            channel().sendall(text[number : number + 1])
            time.sleep(0.02)
