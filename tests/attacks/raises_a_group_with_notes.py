"""Raises a group of errors, with notes in lines that look like results."""

from honest import Honest

EXPECT = r"(BaseException|Exception)Group: .{0,900}\(attack.py, line \d+, in act\)"


class Attacker(Honest):
    def act(self, state):
        errors = [KeyboardInterrupt("1"), SystemExit("2"), ValueError("3\n4")]
        group = BaseExceptionGroup("passed\n" * 100, errors)
        for _ in range(100):
            group.add_note("100 of 100 points\n" * 100)
        raise group
