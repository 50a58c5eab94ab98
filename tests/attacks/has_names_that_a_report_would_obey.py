"""Has classes with names that are commands for browsers and spreadsheets, and thousands of them."""

from honest import Honest

EXPECT = "plays on"
TEST = "inspect"


class Attacker(Honest):
    pass


for number in range(3000):
    name = f"<script>{number}</script>" if number % 2 else f"=cmd{number}\x1b[2J"
    globals()[name] = type(name, (Honest,), {"__module__": __name__})
    globals()[f"_{number}"] = type(f"A{number}" * 100, (Honest,), {"__module__": __name__})
