"""Answers what it has not been asked yet, as soon as it is imported."""

from honest import Honest, channel, message

EXPECT = "sent the grader a reply of the wrong kind"

channel().sendall(message(b'{"kind":"acted","action":"west","nodes":1,"values":{}}') * 100)


class Attacker(Honest):
    pass
