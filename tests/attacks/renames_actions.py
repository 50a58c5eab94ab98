"""Gives actions other names, which a report must not show."""

from honest import Honest

from pacgrid import Action

EXPECT = "plays on"  # a message has their numbers

Action.__str__ = lambda self: "\x1b[2J=cmd|' /C calc'!A0"


class Attacker(Honest):
    pass
