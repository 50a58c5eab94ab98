"""Forges the reply that says what it chose, with a number for its action."""

import json
import time

from honest import Honest, channel, message

EXPECT = "sent the grader an invalid message"
TEST = "course tree"


class Attacker(Honest):
    def getAction(self, state):  # noqa: N802
        reply = {"kind": "chosen", "action": -1, "returned": ""}
        channel().sendall(message(json.dumps(reply).encode()))
        time.sleep(9)
