from math import inf

from pacgrid import Agent

EXACT, AT_LEAST, AT_MOST = range(3)


class AlphaBeta(Agent):
    """Keeps what it knows of each position for as long as one move takes."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        self.table = {}
        best, alpha = None, -inf
        for action in state.legal_actions():
            value = self.look_up(
                state.successor(action), self.depth * state.num_agents - 1, alpha, inf
            )
            if best is None or value > alpha:
                best, alpha = action, value
        return best

    def look_up(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        kind, value = self.table.get((state, plies), (None, None))
        if kind == EXACT:
            return value
        if kind == AT_LEAST and value >= beta:
            return value
        if kind == AT_MOST and value <= alpha:
            return value
        value = self.search(state, plies, alpha, beta)
        if value <= alpha:
            kind = AT_MOST
        elif value >= beta:
            kind = AT_LEAST
        else:
            kind = EXACT
        self.table[state, plies] = kind, value
        return value

    def search(self, state, plies, alpha, beta):
        is_max = state.to_move == 0
        value = -inf if is_max else inf
        for action in state.legal_actions():
            found = self.look_up(state.successor(action), plies - 1, alpha, beta)
            if is_max:
                value = max(value, found)
                alpha = max(alpha, value)
            else:
                value = min(value, found)
                beta = min(beta, value)
            if alpha >= beta:
                break
        return value
