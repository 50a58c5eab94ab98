"""Gives actions other names, which end up in the answer."""

from honest import Honest

from pacgrid import Action

EXPECT = "sent the grader an invalid message"

Action.__str__ = lambda self: "\x1b[2J=cmd|' /C calc'!A0"


class Attacker(Honest):
    pass
