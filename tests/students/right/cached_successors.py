"""All the successors of a state are asked for once and kept."""

from pacgrid import Agent

MISTAKES = {}


class Tree:
    def __init__(self):
        self.kept = {}

    def children(self, state):
        if state not in self.kept:
            self.kept[state] = [(a, state.successor(a)) for a in state.legal_actions()]
        return self.kept[state]


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation
        self.tree = Tree()

    def act(self, state):
        plies = self.depth * state.num_agents
        best = max(self.tree.children(state), key=lambda pair: self.value(pair[1], plies - 1))
        return best[0]

    def value(self, state, plies):
        if state.is_win or state.is_loss:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        values = [self.value(child, plies - 1) for _, child in self.tree.children(state)]
        return self.choose(values, state.to_move)

    def choose(self, values, who):
        return max(values) if who == 0 else min(values)


class Expectimax(Minimax):
    def choose(self, values, who):
        return max(values) if who == 0 else sum(values) / len(values)
