from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


class Minimax(Agent):
    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluate = evaluation_named(evaluation)

    def act(self, state):
        def value(s, left):
            if s.is_terminal:
                return s.score
            if left <= 0:
                return self.evaluate(s)
            return maximize(s, left) if s.to_move == 0 else minimize(s, left)

        def maximize(s, left):
            best = float("-inf")
            for a in s.legal_actions():
                left -= 1
                best = max(best, value(s.successor(a), left))
            return best

        def minimize(s, left):
            return min(value(s.successor(a), left - 1) for a in s.legal_actions())

        plies = self.depth * state.num_agents - 1
        return max(state.legal_actions(), key=lambda a: value(state.successor(a), plies))
