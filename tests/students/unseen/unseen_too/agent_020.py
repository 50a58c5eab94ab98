from math import inf
from pacgrid import Agent


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        action, _ = self.minimax(state, self.depth)
        return action

    def minimax(self, state, depth):
        if state.is_terminal:
            return None, state.score
        if depth < 0:
            return None, self.evaluation(state)

        chosen = None
        if state.to_move == 1:
            # ghost
            value = inf
            for a in state.legal_actions():
                _, v = self.minimax(state.successor(a), self.next_depth(state, depth))
                if v < value:
                    chosen, value = a, v
        else:
            # pacman
            value = -inf
            for a in state.legal_actions():
                _, v = self.minimax(state.successor(a), self.next_depth(state, depth))
                if v > value:
                    chosen, value = a, v
        return chosen, value

    def next_depth(self, state, depth):
        # a round is over when the last agent has moved
        if state.to_move == state.num_agents - 1:
            return depth - 1
        return depth
