from pacgrid import Agent

MISTAKES = {"Minimax": "win tested but not loss", "Expectimax": "win tested but not loss"}


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        f = self.evaluation

        def done(s, n):
            return n == 0 or s.is_win

        def leaf(s):
            return s.score if s.is_win else f(s)

        def vmax(s, n):
            if done(s, n): return leaf(s)
            return max(v(s.successor(a), n - 1) for a in s.legal_actions())

        def vmin(s, n):
            if done(s, n): return leaf(s)
            return min(v(s.successor(a), n - 1) for a in s.legal_actions())

        def v(s, n):
            return vmax(s, n) if s.to_move == 0 else vmin(s, n)

        n = self.depth * state.num_agents
        return max(state.legal_actions(), key=lambda a: v(state.successor(a), n - 1))


class Expectimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        def v(s, n):
            if s.is_win:
                return s.score
            if n == 0:
                return self.evaluation(s)
            kids = [v(s.successor(a), n - 1) for a in s.legal_actions()]
            if not kids:
                return 0
            return max(kids) if s.to_move == 0 else sum(kids) / len(kids)

        n = self.depth * state.num_agents
        return max(state.legal_actions(), key=lambda a: v(state.successor(a), n - 1))
