"""Asks about a state that there is not."""

from honest import Honest

from pacgrid.autograder.worker.messages import QuestionKind

EXPECT = "asked about a state that does not exist"
TEST = "observed"


class Attacker(Honest):
    def attack(self, state):
        state._search.ask(QuestionKind.SCORE, 99)
