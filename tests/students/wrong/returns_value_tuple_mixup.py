"""search returns (value, action) ... or was it the other way round?"""

from pacgrid import Agent

MISTAKES = {"Minimax": "returns the value instead of the action", "Expectimax": "returns the value instead of the action"}


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation

    def act(self, state):
        action, value = self.search(state, self.depth * state.num_agents)
        return action

    def search(self, s, n):
        if s.is_terminal:
            return s.score, None
        if n == 0:
            return self.evaluation(s), None
        pairs = [(self.search(s.successor(a), n - 1)[0], a) for a in s.legal_actions()]
        if s.to_move == 0:
            return max(pairs, key=lambda pair: pair[0])
        return self.ghost(pairs)

    def ghost(self, pairs):
        return min(pairs, key=lambda pair: pair[0])


class Expectimax(Minimax):
    def ghost(self, pairs):
        return sum(value for value, _ in pairs) / len(pairs), None
