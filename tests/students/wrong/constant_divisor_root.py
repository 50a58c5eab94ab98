"""n is set once in act: how many actions there are."""

from pacgrid import Agent

MISTAKES = {"Expectimax": "constant divisor"}


class Expectimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        self.n = 2  # a ghost in a corridor: left or right
        scores = []
        for a in state.legal_actions():
            scores.append(self.expect(state.successor(a), self.depth * state.num_agents - 1))
        return state.legal_actions()[scores.index(max(scores))]

    def expect(self, state, plies):
        if state.is_win or state.is_loss:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        scores = [self.expect(state.successor(a), plies - 1) for a in state.legal_actions()]
        if state.to_move == 0:
            return max(scores)
        return sum(scores) / self.n
