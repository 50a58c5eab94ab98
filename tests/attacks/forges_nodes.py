"""Tells of its search what it likes."""

from honest import Honest

from pacgrid.agent import Report

EXPECT = "plays on"


class Lie:
    def __int__(self):
        return -(10**4000)

    def __index__(self):
        return 10**4000

    def items(self):
        return [("west", float("nan")), ("east", float("inf")), ("up", "x")]


class Attacker(Honest):
    def attack(self, state):
        self.report = Report(nodes=Lie(), values=Lie())
