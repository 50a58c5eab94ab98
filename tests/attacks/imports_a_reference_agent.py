"""Lets an agent that comes with Pacgrid do the work."""

from pacgrid.agents.minimax import Minimax

EXPECT = (
    r"can't be imported: ModuleNotFoundError: No module named 'pacgrid.agents.minimax' "
    r"\(attack.py, line 3, in <module>\); "
    r"the agents that come with Pacgrid are not there in grading"
)


class Attacker(Minimax):
    pass
