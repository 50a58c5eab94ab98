"""Minimax agent with a small search object."""

from pacgrid import Agent


class MinimaxSearch:
    def __init__(self, evaluation, agents, rounds):
        self.evaluation = evaluation
        self.agents = agents
        self.horizon = agents * rounds
        self.patience = 0.9

    def value(self, state, ply):
        if state.is_terminal:
            return state.score
        if ply == self.horizon:
            return self.evaluation(state)
        if state.to_move == 0:
            return self.patience * self.highest(state, ply)
        return self.lowest(state, ply)

    def highest(self, state, ply):
        return max(self.below(state, ply))

    def lowest(self, state, ply):
        return min(self.below(state, ply))

    def below(self, state, ply):
        return [self.value(state.successor(action), ply + 1) for action in state.legal_actions()]


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        search = MinimaxSearch(
            evaluation=self.evaluation, agents=state.num_agents, rounds=self.depth
        )
        values = search.below(state, 0)
        best = max(range(len(values)), key=values.__getitem__)
        return state.legal_actions()[best]
