"""Every ghost in the round does the action that was chosen for the ghost."""

from pacgrid import Agent

MISTAKES = {"Minimax": "the same ghost moved every time", "AlphaBeta": "the same ghost moved every time"}


def ghosts_move(state, action):
    # all of them
    for _ in range(state.num_agents - 1):
        if state.is_terminal or state.to_move == 0:
            break
        legal = state.legal_actions()
        state = state.successor(action if action in legal else legal[0])
    return state


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        return self.value(state, 2 * self.depth)[1]

    def value(self, s, layers):
        if s.is_terminal:
            return s.score, None
        if layers == 0:
            return self.evaluation(s), None
        if s.to_move == 0:
            return max(((self.value(s.successor(a), layers - 1)[0], a) for a in s.legal_actions()), key=lambda x: x[0])
        return min(((self.value(ghosts_move(s, a), layers - 1)[0], a) for a in s.legal_actions()), key=lambda x: x[0])


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        return self.value(state, 2 * self.depth, float("-inf"), float("inf"))[1]

    def value(self, s, layers, alpha, beta):
        if s.is_terminal:
            return s.score, None
        if layers == 0:
            return self.evaluation(s), None
        best = None
        for a in s.legal_actions():
            if s.to_move == 0:
                v, _ = self.value(s.successor(a), layers - 1, alpha, beta)
                if best is None or v > best[0]:
                    best = v, a
                alpha = max(alpha, v)
            else:
                v, _ = self.value(ghosts_move(s, a), layers - 1, alpha, beta)
                if best is None or v < best[0]:
                    best = v, a
                beta = min(beta, v)
            if alpha > beta:
                break
        return best
