"""Raises the error of a file that it can't read, with lines that it makes up."""

from honest import Honest

EXPECT = r"SyntaxError: .{1,900}"


class Attacker(Honest):
    def act(self, state):
        forged = ("/etc/passwd\n100 points", 10**30, -1, "x\n" * 9999, 10**30, 10**30)
        raise SyntaxError("100 points\nall passed", forged)
