"""Returns something whose description contains its own description."""

from honest import Honest

EXPECT = r"(RecursionError.*|returned .{1,900}|crashed: signal 11.*)"


class Endless:
    def __repr__(self):
        return f"<{self!r}{self!r}>"

    __str__ = __format__ = lambda self, *_: repr(self)


class Attacker(Honest):
    def act(self, state):
        return Endless()
