from pacgrid import Agent


class AlphaBeta(Agent):
    plays_ghosts = False

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        evaluation = self.evaluation

        def leaf(s, plies):
            return s.is_terminal or plies == 0

        def worth(s):
            return s.score if s.is_terminal else evaluation(s)

        def maxi(s, plies, alpha, beta):
            v = float("-inf")
            for a in s.legal_actions():
                v = max(v, go(s.successor(a), plies - 1, alpha, beta))
                alpha = max(alpha, v)
                if alpha >= beta:
                    break
            return v

        def mini(s, plies, alpha, beta):
            v = float("inf")
            for a in s.legal_actions():
                v = min(v, go(s.successor(a), plies - 1, alpha, beta))
                beta = min(beta, v)
                if alpha >= beta:
                    break
            return v

        def go(s, plies, alpha, beta):
            if leaf(s, plies):
                return worth(s)
            return maxi(s, plies, alpha, beta) if s.to_move == 0 else mini(s, plies, alpha, beta)

        best_action, best_value = None, float("-inf")
        alpha, beta = 0, float("inf")
        for a in state.legal_actions():
            v = go(state.successor(a), self.depth * state.num_agents - 1, alpha, beta)
            if best_action is None or v > best_value:
                best_action, best_value = a, v
            alpha = max(alpha, v)
        return best_action
