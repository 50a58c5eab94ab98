"""One line each, because I can."""

from functools import reduce
from operator import add

from pacgrid import Agent

MISTAKES = {}

leaf = lambda f, s, n: s.score if s.is_terminal else f(s) if n == 0 else None
kids = lambda s: map(s.successor, s.legal_actions())
mean = lambda xs: (lambda l: reduce(add, l) / len(l))(list(xs))
mm = lambda f, s, n: (
    leaf(f, s, n)
    if s.is_terminal or n == 0
    else reduce(max if s.to_move == 0 else min, map(lambda c: mm(f, c, n - 1), kids(s)))
)
em = lambda f, s, n: (
    leaf(f, s, n)
    if s.is_terminal or n == 0
    else (max if s.to_move == 0 else mean)(map(lambda c: em(f, c, n - 1), kids(s)))
)


class Minimax(Agent):
    search = staticmethod(mm)

    def __init__(self, depth, evaluation):
        self.act = lambda s: max(
            s.legal_actions(),
            key=lambda a: self.search(evaluation, s.successor(a), depth * s.num_agents - 1),
        )

    def act(self, state):
        raise NotImplementedError  # replaced above


class Expectimax(Minimax):
    search = staticmethod(em)
