"""Forges the reply that says what it chose, with more states explored than there can be."""

import json
import time

from honest import Honest, channel, message

EXPECT = "sent the grader an invalid message"
TEST = "course tree"


class Attacker(Honest):
    def getAction(self, state):  # noqa: N802
        reply = {"kind": "chosen", "action": "Left", "returned": "", "explored": -1}
        channel().sendall(message(json.dumps(reply).encode()))
        time.sleep(9)
