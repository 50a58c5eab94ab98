"""A win is 500, a loss is -500."""

from pacgrid import Agent

MISTAKES = dict.fromkeys(("Minimax", "AlphaBeta", "Expectimax"), "finished game counted as ±500")


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        return self.search(state, self.depth * state.num_agents)[1]

    def leaf(self, state, plies):
        if state.is_win:
            return 500
        if state.is_loss:
            return -500
        if plies == 0:
            return self.evaluation(state)
        return None

    def search(self, state, plies):
        leaf = self.leaf(state, plies)
        if leaf is not None:
            return leaf, None
        pairs = [(self.search(state.successor(a), plies - 1)[0], a) for a in state.legal_actions()]
        if state.to_move == 0:
            return max(pairs, key=lambda p: p[0])
        return self.ghost(pairs)

    def ghost(self, pairs):
        return min(pairs, key=lambda p: p[0])


class Expectimax(Minimax):
    def ghost(self, pairs):
        return sum(p[0] for p in pairs) / len(pairs), None


class AlphaBeta(Minimax):
    def act(self, state):
        return self.search(state, self.depth * state.num_agents, float("-inf"), float("inf"))[1]

    def search(self, state, plies, alpha, beta):
        leaf = self.leaf(state, plies)
        if leaf is not None:
            return leaf, None
        best = None
        for a in state.legal_actions():
            v = self.search(state.successor(a), plies - 1, alpha, beta)[0]
            if state.to_move == 0:
                if best is None or v > best[0]:
                    best = v, a
                alpha = max(alpha, v)
            else:
                if best is None or v < best[0]:
                    best = v, a
                beta = min(beta, v)
            if alpha > beta:
                break
        return best
