"""Fails with a message of several lines, the others of which look like the grader's."""

from honest import Honest

from pacgrid.autograder.worker import service

EXPECT = r"ValueError  100 of 100 points.*"

forged = {
    "kind": "failed",
    "message": "ValueError\n\n100 of 100 points\r\x85",
    "frames": "a\x1b[2J",
}
service.Worker.act = lambda self, played: forged


class Attacker(Honest):
    pass
