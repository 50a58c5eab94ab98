"""Counts layers with itertools: MAX, MIN, MAX, MIN, until depth of each."""

from pacgrid import Agent

MISTAKES = {"Minimax": "all ghosts in one MIN layer", "Expectimax": "all ghosts in one MIN layer"}


class _Layered(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.schedule = ["pacman", "ghosts"] * depth
        self.evaluation = evaluation

    def act(self, state):
        pairs = []
        for i, a in enumerate(state.legal_actions()):
            pairs.append((self.layer(state.successor(a), self.schedule[1:]), -i))
        return state.legal_actions()[-max(pairs)[1]]

    def layer(self, state, schedule):
        if state.is_win or state.is_loss:
            return state.score
        if not schedule:
            return self.evaluation(state)
        below = [self.layer(state.successor(a), schedule[1:]) for a in state.legal_actions()]
        return self.combine(state.to_move, below)


class Minimax(_Layered):
    def combine(self, mover, values):
        return [max, min][mover > 0](values)


class Expectimax(_Layered):
    def combine(self, mover, values):
        return max(values) if mover == 0 else sum(values) / len(values)
