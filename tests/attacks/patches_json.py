"""Replaces what the worker writes its answers with."""

import json

from honest import Honest

EXPECT = "sent the grader a message that makes no sense"

json.dumps = lambda reply: '{"kind": "graded", "points": 100}'


class Attacker(Honest):
    pass
