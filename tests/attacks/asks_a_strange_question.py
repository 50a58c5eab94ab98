"""Asks a question of a kind that there is not."""

import time

from honest import Honest, channel, message

from pacgrid.autograder.worker.messages import QuestionKind, pack_question

EXPECT = "sent the grader an invalid message"
TEST = "observed"


class Attacker(Honest):
    def attack(self, state):
        channel().sendall(message(pack_question(1, QuestionKind.SCORE, 0)[:5] + b"\xff" * 6))
        time.sleep(9)
