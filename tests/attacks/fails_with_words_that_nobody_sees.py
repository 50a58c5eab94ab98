"""Says that it has failed, in blanks, joiners, marks and fillers that are not seen."""

import json
import time

from honest import Honest, channel, message

EXPECT = r"(sent the grader an invalid message|.*no reason.*|failed.*|.*\ufffd.*)"

BLANKS = "\u200b\u3164\u2800\xa0\u200d\u2060\ufeff\u115f\u2028"


class Attacker(Honest):
    def attack(self, state):
        text = json.dumps({"kind": "failed", "message": BLANKS, "frames": BLANKS})
        channel().sendall(message(text.encode()))
        time.sleep(9)
