from pacgrid import Agent


class AlphaBeta(Agent):
    plays_ghosts = False

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluationFunction = evaluation or (lambda s: s.score)

    def act(self, gameState):
        alpha, beta = float("-inf"), float("inf")
        bestAction, bestValue = None, float("-inf")
        for action in gameState.legal_actions():
            value = self.getValue(gameState.successor(action), 1, 0, alpha, beta)
            if bestAction is None or value > bestValue:
                bestValue = value
                bestAction = action
            alpha = max(alpha, bestValue)
        return bestAction

    def getValue(self, gameState, agentIndex, depth, alpha, beta):
        if agentIndex >= gameState.num_agents:
            agentIndex, depth = 0, depth + 1
        if gameState.is_win or gameState.is_loss:
            return gameState.score
        if depth == self.depth:
            return self.evaluationFunction(gameState)
        if agentIndex == 0:
            return self.maxValue(gameState, depth, alpha, beta)
        return self.minValue(gameState, agentIndex, depth, alpha, beta)

    def maxValue(self, gameState, depth, alpha, beta):
        v = float("-inf")
        for action in gameState.legal_actions():
            v = max(v, self.getValue(gameState.successor(action), 1, depth, alpha, beta))
            alpha = max(alpha, v)
        if v >= beta:
            return v
        return v

    def minValue(self, gameState, agentIndex, depth, alpha, beta):
        v = float("inf")
        for action in gameState.legal_actions():
            after = gameState.successor(action)
            v = min(v, self.getValue(after, agentIndex + 1, depth, alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v
