"""Reports an endless search, so that the grader has no time or memory left."""

from honest import Unpruned

from pacgrid.autograder.worker import services as service

EXPECT = "plays on"
POINTS = 0
TEST = "course search"


class Endless:
    def __getitem__(self, part):
        return [[number, 0, 4] for number in range(part.start, part.stop)]


class AlphaBetaAttacker(Unpruned):
    def choose(self, state, count):
        service.explored_steps = lambda *_: Endless()
        return super().choose(state, count)


Attacker = AlphaBetaAttacker
