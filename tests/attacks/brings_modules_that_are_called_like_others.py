"""Brings helpers with names of the standard library: it is no attack, and must find its own."""

import queue

import graph
import heap
from honest import Honest

EXPECT = "plays on"
FILES = {
    "queue.py": "MINE = True",
    "heap.py": "import statistics\nMINE = statistics.MINE",
    "statistics.py": "MINE = True",
    "graph.py": "from queue import MINE",
}


class Attacker(Honest):
    def attack(self, state):
        assert [queue.MINE, heap.MINE, graph.MINE]
