"""Raises an exception whose class changes its name while it is looked at."""

from honest import Honest

EXPECT = r"(StrangeError.*|.*points.*|TypeError.*|its process exited.*|.*Error.*)"


class Strange(type):
    @property
    def __name__(cls):
        return "\x1b[32m100 points\n<b>all passed</b>"

    @property
    def __qualname__(cls):
        raise ValueError


class StrangeError(Exception, metaclass=Strange):
    pass


class Attacker(Honest):
    def act(self, state):
        raise StrangeError
