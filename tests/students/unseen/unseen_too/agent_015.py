from math import inf

from pacgrid import Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        return self.max_node(state, self.depth * state.num_agents)[0]

    def node(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            return self.max_node(state, plies)[1]
        return self.chance_node(state, plies)

    def max_node(self, state, plies):
        best_action, best_value = None, -inf
        for action in state.legal_actions():
            value = self.node(state.successor(action), plies - 1)
            if value > best_value:
                best_action, best_value = action, value
        return best_action, best_value

    def chance_node(self, state, plies):
        actions = state.legal_actions()
        probability = 1 // len(actions)
        expectation = 0
        for action in actions:
            expectation += probability * self.node(state.successor(action), plies - 1)
        return expectation
