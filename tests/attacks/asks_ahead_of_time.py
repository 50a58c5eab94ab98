"""Floods the grader with questions, and reads none of the answers."""

from honest import Honest, channel, message

from pacgrid.autograder.worker.messages import QuestionKind, pack_question

EXPECT = (
    "went on after it exceeded a limit|broke its channel to the grader: the other side doesn't read"
)
TEST = "observed"


class Attacker(Honest):
    def attack(self, state):
        text = message(pack_question(1, QuestionKind.SCORE, 0)) * 1000
        while True:
            channel().sendall(text)
