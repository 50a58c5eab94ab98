"""Has a class whose class lies about everything that one may ask of it."""

from honest import Honest

EXPECT = r"(plays on|.*Error.*|returned .*)"
POINTS = None


class Liar(type(Honest)):
    def __instancecheck__(cls, thing):
        return True

    def __subclasscheck__(cls, kind):
        return True

    def __getattribute__(cls, name):
        if name in ("__signature__", "__abstractmethods__", "__module__", "__dict__"):
            return "\x1b[2J" * 1000
        return super().__getattribute__(name)


class Attacker(Honest, metaclass=Liar):
    pass
