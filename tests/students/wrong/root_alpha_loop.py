from pacgrid import Agent

MISTAKES = {"AlphaBeta": "root does not update alpha"}


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        alpha = float('-inf')
        beta = float('inf')
        bestValue = float('-inf')
        bestAction = None
        for action in state.legal_actions():
            value = self.lookahead(state.successor(action), self.depth * state.num_agents - 1, alpha, beta)
            if value > bestValue:
                bestValue = value
                bestAction = action
        return bestAction

    def lookahead(self, state, plies, alpha, beta):
        if state.is_terminal: return state.score
        if plies == 0: return self.evaluation(state)
        isMax = state.to_move == 0
        value = alpha if isMax else beta
        for action in state.legal_actions():
            new = self.lookahead(state.successor(action), plies - 1, alpha, beta)
            if isMax:
                value = alpha = max(alpha, new)
            else:
                value = beta = min(beta, new)
            if alpha >= beta:
                break
        return value
