from pacgrid import Agent


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        action, value = self.minimax(state, self.depth)
        return action

    def minimax(self, state, depth):
        """Returns the pair (action, value)."""
        if state.is_terminal:
            return None, state.score
        if depth == 0:
            return None, self.evaluation(state)
        pairs = []
        for action in state.legal_actions():
            child = state.successor(action)
            if child.to_move == 0:
                _, value = self.minimax(child, depth - 1)
            else:
                _, value = self.minimax(child, depth)
            pairs.append((action, value))
        if state.to_move == 0:
            return max(pairs, key=lambda pair: pair[1])
        return min(pairs)
