"""Has a class that never says what it accepts."""

from honest import Honest

EXPECT = "took more than 1.5 CPU seconds to (load;.*|build the agent)"


class Endless:
    def __get__(self, instance, owner):
        while True:
            pass


class Attacker(Honest):
    __signature__ = Endless()
