"""Asks a question that nobody waits for, while it is built."""

import time

from honest import Honest, channel, message

from pacgrid.autograder.worker.messages import QuestionKind, pack_question

EXPECT = "sent the grader a reply of the wrong kind"
TEST = "observed"


class Attacker(Honest):
    def __init__(self, depth, evaluation):
        channel().sendall(message(pack_question(1, QuestionKind.SCORE, 0)))
        time.sleep(9)
