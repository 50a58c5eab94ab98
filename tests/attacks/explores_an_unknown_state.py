"""Reports that it explored a successor of a state that there is not."""

from honest import Unpruned

from pacgrid.autograder.worker import services as service

EXPECT = "has reported a state that it can.t have explored"
TEST = "course search"


class AlphaBetaAttacker(Unpruned):
    def choose(self, state, count):
        service.explored_steps = lambda *_: [(10**9, 0, 0)]
        return super().choose(state, count)


Attacker = AlphaBetaAttacker
