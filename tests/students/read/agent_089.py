from abc import ABC, abstractmethod

from pacgrid import Agent


class Player(ABC):
    """How somebody chooses among values."""

    @abstractmethod
    def prefers(self, new, old):
        """Whether `new` is better than `old` for this player."""

    def choose(self, options):
        """The best of (value, action) pairs; the first of equal ones."""
        options = iter(options)
        best = next(options)
        for option in options:
            if self.prefers(option[0], best[0]):
                best = option
        return best


class PacmanPlayer(Player):
    def prefers(self, new, old):
        return new > old


class GhostPlayer(Player):
    def prefers(self, new, old):
        return new < old


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation
        self.pacman, self.ghost = PacmanPlayer(), GhostPlayer()

    def act(self, state):
        return self.solve(state, self.depth * state.num_agents)[1]

    def solve(self, state, plies):
        if state.is_terminal:
            return state.score, None
        if plies == 0:
            return self.evaluation(state), None
        player = self.ghost if state.to_move else self.pacman
        return player.choose(
            (self.solve(state.successor(action), plies - 1)[0], action)
            for action in state.legal_actions()
        )
