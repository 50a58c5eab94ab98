from pacgrid import Agent

MIN, MAX = -500, 500


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        plies = self.depth * state.num_agents
        alpha = MIN
        best = None
        for action in state.legal_actions():
            value = self.minimax(state.successor(action), plies - 1, alpha, MAX)
            if best is None or value > alpha:
                best = action
                alpha = max(alpha, value)
        return best

    def minimax(self, node, plies, alpha, beta):
        if node.is_terminal:
            return node.score
        if plies == 0:
            return self.evaluation(node)
        maximizing = node.to_move == 0
        best = MIN if maximizing else MAX
        for action in node.legal_actions():
            val = self.minimax(node.successor(action), plies - 1, alpha, beta)
            if maximizing:
                best = max(best, val)
                alpha = max(alpha, best)
            else:
                best = min(best, val)
                beta = min(beta, best)
            if beta <= alpha:
                break
        return best
