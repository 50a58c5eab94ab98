"""Sends the grader open files with its answers, until it can open none itself."""

import socket

from honest import Honest, channel, message

EXPECT = "plays on"
TEST = "search"


class Attacker(Honest):
    def attack(self, state):
        text = message(b'{"kind":"expand","state":0,"action":"west"}')
        for _ in range(50):
            socket.send_fds(channel(), [text], [0, 1, 2] * 20)
            channel().recv(4000)
