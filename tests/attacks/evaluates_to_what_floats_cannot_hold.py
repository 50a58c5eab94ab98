"""An evaluation function whose values are tiny, negative zeros, fractions, and numbers of numpy."""

from fractions import Fraction

EXPECT = r"(plays on|.*evaluate returned .*; it must return a .*number)"
POINTS = None
TEST = "evaluate"

asked = []


def evaluate(state):
    asked.append(1)
    values = [-0.0, 5e-324, Fraction(1, 10**400), True, 1.7e308, Fraction(10**300, 3)]
    return values[len(asked) % len(values)]
