from pacgrid import Agent


class AlphaBeta(Agent):
    """Alpha-beta pruning with nested functions."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        end = self.depth * state.num_agents

        def value(node, ply, alpha, beta):
            if node.is_terminal:
                return node.score
            if ply == end:
                return self.evaluation(node)
            function = highest if node.to_move == 0 else lowest
            return function(node, ply + 1, alpha, beta)

        def highest(node, ply, alpha, beta):
            v = float("-inf")
            for action in node.legal_actions():
                v = max(v, value(node.successor(action), ply, alpha, beta))
                alpha = max(alpha, v)
                if alpha >= beta:
                    break
            return v

        def lowest(node, ply, alpha, beta):
            v = float("inf")
            for action in node.legal_actions():
                v = min(v, value(node.successor(action), ply, alpha, beta))
                beta = min(beta, v)
                if alpha <= beta:
                    break
            return v

        best_action = None
        best = float("-inf")
        for action in state.legal_actions():
            v = value(state.successor(action), 1, best, float("inf"))
            if best_action is None or v > best:
                best, best_action = v, action
        return best_action
