from pacgrid import Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        actions = state.legal_actions()
        n = len(actions)

        def expected(s, k):
            if s.is_terminal:
                return s.score
            if k == 0:
                return self.evaluation(s)
            children = [s.successor(a) for a in s.legal_actions()]
            if s.to_move == 0:
                return max(expected(c, k - 1) for c in children)
            return sum(expected(c, k - 1) for c in children) / n

        results = [expected(state.successor(a), self.depth * state.num_agents - 1) for a in actions]
        return actions[results.index(max(results))]
