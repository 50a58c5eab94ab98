"""Reports an illegal move in its search."""

from honest import Unpruned

from pacgrid.autograder.worker import services as service

EXPECT = "has reported an illegal move in its search"
TEST = "course search"


class AlphaBetaAttacker(Unpruned):
    def choose(self, state, count):
        service.explored_steps = lambda *_: [(0, 0, 2)]
        return super().choose(state, count)


Attacker = AlphaBetaAttacker
