from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


class Node:
    def __init__(self, state, plies):
        self.state = state
        self.plies = plies

    def children(self):
        for action in self.state.legal_actions():
            yield Node(self.state.successor(action), self.plies - 1)

    def minimising(self):
        return self.state.to_move in range(1, self.state.num_agents - 1)


class Minimax(Agent):
    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def act(self, state):
        root = Node(state, self.depth * state.num_agents)
        values = [self.solve(child) for child in root.children()]
        return state.legal_actions()[values.index(max(values))]

    def solve(self, node):
        if node.state.is_terminal:
            return node.state.score
        if node.plies == 0:
            return self.evaluation(node.state)
        values = [self.solve(child) for child in node.children()]
        return min(values) if node.minimising() else max(values)
