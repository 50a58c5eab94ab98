import math

from pacgrid.agent import Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.max_depth = depth
        self.eval_fn = evaluation

    def act(self, state):
        _, action = self.search(state, 0, 0)
        return action

    def search(self, state, agent, depth):
        """Returns (value, action). Ghosts have no action of their own."""
        if state.is_win or state.is_loss:
            return state.score, None
        if agent == state.num_agents:
            agent = 0
            depth += 1
        if depth >= self.max_depth:
            return self.eval_fn(state), None
        if agent == 0:
            best, choice = -math.inf, None
            for action in state.legal_actions():
                value, _ = self.search(state.successor(action), 1, depth)
                if value > best:
                    best, choice = value, action
            return best, choice
        mean = 0.0
        for count, action in enumerate(state.legal_actions(), start=1):
            value, _ = self.search(state.successor(action), agent + 1, depth)
            mean += (value - mean) / count
        return mean, None
