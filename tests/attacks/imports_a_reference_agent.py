"""Lets an agent that comes with Pacgrid do the work."""

from pacgrid.agents.minimax import Minimax

EXPECT = (
    r"can't be imported: ModuleNotFoundError: No module named 'pacgrid.agents.minimax' "
    r"\(attack.py, line 3, in <module>\); "
    r"Pacgrid's own agents are not available in grading"
)


class Attacker(Minimax):
    pass
