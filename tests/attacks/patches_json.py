"""Replaces what the worker writes its answers with."""

import json

from honest import Honest

EXPECT = "sent the grader an invalid message"

json.dumps = lambda reply: '{"kind": "graded", "points": 100}'


class Attacker(Honest):
    pass
