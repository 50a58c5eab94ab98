"""`if action is Action.STOP: continue` in every loop"""

from pacgrid import Action
from pacgrid.search import Searcher

MISTAKES = dict.fromkeys(("Minimax", "AlphaBeta"), "STOP left out")


class Minimax(Searcher):
    def action_values(self, state, plies):
        result = {}
        for action in state.legal_actions():
            if action is Action.STOP and len(state.legal_actions()) > 1:
                continue
            result[action] = self.value(state.successor(action), plies - 1)
        return result

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        best = None
        for action in state.legal_actions():
            if action is Action.STOP and len(state.legal_actions()) > 1:
                continue
            v = self.value(state.successor(action), plies - 1)
            if best is None or (v > best) == (state.to_move == 0):
                best = v
        return best


class AlphaBeta(Searcher):
    def action_values(self, state, plies):
        result = {}
        for action in state.legal_actions():
            if action is Action.STOP and len(state.legal_actions()) > 1:
                continue
            alpha = max(result.values(), default=-1e10)
            result[action] = self.value(state.successor(action), plies - 1, alpha, 1e10)
        return result

    def value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        v = -1e10 if state.to_move == 0 else 1e10
        for action in state.legal_actions():
            if action is Action.STOP and len(state.legal_actions()) > 1:
                continue
            w = self.value(state.successor(action), plies - 1, alpha, beta)
            if state.to_move == 0:
                v = max(v, w)
                alpha = max(alpha, v)
            else:
                v = min(v, w)
                beta = min(beta, v)
            if alpha > beta:
                break
        return v
