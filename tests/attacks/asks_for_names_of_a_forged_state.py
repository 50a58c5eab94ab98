"""Asks what the actions of a state are called that there is not."""

from honest import Honest

from pacgrid.autograder.worker.messages import QuestionKind

EXPECT = "asked about a state that does not exist"
TEST = "course tree"


class Attacker(Honest):
    def getAction(self, state):  # noqa: N802
        state.state._search.ask(QuestionKind.ACTION_NAMES, 99)
