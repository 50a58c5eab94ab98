"""An evaluation function whose values are larger than whatever they are compared with."""

EXPECT = "plays on"
POINTS = 0
TEST = "evaluate"


class Most(float):
    def __gt__(self, other):
        return True

    __ge__ = __gt__

    def __lt__(self, other):
        return False

    __le__ = __lt__

    def __float__(self):
        return Most(0)


def evaluate(state):
    return Most(0)
