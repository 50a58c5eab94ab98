"""Replaces the sending of messages: each is sent thrice."""

from honest import Honest

from pacgrid.autograder.sandbox.channel import WorkerChannel

EXPECT = "sent the grader a reply of the wrong kind"

send = WorkerChannel.send
WorkerChannel.send = lambda self, data, timeout=None: [send(self, data) for _ in range(3)]


class Attacker(Honest):
    pass
