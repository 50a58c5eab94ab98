"""Sends the grader open files with its answers, until it can open none itself."""

import socket

from honest import Honest, channel, message

from pacgrid import Action
from pacgrid.autograder.worker.messages import pack_expand

EXPECT = "(plays on|PermissionError: .*)"
POINTS = None
TEST = "search"


class Attacker(Honest):
    def attack(self, state):
        text = message(pack_expand(0, Action.WEST, 1))
        for _ in range(50):
            socket.send_fds(channel(), [text], [0, 1, 2] * 20)
            channel().recv(4000)
