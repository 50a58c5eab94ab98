"""Has an agent that is not finished: thousands of methods are missing, with long names."""

from abc import abstractmethod

from honest import Honest

EXPECT = r".{1,1000}"
POINTS = 0
TEST = "batch"

methods = {f"m{'x' * 50}{number}": abstractmethod(lambda self: None) for number in range(3000)}
Base = type(Honest)("Base", (Honest,), methods)


class Attacker(Base):
    pass
