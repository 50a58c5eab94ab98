from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


class Expectimax(Agent):
    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def act(self, state):
        def below(s, n):
            return [value(s.successor(a), n - 1) for a in s.legal_actions()]

        def mean(xs):
            return sum(xs) / len(xs)

        def value(s, n):
            if s.is_terminal:
                return s.score
            if n == 0:
                return self.evaluation(s)
            how = [max, mean][s.to_move] if s.to_move < 2 else min
            return how(below(s, n))

        scores = below(state, self.depth * state.num_agents)
        return state.legal_actions()[scores.index(max(scores))]
