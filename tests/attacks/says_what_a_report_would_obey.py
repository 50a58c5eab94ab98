"""Raises an exception whose message holds commands for terminals, browsers and spreadsheets."""

from honest import Honest

EXPECT = r"ValueError: =cmd.*"


class Attacker(Honest):
    def act(self, state):
        text = (
            "=cmd|' /C calc'!A0 \x1b[2J\x1b]0;x\x07 <script>alert(1)</script> [link](javascript:x) "
        )
        raise ValueError(f"{text}\r\u202e\u2066\x85\u2028\x00 100 points")
