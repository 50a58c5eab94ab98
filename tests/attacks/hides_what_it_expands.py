"""Expands more than it may, under the counter: it sets the count in its report back to nothing."""

from honest import Honest

from pacgrid.agent import Report

EXPECT = "asked for more than 5,001 successors in one search"
TEST = "search"


class Attacker(Honest):
    def attack(self, state):
        for _ in range(3000):
            for action in state.legal_actions():
                state.successor(action)
            self.report = Report(nodes=0)
