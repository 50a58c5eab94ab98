from pacgrid import Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluationFunction = evaluation or (lambda s: s.score)

    def act(self, gameState):
        bestValue = None
        bestAction = None
        for action in gameState.legal_actions():
            successor = gameState.successor(action)
            value = self.getValue(successor, self.depth * gameState.num_agents - 1)
            if gameState.to_move != 0:
                value = -value
            if bestValue is None or value > bestValue:
                bestValue = value
                bestAction = action
        return bestAction

    def getValue(self, gameState, movesLeft):
        if gameState.is_win or gameState.is_loss:
            return gameState.score
        if movesLeft == 0:
            return self.evaluationFunction(gameState)
        if gameState.to_move == 0:
            return self.maxValue(gameState, movesLeft)
        return self.expValue(gameState, movesLeft)

    def maxValue(self, gameState, movesLeft):
        v = float("-inf")
        for action in gameState.legal_actions():
            v = max(v, self.getValue(gameState.successor(action), movesLeft - 1))
        return v

    def expValue(self, gameState, movesLeft):
        v = 0
        legal = gameState.legal_actions()
        for action in legal:
            v += self.getValue(gameState.successor(action), movesLeft - 1)
        return v / len(legal)
