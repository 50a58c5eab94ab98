from pacgrid import Agent


class Minimax(Agent):
    plays_ghosts = False

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        scores = {}
        for action in state.legal_actions():
            scores[action] = self.nextValue(state.successor(action), 0, self.depth)
        return max(scores, key=scores.get)

    def nextValue(self, state, agentIndex, depth):
        """Value after agentIndex has moved."""
        nextAgent = (agentIndex + 1) % state.num_agents
        if nextAgent == 0:
            depth = depth - 1
        if state.is_win or state.is_loss:
            return state.score
        if depth == 0:
            return self.evaluation(state)
        if nextAgent == 0:
            return self.maxLevel(state, depth)
        return self.minLevel(state, nextAgent, depth)

    def maxLevel(self, state, depth):
        v = -float("inf")
        for action in state.legal_actions():
            v = max(v, self.nextValue(state.successor(action), 0, depth))
        return v

    def minLevel(self, state, agentIndex, depth):
        v = float("inf")
        for action in state.legal_actions():
            v = min(v, self.nextValue(state.successor(action), agentIndex, depth))
        return v
