"""Reads all that comes over the channel: it may know of more states than it has asked for."""

import re

from honest import Honest, succeeded

from pacgrid.autograder.worker.channel import Channel

EXPECT = "plays on"
TEST = "search"

read = []
receive = Channel.receive


def overhear(self, timeout=None):
    data = receive(self, timeout)
    read.append(bytes(data))
    return data


Channel.receive = overhear


class Attacker(Honest):
    def attack(self, state):
        read.clear()
        after = state.successor(state.legal_actions()[0])
        known = sum(len(re.findall(rb'"(?:score|is_win)"', data)) for data in read) // 2
        if known > 1:
            succeeded(f"knows {known} states, after asking for one: {after}")
