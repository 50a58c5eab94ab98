"""Raises an error whose class and function are called like the board of a hidden test."""

from honest import Honest, seen

EXPECT = r"_+P_*1_.*"
TELLS_BY = "failure"


class Attacker(Honest):
    def attack(self, state):
        name = "".join(c if c.isalnum() else "_" for c in seen(state))
        scope = {}
        exec(f"def {name}(): raise type('{name}', (Exception,), {{}})", scope)
        scope[name]()
