from pacgrid.agent import Agent
from pacgrid.search import evaluation_named

COMBINE = {True: max, False: lambda values: sum(values) / len(values)}


class Expectimax(Agent):
    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def act(self, state):
        plies = self.depth * state.num_agents

        def value(s, n):
            if s.is_terminal:
                return s.score
            if n == 0:
                return self.evaluation(state)
            return COMBINE[s.to_move == 0](
                [value(s.successor(a), n - 1) for a in s.legal_actions()]
            )

        results = [(value(state.successor(a), plies - 1), a) for a in state.legal_actions()]
        return max(results, key=lambda r: r[0])[1]
